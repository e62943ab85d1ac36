import PlayerCore
import TestSupport
import Testing

@testable import LibraryStore

/// The program that writes until it is killed.
enum JournalWriter {
    static let program = Tool.built("journal-writer")

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
