import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Items that consist of several files.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PartsTests {
    private static let rate = 44_100

    /// A tone that goes on over all parts, and its samples.
    private static func parts(_ count: Int, in session: Session) throws -> (item: MediaDescription, samples: [Int16]) {
        let samples = (0..<count * rate).map { frame in
            Int16(10_000 * sin(2 * .pi * 441 * Double(frame) / Double(rate)))
        }
        var parts: [MediaPart] = []
        for number in 0..<count {
            let file = session.directory.appendingPathComponent("\(number).wav")
            try wave(Array(samples[(number * rate)..<((number + 1) * rate)])).write(to: file)
            parts.append(
                MediaPart(
                    uri: file.absoluteString, title: "Part \(number)", duration: .init(nanoseconds: 1_000_000_000)))
        }
        var fields = MediaDetails.Fields()
        (fields.title, fields.parts) = ("Book", parts)
        return (MediaDescription(uri: session.directory.absoluteString, details: MediaDetails(fields)), samples)
    }

    private static func wave(_ samples: [Int16]) -> Data {
        func bytes(_ value: some FixedWidthInteger) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
        let size = UInt32(samples.count * 2)
        var data = Data("RIFF".utf8) + bytes(36 + size) + Data("WAVEfmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1))
        data += bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(rate * 2)) + bytes(UInt16(2)) + bytes(UInt16(16))
        data += Data("data".utf8) + bytes(size)
        return samples.reduce(into: data) { $0 += bytes($1) }
    }

    @Test("the parts are heard without a gap, in one time, as chapters") func gapless() async throws {
        let session = try await Session()
        let (item, samples) = try Self.parts(4, in: session)
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the third part") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.position.position.seconds >= 1.99
        }
        let snapshot = session.snapshot
        #expect(snapshot.items.count == 1 && snapshot.current?.duration?.seconds == 4)
        #expect(snapshot.chapters.chapters.map(\.start.seconds) == [0, 1, 2, 3])
        #expect(snapshot.current?.metadata.title == "Book")
        try await session.wait("the end", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        let heard = try session.samples(channels: 1)
        #expect(heard == samples, "\(heard.count) of \(samples.count) samples")
        #expect(!session.notices.contains { if case .seeked = $0 { true } else { false } })
        await session.close()
    }

    @Test("a speed that follows a seek into another part before the start is taken") func speedBehindASeek()
        async throws
    {
        let session = try await Session()
        let (item, _) = try Self.parts(8, in: session)
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        await session.perform(.pause)
        let id = try #require(session.snapshot.current?.id)
        try await session.wait("the item") { snapshot, _ in
            [.ready, .playing].contains(snapshot.itemStates[id]?.phase)
        }
        await session.perform(.setPosition(id, .init(nanoseconds: 3_500_000_000)))
        await session.perform(.setRate(1.5))
        await session.perform(.play)
        try await session.wait("its sound") { snapshot, _ in
            snapshot.position.rate > 0 && snapshot.position.position.seconds >= 3.5
        }
        #expect(session.snapshot.rate == 1.5 && session.snapshot.position.rate == 1.5)
        await session.close()
    }

    @Test("seeks lead into any part") func seeks() async throws {
        let session = try await Session()
        let (item, samples) = try Self.parts(5, in: session)
        let start = MediaTime(nanoseconds: 3_500_000_000)
        await session.perform(.replaceQueue([item], play: true, start: start, index: 0))
        try await session.wait("its start") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.position.position >= start
        }
        for target in [0.2, 2.25, 2.75, 1.5, 4.5] {
            await session.perform(
                .setPosition(try #require(session.snapshot.current?.id), .init(nanoseconds: Int64(target * 1e9))))
            try await session.wait("\(target)") { snapshot, _ in
                let position = snapshot.position
                return position.rate == 1 && abs(position.position.seconds - target) < 0.3
            }
        }
        try await session.wait("the end", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        let heard = try session.samples(channels: 1)
        #expect(heard.suffix(Self.rate / 4) == samples.suffix(Self.rate / 4))
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    @Test("a part that is missing is left out") func missing() async throws {
        let session = try await Session()
        let (item, _) = try Self.parts(4, in: session)
        try FileManager.default.removeItem(at: session.directory.appendingPathComponent("1.wav"))
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the part after it", seconds: 20) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.position.position.seconds >= 2
        }
        try await session.wait("the end", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        #expect(try session.samples(channels: 1).count == 3 * Self.rate)
        #expect(session.said.update({ $0 }).contains { $0.contains("1.wav is left out") })
        await session.close()
    }

    @Test("what begins in a missing part begins with the next one") func missingStart() async throws {
        let session = try await Session()
        let (item, samples) = try Self.parts(4, in: session)
        try FileManager.default.removeItem(at: session.directory.appendingPathComponent("1.wav"))
        let start = MediaTime(nanoseconds: 1_500_000_000)
        await session.perform(.replaceQueue([item], play: true, start: start, index: 0))
        try await session.wait("the part after it", seconds: 20) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.position.position.seconds >= 2
        }
        try await session.wait("the end", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil)
        #expect(try session.samples(channels: 1) == Array(samples.suffix(2 * Self.rate)))
        await session.close()
    }

    @Test("whatever is asked for, playback reaches the end", arguments: 1...4 as ClosedRange<UInt64>)
    func walk(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let session = try await Session()
        let (item, samples) = try Self.parts(5, in: session)
        await session.perform(.replaceQueue([item, item], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        var history: [String] = []
        for _ in 0..<25 {
            let milliseconds = Int.random(in: 0..<250, using: &generator)
            try await Task.sleep(for: .milliseconds(milliseconds))
            let target = MediaTime(nanoseconds: Int64.random(in: 0..<5_000_000_000, using: &generator))
            let id = session.snapshot.items[0].id
            let command: PlayerCommand =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: .pause
                case 1: .setRate(Bool.random(using: &generator) ? 1.5 : 1)
                case 2: .seek(by: .init(nanoseconds: Int64.random(in: -900_000_000..<900_000_000, using: &generator)))
                case 3: .goTo(id)
                case 4: .setPosition(session.snapshot.current?.id ?? id, target)
                // Shortly before the end of a part.
                case 5:
                    .setPosition(
                        session.snapshot.current?.id ?? id,
                        .init(nanoseconds: target.nanoseconds / 1_000_000_000 * 1_000_000_000 + 900_000_000))
                default: .play
                }
            history.append("\(milliseconds) ms, at \(session.position().seconds): \(command)")
            await session.perform(command)
        }
        await session.perform(.setRate(1))
        await session.perform(.replaceQueue([item], play: true, start: .init(nanoseconds: 3_200_000_000), index: 0))
        try await session.wait("the end after \(history)", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        #expect(session.snapshot.error == nil, "\(history)")
        let heard = try session.samples(channels: 1)
        #expect(heard.suffix(Self.rate) == samples.suffix(Self.rate), "\(history.joined(separator: "\n"))")
        await session.close()
    }
}
