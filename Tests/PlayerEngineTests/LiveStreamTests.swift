import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// HLS that is being made while it plays, and what its playlists say of time.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LiveStreamTests {
    /// Parts of two seconds, over and over; 30 s of them are there.
    @Test func aLiveStreamHasAWindowAnEdgeAndDates() async throws {
        _ = try await ChangingStreams.made("changes.m3u8")
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        let opened = Moment.now
        await session.perform(.openURI(server.uri("live-30/changes.m3u8")))
        try await session.wait("the window and the dates") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.live.edge != nil && snapshot.live.timeline?.dates.isEmpty == false
        }
        let live = session.snapshot.live
        let window = try #require(live.seekable)
        #expect(live.isLive && (20...30).contains(window.duration.seconds), "\(window)")
        #expect(session.snapshot.current?.duration == nil)
        // What is played was made 6 s before it was opened, the demuxer's distance from the newest part, and two parts
        // earlier at most. A busy machine takes its time to open it.
        let position = session.position()
        let date = try #require(live.timeline?.date(at: position))
        let age = Date().timeIntervalSince1970 - Double(date) / 1e6
        #expect((5...14 + Moment.now - opened).contains(age), "it was made \(age) s ago")
        // To a moment by its date, which is a position on the same line.
        session.forgetNotices()
        #expect(await session.perform(.live(.seekToDate(date - 8_000_000))) == .success(.done))
        try await session.wait("the seek") { snapshot, notices in
            notices.contains { if case .seeked = $0 { true } else { false } } && snapshot.position.rate == 1
        }
        let wanted = position + MediaTime(nanoseconds: -8_000_000_000)
        let landed = try #require(session.landedAt)
        let now = "now \(session.snapshot.position) and \(session.snapshot.live), then \(live)"
        #expect(abs((landed - wanted).seconds) < 0.1, "\(landed) instead of \(wanted); \(now)")
        session.forgetNotices()
        // The edge moves on while a busy machine lands there.
        let edge = try #require(session.snapshot.live.edge)
        #expect(await session.perform(.live(.goLive)) == .success(.done))
        try await session.wait("the edge") { snapshot, notices in
            snapshot.position.rate == 1
                && notices.contains { if case .seeked(let at) = $0 { (edge - at).seconds < 2.5 } else { false } }
        }
        await session.close()
    }

    /// A folder with a minute of sound, of which a server that gives 64 KiB a second has half when it goes.
    private static func minute() async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-minute-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try ChildProcess.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=60:r=48000", "-b:a", "320k"]
                + [folder.appendingPathComponent("minute.mp3").path], within: 60)
        try #require(made.end == .exited(0), "\(made.errors)")
        return folder.path
    }

    /// The bytes of the titles are Windows-1251, GBK and Latin-1.
    @Test(arguments: [
        ("%CA%E8%ED%EE%20-%20%C3%F0%F3%EF%EF%E0%20%EA%F0%EE%E2%E8", "Кино", "Группа крови"),
        ("%D6%DC%BD%DC%C2%D7%20-%20%C7%E0%BB%A8%B4%C9", "周杰伦", "青花瓷"), ("Bj%F6rk%20-%20J%F3ga", "Björk", "Jóga"),
    ])
    func titlesOfStationsAreRead(bytes: String, artist: String, title: String) async throws {
        let server = try MediaServer()
        defer { server.stop() }
        let session = try await Session()
        await session.perform(.openURI(server.uri("icy/tone.mp3?title=\(bytes)")))
        try await session.wait("the title") { snapshot, _ in
            snapshot.current?.metadata.title == title && snapshot.current?.metadata.artists == [artist]
        }
        await session.close()
    }

    /// Stations have no end, and files go on where they were.
    @Test(arguments: ["icy/tone.mp3", "slow/minute.mp3"]) func aServerThatComesBackIsFound(path: String) async throws {
        let folder = path.hasPrefix("icy") ? Fixtures.directory : try await Self.minute()
        let server = try MediaServer(folder: folder)
        let session = try await Session()
        await session.perform(.openURI(server.uri(path)))
        try await session.wait("sound") { snapshot, _ in snapshot.position.rate == 1 }
        let deadline = Moment.now + 20
        while session.position().seconds < 0.5, Moment.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        server.stop()
        try await session.wait("the loss") { snapshot, _ in snapshot.bufferingPercent != nil }
        #expect(session.snapshot.status == .playing && session.snapshot.error == nil)
        let lostAt = session.position()
        let back = try MediaServer(folder: folder, port: server.port)
        defer { back.stop() }
        try await session.wait("sound again") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.bufferingPercent == nil
        }
        let isStation = path.hasPrefix("icy")
        #expect(isStation || session.position() >= lostAt, "\(session.position()) after \(lostAt)")
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    /// DASH that ffmpeg makes in real time, in pieces of a second. GStreamer 1.22 does not know what it is by itself.
    @Test func liveDASHHasAWindowAndDates() async throws {
        let folder = ChangingStreams.folder.appendingPathComponent("live-dash")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let manifest = folder.appendingPathComponent("live.mpd")
        let maker = try ChildProcess(
            "ffmpeg",
            ["-v", "error", "-re", "-f", "lavfi", "-i", "sine=f=440:r=48000", "-c:a", "aac", "-t", "120"]
                + ["-f", "dash", "-seg_duration", "1", "-window_size", "10", manifest.path])
        defer { maker.stop() }
        let server = try MediaServer(folder: folder.path)
        defer { server.stop() }
        let deadline = Moment.now + 60
        while Moment.now < deadline, try FileManager.default.contentsOfDirectory(atPath: folder.path).count < 8 {
            try await Task.sleep(for: .milliseconds(50))
        }
        let session = try await Session()
        await session.perform(.openURI(server.uri("live.mpd")))
        try await session.wait("the window and the dates") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.live.edge != nil && snapshot.live.timeline?.dates.isEmpty == false
        }
        let live = session.snapshot.live
        #expect(live.isLive)
        #expect(session.snapshot.current?.duration == nil)
        let date = try #require(live.timeline?.date(at: session.position()))
        let age = Date().timeIntervalSince1970 - Double(date) / 1e6
        #expect((0...30).contains(age), "it was made \(age) s ago")
        await session.close()
    }

    @Test func anEventThatEndsIsARecording() async throws {
        _ = try await ChangingStreams.made("changes.m3u8")
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        // Twelve seconds are there when it begins, and three more come.
        await session.perform(.openURI(server.uri("live-12-3/changes.m3u8")))
        try await session.wait("the live stream") { snapshot, _ in snapshot.live.isLive && snapshot.position.rate == 1 }
        try await session.wait("the recording") { snapshot, _ in
            !snapshot.live.isLive && snapshot.current?.duration != nil
        }
        try await session.wait("its end") { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    /// What has slid out of the window counts, although the demuxer no longer knows it.
    @Test func aWindowThatEndsIsARecordingWithoutABreak() async throws {
        _ = try await ChangingStreams.made("changes.m3u8")
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        await session.perform(.openURI(server.uri("slide-12-6/changes.m3u8")))
        try await session.wait("the live stream") { snapshot, _ in snapshot.live.isLive && snapshot.position.rate == 1 }
        try await session.wait("the recording") { snapshot, _ in
            !snapshot.live.isLive && snapshot.current?.duration != nil
        }
        let window = try #require(session.snapshot.live.seekable)
        #expect(window.start.seconds > 2 && abs(window.duration.seconds - 12) < 2.5, "\(window)")
        #expect(session.snapshot.current?.duration == window.end)
        session.forgetNotices()
        let distance = window.end - session.position() - MediaTime(nanoseconds: 3_000_000_000)
        #expect(await session.perform(.seek(by: distance)) == .success(.done))
        try await session.wait("the seek") { snapshot, notices in
            snapshot.position.rate == 1
                && notices.contains { if case .seeked(let at) = $0 { (window.end - at).seconds < 3.5 } else { false } }
        }
        try await session.wait("its end") { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    @Test func rangesAreToldAsTheyAreHeard() async throws {
        let list = try await ChangingStreams.made("changes.m3u8")
        let ranged = ChangingStreams.folder.appendingPathComponent("ranged.m3u8")
        let lines = try String(contentsOf: list, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let ranges = """
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z
            #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T12:00:01Z",DURATION=2,X-N=1
            #EXT-X-DATERANGE:ID="ad",START-DATE="2026-01-01T12:00:04Z",DURATION=1,SCTE35-OUT=0xFC00
            """
        let first = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
        let text = (lines[..<first] + [ranges[...]] + lines[first...]).joined(separator: "\n")
        try Data(text.utf8).write(to: ranged)
        let session = try await Session()
        await session.perform(.openURI(ranged.absoluteString))
        try await session.wait("the end of the first") { _, notices in
            notices.contains(.timedMetadata(.left(0)))
        }
        let snapshot = session.snapshot
        #expect(snapshot.timedMetadata.ranges.map(\.id) == ["a", "ad"])
        #expect(snapshot.segments.segments.map(\.kind) == [.advertisement])
        #expect(abs(session.position().seconds - 3) < 0.5)
        await session.close()
    }
}
