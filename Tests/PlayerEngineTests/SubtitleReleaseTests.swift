import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Subtitles of an item that has been stopped.
@Suite(.timeLimit(.minutes(5)))
struct SubtitleReleaseTests {
    /// Their bitmaps may be hundreds of megabytes.
    @Test func stopLetsGoOfThem() async throws {
        let session = try await Session(videoSink: "fakesink sync=true")
        let film = session.directory.appendingPathComponent("film.mkv")
        try FileManager.default.copyItem(at: try #require(URL(string: Fixtures.uri("episode-1.mkv"))), to: film)
        try Data("1\n00:00:00,000 --> 00:01:00,000\nHello\n".utf8).write(
            to: session.directory.appendingPathComponent("film.srt"))
        await session.perform(
            .replaceQueue([MediaDescription(uri: film.absoluteString)], play: true, start: nil, index: 0))
        try await session.wait("the track") { snapshot, _ in
            snapshot.position.rate == 1 && !snapshot.tracks.subtitles.isEmpty
        }
        let track = try #require(session.snapshot.tracks.subtitles.last?.id)
        await session.perform(.tracks(.selectSubtitles(track)))
        try await session.wait("the subtitles") { snapshot, _ in snapshot.tracks.selectedSubtitles == track }
        // The file is read off the loop.
        let deadline = ContinuousClock.now + .seconds(30)
        while await session.inspect({ $0.screen.lines.items.isEmpty }) == true, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(await session.inspect { $0.screen.lines.items.isEmpty } == false)
        try await session.perform(.stop, until: "the stop") { snapshot, _ in snapshot.status == .stopped }
        #expect(await session.inspect { $0.screen.lines.items.isEmpty } == true)
        await session.close()
    }
}
