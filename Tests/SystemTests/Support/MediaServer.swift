import Foundation

/// `Tests/Fixtures/http-server.py`: serves the fixtures, well or badly.
final class MediaServer: Sendable {
    private let process: ChildProcess
    private let port: String

    init(folder: String = Fixtures.directory) throws {
        process = try ChildProcess(
            "python3", [Fixtures.path("http-server.py"), folder], environment: ProcessInfo.processInfo.environment)
        port = try process.output.line("the server's port", within: 10) { UInt16($0) != nil }
    }

    func uri(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Waits until a connection stands, which `/hang/` never tells of.
    func waitForConnection(within seconds: Double = 30) throws {
        let wanted = String(format: ":%04X 01", Int(port) ?? 0)
        let deadline = Moment.now + seconds
        while Moment.now < deadline {
            // Read to its end: what reads a file whose size is 0 in one piece stops at a page, after two dozen sockets.
            let file = FileHandle(forReadingAtPath: "/proc/net/tcp")
            let table = String(decoding: try file?.readToEnd() ?? Data(), as: UTF8.self)
            // local remote state: a client's remote port is the server's.
            if table.contains(wanted) { return }
        }
        throw Failure("nobody connected within \(seconds) s")
    }

    func stop() { process.stop() }
}
