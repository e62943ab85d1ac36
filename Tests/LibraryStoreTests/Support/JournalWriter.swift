import Foundation
import PlayerCore
import Testing

@testable import LibraryStore

/// The program that writes until it is killed.
enum JournalWriter {
    /// Beside the test bundle, where the build puts programs too.
    static let program: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let candidates = [bundle, own].compactMap { $0 }.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/journal-writer"
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }()

    /// That everything in a session belongs to one and the same save.
    ///
    /// - Returns: its number.
    @discardableResult
    static func expectWhole(_ session: StoredSession) throws -> Int {
        let number = Int(session.state.savedAt)
        let count = 20 + number / 7 % 5 * 40
        #expect(session.state.position == MediaTime(nanoseconds: Int64(number) * 1_000_000))
        #expect(session.state.volume == Double(number % 100) / 100)
        #expect(session.items.count == count)
        #expect(session.currentIndex == number % count)
        #expect(session.shuffle?.cursor == number % count)
        #expect(session.shuffle?.order == session.items.map(\.id).reversed())
        let uris = (0..<count).map { "file:///round-\(number / 7)/\($0)" }
        #expect(session.items.map(\.description.uri) == uris)
        return number
    }
}
