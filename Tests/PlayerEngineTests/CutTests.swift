import Foundation
import Glibc
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Whatever is asked of the player around a cut: nothing of what it leaves out is heard, and playback goes on.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CutTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func whateverIsAskedForNothingOfACutIsHeard(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let session = try await Session()
        let folder = session.directory.appendingPathComponent("cut")
        try Fixtures.copyCut(to: folder.path)
        let name = seed.isMultiple(of: 2) ? "cut.mkv" : "cut.flac"
        let item = MediaDescription(uri: folder.appendingPathComponent(name).absoluteString)
        await session.perform(.replaceQueue([item, item], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        var history: [String] = []
        for _ in 0..<25 {
            let milliseconds = Int.random(in: 0..<250, using: &generator)
            try await Task.sleep(for: .milliseconds(milliseconds))
            let command = Self.command(session, &generator)
            history.append(
                "\(milliseconds) ms, at \(session.position().seconds), \(session.bytesHeard / 4) heard: \(command)")
            await session.perform(command)
        }
        // From shortly before the cut to the end of the queue.
        await session.perform(.setRate(1))
        await session.perform(.replaceQueue([item], play: true, start: .init(nanoseconds: 1_200_000_000), index: 0))
        try await session.wait("the end after \(history)", seconds: 20) { snapshot, _ in snapshot.status == .stopped }
        let skips = session.notices.filter { if case .segments(.skipped) = $0 { true } else { false } }
        #expect(!skips.isEmpty)
        let loud = Self.blockedTone(try session.samples(channels: 2))
        #expect(
            loud.count <= 2,
            "\(loud.count * 5) ms of the cut at a time, from frame \(loud.frame) on:\n\(history.joined(separator: "\n"))"
        )
        await session.close()
    }

    /// An item that begins inside of a cut is sought before it is heard: its position moves all the same, whether the
    /// output is closed, as for the first, or plays.
    @Test func whatBeginsInsideOfACutMoves() async throws {
        let session = try await Session()
        let folder = session.directory.appendingPathComponent("cut")
        try Fixtures.copyCut(to: folder.path)
        try "0 1.5 0\n1.6 2.5 0\n".write(
            to: folder.appendingPathComponent("cut.edl"), atomically: true, encoding: .utf8)
        let item = MediaDescription(uri: folder.appendingPathComponent("cut.flac").absoluteString)
        for _ in 0..<3 {
            await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
            let id = session.snapshot.current?.id
            try await session.wait("moving", seconds: 30) { snapshot, _ in
                snapshot.current?.id == id && snapshot.position.rate == 1 && snapshot.position.position.seconds >= 1.4
            }
            try await session.wait("the second cut", seconds: 30) { snapshot, _ in
                snapshot.position.rate == 1 && snapshot.position.position.seconds >= 2.5
            }
        }
        await session.close()
    }

    /// scaletempo looks ahead: what it took before the cut was known may hold the beginning of the cut.
    @Test(arguments: [0.7, 1.5]) func aCutThatIsKnownLateIsNotHeardAtAnotherRate(rate: Double) async throws {
        var access = FileAccess()
        let systems = FileAccess()
        access.findings = { uri, file in
            // A slow disk. The delay is the subject: the cut must become known after its beginning was decoded.
            usleep(300_000)
            return systems.findings(uri, file)
        }
        let session = try await Session(access: access)
        let folder = session.directory.appendingPathComponent("cut")
        try Fixtures.copyCut(to: folder.path)
        let item = MediaDescription(uri: folder.appendingPathComponent("cut.flac").absoluteString)
        await session.perform(.setRate(rate))
        let start = MediaTime(nanoseconds: 900_000_000)
        await session.perform(.replaceQueue([item, item], play: true, start: start, index: 0))
        try await session.wait("the end", seconds: 20) { snapshot, notices in
            snapshot.status == .stopped && !notices.isEmpty
        }
        let loud = Self.blockedTone(try session.samples(channels: 2))
        #expect(loud.count <= 1, "\(loud.count * 5) ms of the cut, from frame \(loud.frame) on")
        await session.close()
    }

    /// The same of a range without sound.
    @Test(arguments: [0.7, 1.5]) func aSilenceThatIsKnownLateIsKeptAtAnotherRate(rate: Double) async throws {
        var access = FileAccess()
        let systems = FileAccess()
        access.findings = { uri, file in
            // A slow disk. The delay is the subject: the cut must become known after its beginning was decoded.
            usleep(300_000)
            return systems.findings(uri, file)
        }
        let session = try await Session(access: access)
        let folder = session.directory.appendingPathComponent("cut")
        try Fixtures.copyCut(to: folder.path)
        try "1.5 2.5 1\n".write(to: folder.appendingPathComponent("cut.edl"), atomically: true, encoding: .utf8)
        let item = MediaDescription(uri: folder.appendingPathComponent("cut.flac").absoluteString)
        await session.perform(.setRate(rate))
        let start = MediaTime(nanoseconds: 900_000_000)
        await session.perform(.replaceQueue([item, item], play: true, start: start, index: 0))
        try await session.wait("the end", seconds: 20) { snapshot, notices in
            snapshot.status == .stopped && !notices.isEmpty
        }
        let loud = Self.blockedTone(try session.samples(channels: 2))
        #expect(loud.count <= 1, "\(loud.count * 5) ms of the silence, from frame \(loud.frame) on")
        await session.close()
    }

    /// Sound is on its way before it is heard: the next cut has to be known by then.
    @Test func manyCutsInARowLeakNothing() async throws {
        let session = try await Session()
        let folder = session.directory.appendingPathComponent("cut")
        try Fixtures.copyCut(to: folder.path)
        // The blocked second in slices, and a little more on both sides of each slice of 50 ms that is left.
        let cuts = (0..<8).map { "\(1.35 + Double($0) * 0.15) \(1.45 + Double($0) * 0.15) 0" }
        try (cuts + ["1.44 2.51 0"]).joined(separator: "\n").write(
            to: folder.appendingPathComponent("cut.edl"), atomically: true, encoding: .utf8)
        let item = MediaDescription(uri: folder.appendingPathComponent("cut.flac").absoluteString)
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the end", seconds: 20) { snapshot, notices in
            snapshot.status == .stopped && !notices.isEmpty
        }
        #expect(Self.blockedTone(try session.samples(channels: 2)).count <= 1)
        await session.close()
    }

    private static func command(_ session: Session, _ generator: inout SplitMix64) -> PlayerCommand {
        func milliseconds(_ range: Range<Int64>) -> MediaTime {
            MediaTime(nanoseconds: Int64.random(in: range, using: &generator) * 1_000_000)
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: return .playPause
        case 2: return .seek(by: milliseconds(-900..<900))
        case 3, 4:
            // Mostly to right before the cut.
            guard let id = session.snapshot.current?.id else { return .play }
            return .setPosition(id, milliseconds(1_100..<1_600))
        case 5: return .setRate([0.75, 1, 1.5].randomElement(using: &generator) ?? 1)
        case 6: return .tracks(.selectAudio(0))
        default: return .play
        }
    }

    /// How many stretches of 5 ms in a row hold the tone of 2 kHz, at most, and the frame with which those begin.
    private static func blockedTone(_ samples: [Int16]) -> (count: Int, frame: Int) {
        let size = 240
        let step = 2 * Double.pi * 2_000 / 48_000
        var (longest, run, first) = (0, 0, 0)
        for start in stride(from: 0, to: samples.count - size, by: size) {
            var (sine, cosine) = (0.0, 0.0)
            for offset in 0..<size {
                sine += Double(samples[start + offset]) * sin(step * Double(offset))
                cosine += Double(samples[start + offset]) * cos(step * Double(offset))
            }
            run = 2 * hypot(sine, cosine) / Double(size) > 2_500 ? run + 1 : 0
            if run > longest { (longest, first) = (run, start - (run - 1) * size) }
        }
        return (longest, first)
    }
}
