import Foundation
import PlayerCore
import Synchronization
import Testing

/// Real pipelines: what comes out of the output, measured.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PlaybackTests {
    @Test func twoFilesJoinSampleExact() async throws {
        let session = try await Session()
        let files = [Fixture.item("sine-a.flac"), Fixture.item("sine-b.flac")]
        try await session.perform(
            .replaceQueue(files, play: true, start: nil, index: 0), until: "the second file"
        ) { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.status == .playing
        }
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let samples = try session.samples(channels: 2)
        #expect(samples.count == 4 * 44_100)
        // x[n+1] + x[n-1] = 2 cos(ω) x[n] holds for a sine at every sample, the join's included.
        let k = 2 * cos(2 * Double.pi * 440 / 44_100)
        var worst = 0.0
        for index in 1..<samples.count - 1 {
            let neighbours = Double(samples[index + 1]) + Double(samples[index - 1])
            worst = max(worst, abs(neighbours - k * Double(samples[index])))
        }
        #expect(worst < 4)
        await session.close()
    }

    @Test func aSeekLandsWhereItWasAskedTo() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        guard let id = session.snapshot.current?.id else { throw Session.Timeout(description: "no item") }
        let begun = Date()
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 5_000_000_000)))
        try await session.wait("the landing") { _, notices in
            notices.contains { if case .seeked = $0 { true } else { false } }
        }
        print("seek landed in \(Date().timeIntervalSince(begun) * 1000) ms")
        let position = try #require(session.landedAt).seconds
        #expect(position >= 5 && position < 5.3)
        await session.close()
    }
}

/// What an item is made of: tracks, tags, pictures.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ItemTests {
    @Test func tracksAreListedAndCanBeChosen() async throws {
        let session = try await Session()
        // Six seconds are over soon on a busy machine.
        await session.perform(.setLoop(.track))
        await session.perform(.replaceQueue([Fixture.item("two-audio.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        try await session.wait("languages") { snapshot, _ in
            Set(snapshot.tracks.audio.map(\.language)) == ["en", "de"] && snapshot.tracks.subtitles.count == 2
        }
        let other = session.snapshot.tracks.audio.first { $0.id != session.snapshot.tracks.selectedAudio }?.id
        let (before, round) = (session.position(), session.snapshot.playback?.generation)
        let chosen = Mutex<(position: MediaTime, round: Generation?)?>(nil)
        try await session.perform(.tracks(.selectAudio(try #require(other))), until: "the choice") { snapshot, _ in
            guard snapshot.tracks.selectedAudio == other, snapshot.position.rate == 1 else { return false }
            let position = snapshot.position.position(at: snapshot.moment, duration: nil)
            chosen.withLock { $0 = (position, snapshot.playback?.generation) }
            return true
        }
        let there = try #require(chosen.withLock { $0 })
        #expect(there.position >= before || there.round != round)
        try await session.perform(.tracks(.selectSubtitles(1)), until: "subtitles") { snapshot, _ in
            snapshot.tracks.selectedSubtitles == 1
        }
        try await session.perform(.tracks(.selectSubtitles(nil)), until: "no subtitles") { snapshot, _ in
            snapshot.tracks.selectedSubtitles == nil
        }
        await session.close()
    }

    @Test func aSubtitleFileCanBeAdded() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        await session.perform(.tracks(.addSubtitles(Fixture.uri("subtitles.srt"))))
        try await session.wait("the track") { snapshot, _ in
            snapshot.tracks.subtitles.count == 1
                && snapshot.tracks.selectedSubtitles == snapshot.tracks.subtitles[0].id
        }
        try await session.wait("playing on") { snapshot, _ in snapshot.position.rate == 1 }
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    /// A tee that leads nowhere refuses every frame and says nothing: the crossing into the output does, at the end.
    @Test func aPictureThatIsRefusedIsNotBlamedOnSound() async throws {
        let session = try await Session(videoSink: "tee")
        await session.perform(
            .replaceQueue(
                [Fixture.item("episode-1.mkv")], play: true, start: MediaTime(nanoseconds: 9_000_000_000), index: 0))
        try await session.wait("the end or a fault") { snapshot, _ in
            snapshot.error != nil || snapshot.status == .stopped && !snapshot.items.isEmpty
        }
        #expect(session.snapshot.error == nil, "\(session.snapshot.error.map { "\($0)" } ?? "")")
        await session.close()
    }

    @Test func thePictureInAFileIsInTheCacheByItsContent() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("tone.mp3")], play: true, start: nil, index: 0))
        try await session.wait("the picture") { snapshot, _ in snapshot.current?.metadata.artworkURI != nil }
        let uri = try #require(session.snapshot.current?.metadata.artworkURI)
        let bytes = try Data(contentsOf: try #require(URL(string: uri)))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        await session.close()
    }

    @Test func brokenTagsHarmNobody() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("broken-tags.mp3")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        #expect(session.snapshot.current?.metadata.title.isEmpty == false)
        await session.close()
    }

    @Test func aLoopedTrackBeginsAgainUnderItsID() async throws {
        let session = try await Session()
        await session.perform(.setLoop(.track))
        await session.perform(
            .replaceQueue(
                [Fixture.item("tone.flac")], play: true, start: MediaTime(nanoseconds: 2_600_000_000), index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        let id = session.snapshot.current?.id
        session.forgetNotices()
        try await session.wait("the beginning") { _, notices in
            notices.contains { if case .seeked(let position) = $0 { position.seconds < 0.2 } else { false } }
        }
        #expect(session.snapshot.current?.id == id)
        #expect(try #require(session.landedAt).seconds < 0.3)
        await session.close()
    }

    @Test func inspectingPlaysNothing() async throws {
        let session = try await Session()
        let item = try await session.inspect(Fixture.uri("tone.flac")).get()
        #expect(item.duration == MediaTime(nanoseconds: 3_000_000_000))
        #expect(item.description.details?.fields.title == "Three Seconds")
        #expect(session.snapshot.items.isEmpty)
        await #expect(throws: PlaybackFault.self) { try await session.inspect(Fixture.uri("junk.mp4")).get() }
        await session.close()
    }

    @Test("a server whose name is not known does not exist", arguments: ["http", "https", "rtsp"])
    func unknownServer(scheme: String) async throws {
        let session = try await Session()
        await session.perform(.openURI("\(scheme)://no-such-host.invalid/a.mp3"))
        try await session.wait("the fault", seconds: 30) { snapshot, _ in snapshot.error != nil }
        #expect(session.snapshot.error?.fault.code == .sourceUnreachable)
        #expect(session.snapshot.error?.fault.message.hasPrefix("There is no such server") == true)
        await session.perform(.openURI("\(scheme)://127.0.0.1:9/a.mp3"))
        try await session.wait("the other fault", seconds: 30) { snapshot, _ in
            snapshot.error?.uri.contains("127.0.0.1") == true
        }
        #expect(session.snapshot.error?.fault.message.contains("no such server") == false)
        await session.close()
    }
}
