import Foundation
import Gst
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Streams that change midway: chained Ogg, discontinuities of HLS, periods of DASH.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ChangingStreamTests {
    /// The sound that came out, its titles in order, and whether the position ever went back.
    private struct Heard {
        var samples: [Int16]
        var titles: [String]
        var steps: [(from: MediaTime, to: MediaTime)]

        /// The longest stretch that is as good as silent, in samples.
        var longestSilence: Int {
            var (longest, current) = (0, 0)
            // What an encoder puts before the first sample is no break.
            for sample in samples.drop(while: { abs(Int($0)) < 300 }) {
                current = abs(Int(sample)) < 300 ? current + 1 : 0
                longest = max(longest, current)
            }
            return longest
        }
    }

    private static func hear(_ uri: String) async throws -> Heard {
        let session = try await Session()
        await session.perform(.replaceQueue([MediaDescription(uri: uri)], play: true, start: nil, index: 0))
        var (steps, last): ([(MediaTime, MediaTime)], MediaTime) = ([], .zero)
        let deadline = ContinuousClock.now + .seconds(60)
        while session.snapshot.status == .playing, ContinuousClock.now < deadline {
            let position = session.position()
            if position < last, session.snapshot.status == .playing { steps.append((last, position)) }
            last = position
            try await Task.sleep(for: .milliseconds(10))
        }
        let heard = Heard(
            samples: try session.samples(channels: 2), titles: session.titles.map(\.title), steps: steps)
        await session.close()
        return heard
    }

    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case file
        case http = ""
        case onwards = "nolength/"
        var testDescription: String { self == .http ? "http" : rawValue }
    }

    /// Uris of the made files, locally or from a server.
    private func play(_ name: String, _ way: Way) async throws -> Heard {
        let file = try await ChangingStreams.made(name)
        guard way != .file else { return try await Self.hear(file.absoluteString) }
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        return try await Self.hear(server.uri(way.rawValue + name))
    }

    @Test(arguments: ["chain.opus", "chain.oga", "mixed.ogg"], [Way.file, .onwards])
    func aChainIsHeardWithoutABreak(name: String, way: Way) async throws {
        let heard = try await play(name, way)
        // The first link's rate is kept: where it changes, a sound server would begin anew.
        let rate = name == "mixed.ogg" ? 44_100 : 48_000
        // Read only onwards, GStreamer (1.22) does not know where in the last block of Vorbis a link ends.
        let slack = name == "mixed.ogg" && way != .file ? 3 : 1
        #expect(abs(heard.samples.count - 6 * rate) <= slack * rate * 30 / 1000, "\(heard.samples.count) samples")
        #expect(heard.longestSilence < slack * rate * 5 / 1000, "\(heard.longestSilence) samples of silence")
        #expect(heard.titles == (1...5).map { "Song \($0)" })
        #expect(heard.steps.isEmpty, "the position went back: \(heard.steps)")
    }

    @Test(arguments: [("changes.m3u8", 8.021), ("periods.mpd", 6.016)])
    func partsOfAStreamFollowEachOtherWithoutABreak(name: String, seconds: Double) async throws {
        let heard = try await play(name, .http)
        #expect(abs(Double(heard.samples.count) / 48_000 - seconds) < 0.03, "\(heard.samples.count) samples")
        #expect(heard.longestSilence < 48_000 * 5 / 1000, "\(heard.longestSilence) samples of silence")
        #expect(heard.steps.isEmpty, "the position went back: \(heard.steps)")
    }

    /// Its demuxer seeks in all parts: opened again, it would read everything up to the target, and be silent meanwhile.
    @Test func aSeekBehindAChangeOfBandwidthDoesNotOpenTheStreamAgain() async throws {
        let low = try await ChangingStreams.made("changes.m3u8")
        let high = ChangingStreams.folder.appendingPathComponent("changes-high.m3u8")
        try Data(contentsOf: low).write(to: high)
        let variants = [("changes.m3u8", 100_000), ("changes-high.m3u8", 200_000)]
            .map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0.1)\n\($0.0)\n" }
        try Data(("#EXTM3U\n" + variants.joined()).utf8)
            .write(to: ChangingStreams.folder.appendingPathComponent("bandwidths.m3u8"))
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        let item = MediaDescription(uri: server.uri("bandwidths.m3u8"))
        await session.perform(.setLoop(.track))
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        let deadline = ContinuousClock.now + .seconds(20)
        while !session.said.current.contains(where: { $0.hasSuffix("the streams have changed") }) {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(10))
        }
        func playlists() throws -> Int { try server.requests().count { $0.path.hasSuffix("bandwidths.m3u8") } }
        let id = try #require(session.snapshot.current?.id)
        let before = try playlists()
        for seconds in [1, 5, 3] {
            let target = MediaTime(nanoseconds: Int64(seconds) * 1_000_000_000)
            try await session.perform(.setPosition(id, target), until: "a seek to \(seconds) s") { snapshot, notices in
                snapshot.position.rate == 1 && notices.contains { if case .seeked = $0 { true } else { false } }
            }
            let landed = try #require(session.landedAt)
            #expect(abs((landed - target).seconds) < 0.05)
        }
        #expect(try playlists() == before)
        await session.close()
    }

    /// GStreamer's demuxer crashes or loses its place when it is sought there (1.22): the item plays on, from its start.
    @Test(arguments: [Way.file, .http]) func severalPeriodsAreNotSought(way: Way) async throws {
        let file = try await ChangingStreams.made("periods.mpd")
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        let item = MediaDescription(uri: way == .file ? file.absoluteString : server.uri("periods.mpd"))
        await session.perform(.setRate(2))
        let start = MediaTime(nanoseconds: 4_000_000_000)
        await session.perform(.replaceQueue([item], play: true, start: start, index: 0))
        try await session.wait("the start") { snapshot, _ in snapshot.position.rate != 0 }
        #expect(session.snapshot.position.rate == 1 && session.wentOnAt.seconds < 0.5)
        #expect(!session.snapshot.canSeek)
        #expect(await session.perform(.seek(by: start)) != .success(.done))
        try await session.wait("its end") { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    /// Ten of them a second.
    @Test func manyLinksFollowEachOther() async throws {
        let heard = try await Self.hear(try await ChangingStreams.made("many.ogg").absoluteString)
        #expect(heard.titles == (1...16).map { "Song \($0)" })
    }
}
