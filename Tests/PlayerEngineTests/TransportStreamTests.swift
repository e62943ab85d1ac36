import Foundation
import PlayerCore
import TestSupport
import Testing

/// MPEG transport streams, whose times do not begin at 0.
@Suite(.serialized, .timeLimit(.minutes(2)), .needs("ffmpeg"))
struct TransportStreamTests {
    /// ffmpeg puts the first frame 0.7 s behind the first clock reference. A recording, and a stream of three parts.
    @Test(arguments: ["recording.ts", "stream.m3u8"]) func timesBeginWithTheFirstFrame(name: String) async throws {
        let session = try await Session()
        let form = name.hasSuffix(".ts") ? ["-f", "mpegts"] : ["-f", "hls", "-hls_time", "1.5", "-hls_list_size", "0"]
        // Quiet for two seconds, then loud for two.
        let file = try session.makeSound(name, seconds: 4, loudFrom: 2, ["-c:a", "mp2"] + form)
        let item = MediaDescription(uri: file.absoluteString)
        try await session.perform(.replaceQueue([item], play: true, start: nil, index: 0), until: "the start") {
            snapshot, _ in snapshot.position.rate == 1
        }
        #expect(session.wentOnAt.seconds < 0.15)
        let length = try #require(session.snapshot.current?.duration)
        #expect(abs(length.seconds - 4) < 0.1)

        let later = try await Session()
        let start = MediaTime(nanoseconds: 2_000_000_000)
        await later.perform(.replaceQueue([item], play: true, start: start, index: 0))
        try await later.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let samples = try later.samples(channels: 1)
        let quiet = samples.firstIndex { $0 > 5_000 } ?? samples.count
        #expect(quiet < 44_100 / 5, "\(quiet) quiet samples at the start of the loud ones")
        #expect(abs(Double(samples.count) / 44_100 - 2) < 0.2)
        await later.close()
        await session.close()
    }

    /// The demuxer has looked at the last 56 kB, which begin 2.7 s after the start. It reads 4 s ahead: beyond that place, and
    /// not as far as the first target needs. Then it takes itself for megabytes behind the end.
    @Test func seeksTowardsTheEndOfAShortRecordingArrive() async throws {
        let session = try await Session()
        let file = try session.makeSound("short.ts", seconds: 8, loudFrom: 7, ["-c:a", "aac", "-b:a", "64k"])
        let item = MediaDescription(uri: file.absoluteString)
        try await session.perform(.replaceQueue([item], play: true, start: nil, index: 0), until: "movement") {
            snapshot, _ in snapshot.position.rate == 1
        }
        await session.perform(.pause)
        let id = try #require(session.snapshot.current?.id)
        for seconds in [7.5, 6.5, 7.3, 2.3, 7.6] {
            let seek = PlayerCommand.setPosition(id, MediaTime(nanoseconds: Int64(seconds * 1e9)))
            try await session.perform(seek, until: "a seek to \(seconds) s") { _, notices in
                notices.contains { $0.isSeeked(to: seconds) }
            }
        }
        try await session.perform(.play, until: "the end") { snapshot, _ in snapshot.status == .stopped }
        let loud = try session.samples(channels: 1).count { abs(Int($0)) > 5_000 }
        #expect(loud > 44_100 / 8, "\(loud) loud samples of the last 0.4 s")
        await session.close()
    }
}

extension PlayerNotice {
    fileprivate func isSeeked(to seconds: Double) -> Bool {
        if case .seeked(let position) = self { abs(position.seconds - seconds) < 0.05 } else { false }
    }
}
