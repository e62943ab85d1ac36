import Foundation
import PlayerCore
import Testing

/// Real pipelines: what comes out of the output, measured.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PlaybackTests {
    @Test func twoFilesJoinSampleExact() async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue([Fixture.item("sine-a.flac"), Fixture.item("sine-b.flac")], play: true, start: nil, index: 0))
        try await session.wait("the second file") { snapshot, _ in
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
        let position = session.position().seconds
        #expect(position >= 5 && position < 5.3)
        await session.close()
    }
}
