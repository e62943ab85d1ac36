import Foundation
import TestSupport
import Testing

/// The desktop entry as a desktop runs it: its `Exec` line with files in place of `%U`.
enum DesktopEntry {
    /// - Returns: what the process wrote, and how it ended.
    @discardableResult
    static func run(on stage: Stage, _ uris: [String] = []) throws -> ChildProcess.Result {
        let text = try String(contentsOfFile: "\(Fixtures.root)/dbus/mediad.desktop", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
        let words = line.dropFirst("Exec=".count).split(separator: " ").flatMap { word in
            word == "%U" ? uris : [String(word).replacing("@bindir@", with: Daemon.buildDirectory)]
        }
        return try ChildProcess.run(words[0], Array(words.dropFirst()), environment: stage.environment)
    }
}
