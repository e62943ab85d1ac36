import Foundation
import PlayerCore
import Synchronization
import TestSupport
import Testing

@testable import PlayerEngine

/// Chained Ogg: whose title is told when, and seeks from one link into another.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ChainedTitleTests {
    /// The tags of a link are told when it is heard, not when it is decoded. How much later depends on the machine.
    @Test func aTitleIsTheOneThatIsHeard() async throws {
        let session = try await Session()
        let item = MediaDescription(uri: try await ChangingStreams.made("chain.opus").absoluteString)
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

    @Test(arguments: [false, true]) func aSeekReachesEveryLink(isRemote: Bool) async throws {
        let file = try await ChangingStreams.made("chain.opus")
        let server = try MediaServer(folder: ChangingStreams.folder.path)
        defer { server.stop() }
        let session = try await Session()
        let uri =
            isRemote ? server.uri("chain.opus") : file.absoluteString
        let start = MediaTime(nanoseconds: 2_500_000_000)
        // The last second is over soon on a busy machine.
        await session.perform(.setLoop(.track))
        await session.perform(.replaceQueue([MediaDescription(uri: uri)], play: true, start: start, index: 0))
        try await session.wait("the start", seconds: 60) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.current?.metadata.title == "Song 3"
        }
        #expect(abs(session.wentOnAt.seconds - 2.5) < 0.05)
        let id = try #require(session.snapshot.current?.id)
        // The last link comes last: a second later the first one would be told, because the item begins again.
        for (seconds, link) in [(4.25, 4), (0.25, 1), (3.25, 3), (1.25, 2), (1.5, 2), (5, 5)] {
            let target = MediaTime(nanoseconds: Int64(seconds * 1e9))
            // At the landing: on a busy machine the next link is heard before the test goes on.
            let untilLanding = Mutex<[PlayerNotice]>([])
            try await session.perform(.setPosition(id, target), until: "a seek to \(seconds) s") { snapshot, notices in
                untilLanding.withLock { $0 = notices }
                // Where it landed is what was told: the position is anchored anew whenever a busy machine stalls.
                return snapshot.position.rate == 1 && snapshot.current?.metadata.title == "Song \(link)"
                    && notices.contains {
                        if case .seeked(let position) = $0 { abs(position.seconds - seconds) < 0.05 } else { false }
                    }
            }
            // Not those of the links that it reads through, none of which is heard.
            let told = untilLanding.withLock { $0 }.compactMap { notice in
                if case .timedMetadata(.tagged(_, let tags)) = notice { tags.title } else { nil }
            }
            #expect(told.first == nil || told.first == "Song \(link)", "\(told)")
        }
        #expect(session.snapshot.current?.duration == MediaTime(nanoseconds: 6_000_000_000))
        await session.close()
    }

    /// Before its streams are known to be a chain, and as the next item, whose rate changes at the end of the current one.
    @Test func aChainThatBeginsAtAnotherRateIsHeardToItsEnd() async throws {
        let item = MediaDescription(uri: try await ChangingStreams.made("chain.opus").absoluteString)
        let session = try await Session()
        await session.perform(.setRate(2))
        await session.perform(.replaceQueue([item, item], play: true, start: nil, index: 0))
        let deadline = ContinuousClock.now + .seconds(60)
        while await !session.perform(.setRate(4), if: { position, _ in position.seconds > 5 }).isDone {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(5))
        }
        try await session.wait("the end", seconds: 60) { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil)
        // A title comes with the data of its stream.
        #expect(session.titles.map(\.title).contains("Song 5"), "\(session.titles)")
        await session.close()
    }

    /// At another rate, too, and when the rate changes in a link after the first.
    @Test func everyLinkIsHeardAtAnotherRate() async throws {
        let item = MediaDescription(uri: try await ChangingStreams.made("chain.opus").absoluteString)
        let session = try await Session()
        await session.perform(.setLoop(.track))
        await session.perform(
            .replaceQueue([item], play: true, start: MediaTime(nanoseconds: 2_500_000_000), index: 0))
        try await session.wait("the start", seconds: 60) { snapshot, _ in snapshot.position.rate == 1 }
        let id = try #require(session.snapshot.current?.id)
        // A busy machine may come here in a later link, or in the next round.
        let deadline = ContinuousClock.now + .seconds(60)
        while await !session.perform(.setRate(0.5), if: { position, _ in position.seconds < 3.4 }).isDone {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(20))
        }
        try await session.wait("half the rate in link 3") { snapshot, _ in
            snapshot.position.rate == 0.5 && snapshot.current?.metadata.title == "Song 3"
        }
        for (seconds, link) in [(0.25, 1), (3.75, 4)] {
            let target = MediaTime(nanoseconds: Int64(seconds * 1e9))
            try await session.perform(.setPosition(id, target), until: "a seek to \(seconds) s") { snapshot, _ in
                snapshot.position.rate == 0.5 && snapshot.current?.metadata.title == "Song \(link)"
                    && abs(snapshot.position.position.seconds - seconds) < 0.05
            }
        }
        try await session.perform(.setRate(2), until: "the last link at twice the rate") { snapshot, _ in
            snapshot.position.rate == 2 && snapshot.current?.metadata.title == "Song 5"
        }
        #expect(session.snapshot.current?.id == id)
        await session.close()
    }
}
