import Foundation
import PlayerCore
import TestSupport
import Testing

/// Seeks in AU files.
@Suite(.serialized, .timeLimit(.minutes(1)), .needs("ffmpeg")) struct AUSegmentTests {
    @Test("what is behind a seek is heard") func seek() async throws {
        let session = try await Session()
        let file = try session.makeSound("sound.au", seconds: 4, loudFrom: 3)
        let item = MediaDescription(uri: file.absoluteString)
        try await session.perform(.replaceQueue([item], play: true, start: nil, index: 0), until: "movement") {
            snapshot, _ in snapshot.position.rate == 1
        }
        await session.perform(.pause)
        let id = try #require(session.snapshot.current?.id)
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 3_500_000_000)))
        try await session.perform(.play, until: "the end") { snapshot, _ in snapshot.status == .stopped }
        let loud = try session.samples(channels: 1).count { abs(Int($0)) > 5_000 }
        #expect(loud > 44_100 / 8, "\(loud) loud samples of the last half second")
        await session.close()
    }
}
