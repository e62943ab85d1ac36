import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// A file of subtitles with exactly the film's name.
@Suite(.timeLimit(.minutes(5)))
struct NamesakeTests {
    /// Neither the sound nor the file says its language.
    @Test(arguments: [
        ("clip.srt", TrackReason.namesake), ("clip.de.srt", .unknownSound), ("clip 2.srt", .none),
    ])
    func itIsShownByItself(name: String, reason: TrackReason) async throws {
        let session = try await Session()
        let film = session.directory.appendingPathComponent("clip.mp4")
        try FileManager.default.copyItem(at: try #require(URL(string: Fixtures.uri("clip.mp4"))), to: film)
        try Data("1\n00:00:00,000 --> 00:01:00,000\nHello\n".utf8).write(
            to: session.directory.appendingPathComponent(name))
        await session.perform(.setLoop(.track))
        await session.perform(
            .replaceQueue([MediaDescription(uri: film.absoluteString)], play: true, start: nil, index: 0))
        try await session.wait("the decision") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.tracks.subtitlesReason == reason
        }
        #expect((session.snapshot.tracks.selectedSubtitles != nil) == (reason == .namesake))
        await session.close()
    }
}
