import Foundation
import TestSupport

/// Runs `Tests/Fixtures/judge-audio`, which asks ffprobe and mutagen.
enum AudioJudge {
    struct Fact {
        let file: String
        let tool: String
        let kind: String
        let values: [String]
    }

    struct Failure: Error { let message: String }

    /// Where both are installed; in CI in any case, so that the tests fail there instead of being left out.
    static var isUsable: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil
            || (try? run("/bin/sh", ["-c", "command -v ffprobe && \(python) -c 'import mutagen'"])) != nil
    }

    /// That of the system: python3-mutagen is installed for it.
    private static let python = "/usr/bin/python3"

    static func facts(_ names: [String]) throws -> [Fact] {
        let script = AudioFixture.fixtures.appendingPathComponent("judge-audio").path
        let output = try run(python, [script] + names.map { AudioFixture.path($0) })
        return output.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Fact(file: fields[0], tool: fields[1], kind: fields[2], values: Array(fields.dropFirst(3)))
        }
    }

    /// Its output.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let result = try ChildProcess.run(program, arguments, environment: ["PYTHONIOENCODING": "utf-8"])
        guard result.end == .exited(0) else {
            throw Failure(message: "\(program) \(arguments.joined(separator: " ")) failed: \(result.errors)")
        }
        return result.output
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
