import Foundation
import PlayerCore
import Testing

@testable import LibraryStore

/// What is being opened outlives the process.
@Suite struct OpeningJournalTests {
    private static func mark(_ verdict: OpeningLedger.Verdict) throws -> OpeningLedger.Mark {
        guard case .opens(let mark) = verdict else { throw Refused() }
        return mark
    }

    private struct Refused: Error {}

    private static func text(_ folder: JournalFolder) throws -> String {
        String(decoding: try folder.bytes(of: "openings"), as: UTF8.self)
    }

    /// A run that ends by a signal leaves its number; this one leaves it by hand.
    private static func crash(_ folder: JournalFolder) throws {
        let text = try text(folder).replacing("signal 00", with: "signal 11", maxReplacements: 1)
        try folder.write(Array(text.utf8), to: "openings")
    }

    @Test func aFileIsBlamedUntilItChanges() throws {
        let folder = try JournalFolder()
        let path = "\(folder.path)/openings"
        try folder.write([1, 2, 3], to: "a.flac")
        let uri = "file://\(folder.path)/a.flac"
        do {
            let openings = try #require(OpeningJournal(path: path))
            _ = try Self.mark(openings.open(uri, insists: false))
            #expect(try Self.text(folder).contains("\nopening 0 0 0 0 "), "when it is opened, it is in the file")
            try Self.crash(folder)
        }
        do {
            let openings = try #require(OpeningJournal(path: path))
            #expect(openings.blame(of: uri) == .crashed)
            #expect(openings.open(uri, insists: false) == .refused(.crashed))
            openings.finish()
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: "\(folder.path)/a.flac")
        let openings = try #require(OpeningJournal(path: path))
        #expect(openings.blame(of: uri) == nil)
        _ = try Self.mark(openings.open(uri, insists: false))
        openings.finish()
    }

    @Test func aRunThatWasEndedBlamesNobody() throws {
        let folder = try JournalFolder()
        let openings = try #require(OpeningJournal(path: "\(folder.path)/openings"))
        _ = try Self.mark(openings.open("http://example.org/a.mp3", insists: false))
        openings.finish()
        #expect(OpeningText.read(try folder.bytes(of: "openings")).end == .clean)
        let after = try #require(OpeningJournal(path: "\(folder.path)/openings"))
        #expect(after.blame(of: "http://example.org/a.mp3") == nil)
    }

    @Test func loginsAreNotPartOfAnItem() throws {
        let folder = try JournalFolder()
        do {
            let openings = try #require(OpeningJournal(path: "\(folder.path)/openings"))
            _ = try Self.mark(openings.open("http://ann:secret@example.org/a.mp3", insists: false))
            try Self.crash(folder)
        }
        let openings = try #require(OpeningJournal(path: "\(folder.path)/openings"))
        #expect(openings.blame(of: "http://bob:other@example.org/a.mp3") == .crashed)
        #expect(try !Self.text(folder).contains("secret"))
    }

    @Test func textComesBackAndDamageAccusesNobody() {
        let key = String(repeating: "a", count: 64)
        let entries = OpeningLedger.Stage.allCases.map { stage in
            OpeningLedger.Entry(key: key, stage: stage, kills: 1, crashes: 2, accidents: 3, blamedAt: 4)
        }
        let text = OpeningText.open.replacing("00", with: "06") + OpeningText.text(entries)
        let bytes = Array(text.utf8)
        let read = OpeningText.read(bytes)
        #expect(read.entries == entries)
        #expect(read.end == .crash)
        #expect(OpeningText.read(Array(OpeningText.open.utf8)).end == .kill)
        #expect(OpeningText.read(Array(OpeningText.closed.utf8)).end == .clean)
        for length in 0..<bytes.count - 1 { #expect(OpeningText.read(Array(bytes.prefix(length))).entries.count < 3) }
        for line in [
            "", "x 0 0 0 0 \(key)", "- -1 0 0 0 \(key)", "- 0 0 0 99999999999999 \(key)", "- 0 0 0 0 a", "\u{0}",
        ] {
            let damaged = OpeningText.read(Array((OpeningText.open + line + "\n").utf8))
            #expect(damaged.entries.isEmpty, "\(line)")
        }
        #expect(OpeningText.read([]).end == .clean)
        #expect(OpeningText.read(Array("something else\n".utf8)).end == .clean)
    }

    @Test func whatIsNoRegularFileIsLeftAlone() throws {
        let folder = try JournalFolder()
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(OpeningJournal(path: "\(folder.path)/pipe") == nil)
        #expect(OpeningJournal(path: "\(folder.path)/missing/openings") == nil)
    }
}
