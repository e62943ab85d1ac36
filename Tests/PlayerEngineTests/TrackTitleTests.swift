import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// The title of an item whose tracks have titles, too.
@Suite(.timeLimit(.minutes(5)))
struct TrackTitleTests {
    /// A film without a title of its own, with two audio tracks that have one.
    private static func film(in folder: URL) throws -> URL {
        var data = try Data(contentsOf: try #require(URL(string: Fixtures.uri("two-audio.mkv"))))
        let title = Data([0x7B, 0xA9, 0x8D]) + Data("Two languages".utf8)
        let place = try #require(data.range(of: title))
        // An EBML void of the same length.
        data.replaceSubrange(place, with: Data([0xEC, 0x8E]) + Data(count: 14))
        let file = folder.appendingPathComponent("A film.mkv")
        try data.write(to: file)
        return file
    }

    @Test func theyAreNotItsTitle() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-titles-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try await Session()
        let item = MediaDescription(uri: try Self.film(in: folder).absoluteString)
        await session.perform(.setLoop(.track))
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("both tracks", seconds: 60) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.tracks.audio.count == 2
        }
        for track in session.snapshot.tracks.audio.reversed() {
            try await session.perform(.tracks(.selectAudio(track.id)), until: "track \(track.title ?? "")") {
                snapshot, _ in snapshot.tracks.selectedAudio == track.id && snapshot.position.rate == 1
            }
            #expect(session.snapshot.current?.metadata.title == "A film")
        }
        await session.close()
    }
}
