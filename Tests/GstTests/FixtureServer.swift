import Foundation
import Gst

/// `Tests/Fixtures/http-server.py` beside a test: serves a folder, well or badly.
final class FixtureServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    let port: UInt16

    /// - Parameter folder: the committed fixtures where it is nil.
    init(folder: URL? = nil) throws {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", fixtures.appendingPathComponent("http-server.py").path, (folder ?? fixtures).path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else {
            throw Failure(description: "http-server.py did not start: is python3 installed?")
        }
        self.port = port
        // What it tells of requests is not read: it must not fill the pipe either.
        output.fileHandleForReading.readabilityHandler = { handle in _ = handle.availableData }
    }

    // Not SIGTERM: a child of one of the pool's threads, which block signals, would not hear it.
    deinit { kill(process.processIdentifier, SIGKILL) }

    func uri(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// A request that was made: `port GET /path bytes=0-99`.
    struct Request: Hashable {
        var port: String
        var method: String
        var path: String
        var range: String
    }

    /// Every request so far, in order.
    func requests() throws -> [Request] {
        guard case .content(let bytes, _, _) = try HTTPResource.fetch(uri("requests"), timeout: 10, limit: 1 << 20)
        else { throw Failure(description: "more requests than fit") }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            return Request(port: words[0], method: words[1], path: words[2], range: words[3])
        }
    }
}
