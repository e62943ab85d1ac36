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
}
