internal import Foundation
internal import Gst

/// `Tests/Fixtures/http-server.py` beside a test: serves a folder, well or badly.
public final class MediaServer: Sendable {
    private let process: ChildProcess
    public let port: UInt16

    /// - Parameters:
    ///   - folder: the committed fixtures unless something else is said.
    ///   - port: nil takes a free one.
    ///   - certificate: a file of a certificate and its key; with one it serves HTTPS.
    public init(folder: String = Fixtures.directory, port: UInt16? = nil, certificate: String? = nil) throws {
        let options =
            (certificate.map { ["--certificate", $0] } ?? []) + (port.map { ["--port", String($0)] } ?? [])
        process = try ChildProcess("python3", [Fixtures.path("http-server.py")] + options + [folder])
        self.port = UInt16(try process.output.line("the server's port", within: 30) { UInt16($0) != nil }) ?? 0
    }

    public func uri(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// A request that was made: `port GET /path bytes=0-99`.
    public struct Request: Hashable, Sendable {
        public var port: String
        public var method: String
        public var path: String
        public var range: String
    }

    /// Every request so far, in order.
    public func requests() throws -> [Request] {
        guard case .content(let bytes, _, _) = try HTTPResource.fetch(uri("requests"), timeout: 10, limit: 1 << 20)
        else { throw Deadline.Missed("there are more requests than fit") }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            return Request(port: words[0], method: words[1], path: words[2], range: words[3])
        }
    }

    /// Waits until a connection stands, which `/hang/` never tells of.
    public func waitForConnection(within seconds: Double = 30) throws {
        let wanted = String(format: ":%04X 01", Int(port))
        let deadline = Moment.now + seconds
        while Moment.now < deadline {
            // Read to its end: what reads a file whose size is 0 in one piece stops at a page, after two dozen sockets.
            let file = FileHandle(forReadingAtPath: "/proc/net/tcp")
            let table = String(decoding: try file?.readToEnd() ?? Data(), as: UTF8.self)
            // local remote state: a client's remote port is the server's.
            if table.contains(wanted) { return }
        }
        throw Deadline.Missed("nobody connected within \(seconds) s")
    }

    public func stop() { process.stop() }
}
