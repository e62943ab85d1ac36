import Foundation
import Gst
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Streams that change midway: chained Ogg, discontinuities of HLS, periods of DASH.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ChangingStreamTests {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "mediad-chained-\(getpid())")
    /// Made once, on a thread of its own: encoding takes seconds, which Swift's few threads cannot wait for.
    private static let making = Task {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                atexit { try? FileManager.default.removeItem(at: ChangingStreamTests.folder) }
                continuation.resume(with: Result { try Fixtures.copyChained(to: ChangingStreamTests.folder.path) })
            }
        }
    }

    static func made(_ name: String) async throws -> URL {
        try await making.value
        return folder.appendingPathComponent(name)
    }

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
        let file = try await Self.made(name)
        guard way != .file else { return try await Self.hear(file.absoluteString) }
        let server = try MediaServer(folder: Self.folder.path)
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

    /// The tags of a link are told when it is heard, not when it is decoded. How much later depends on the machine.
    @Test func aTitleIsTheOneThatIsHeard() async throws {
        let session = try await Session()
        let item = MediaDescription(uri: try await Self.made("chain.opus").absoluteString)
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the end", seconds: 60) { snapshot, _ in snapshot.status == .stopped }
        let titles = session.titles
        try #require(titles.map(\.title) == (1...5).map { "Song \($0)" })
        for (index, told) in titles.enumerated() {
            let late = told.position.seconds - 1.2 * Double(index)
            print("\(told.title): \(Int(late * 1000)) ms after its first sample")
            #expect(late > -0.05 && late < 1.1, "\(told)")
        }
        await session.close()
    }

    @Test(arguments: [Way.file, .http]) func aSeekReachesEveryLink(way: Way) async throws {
        let file = try await Self.made("chain.opus")
        let server = try MediaServer(folder: Self.folder.path)
        defer { server.stop() }
        let session = try await Session()
        let uri =
            way == .file ? file.absoluteString : server.uri("chain.opus")
        let start = MediaTime(nanoseconds: 2_500_000_000)
        await session.perform(.replaceQueue([MediaDescription(uri: uri)], play: true, start: start, index: 0))
        try await session.wait("the start", seconds: 60) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.current?.metadata.title == "Song 3"
        }
        #expect(abs(session.wentOnAt.seconds - 2.5) < 0.05)
        let id = try #require(session.snapshot.current?.id)
        for (seconds, link) in [(4.25, 4), (0.25, 1), (3.25, 3), (5, 5), (1.25, 2), (1.5, 2)] {
            session.forgetNotices()
            await session.perform(.setPosition(id, MediaTime(nanoseconds: Int64(seconds * 1e9))))
            try await session.wait("a seek to \(seconds) s", seconds: 60) { snapshot, notices in
                snapshot.position.rate == 1 && snapshot.current?.metadata.title == "Song \(link)"
                    && notices.contains { if case .seeked = $0 { true } else { false } }
                    && abs(snapshot.position.position.seconds - seconds) < 0.05
            }
        }
        #expect(session.snapshot.current?.duration == MediaTime(nanoseconds: 6_000_000_000))
        await session.close()
    }

    /// Ten of them a second.
    @Test func manyLinksFollowEachOther() async throws {
        let heard = try await Self.hear(try await Self.made("many.ogg").absoluteString)
        #expect(heard.titles == (1...16).map { "Song \($0)" })
    }
}
