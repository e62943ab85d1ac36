import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Interstitials that are items of their own, as they are heard.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct InterstitialPlaybackTests {
    /// Low, because every sample is looked at on a thread that others wait for.
    private static let rate = 8_000

    /// A file of so many seconds in which every sample has the same level.
    private static func write(
        _ name: String, level: Int16, seconds: Double, rate: Int = rate, in folder: URL
    ) throws -> String {
        let samples = [Int16](repeating: level.littleEndian, count: Int(seconds * Double(rate)))
        let data = samples.withUnsafeBytes { Array($0) }
        let file = folder.appendingPathComponent(name)
        try Data(WaveFile.bytes(rate: rate, channels: 1, bits: 16, data: data)).write(to: file)
        return file.absoluteString
    }

    /// What was heard, one after the other: levels, and how many samples of each.
    private static func stretches(_ samples: [Int16]) -> [(level: Int, count: Int)] {
        var (stretches, start): ([(level: Int, count: Int)], Int) = ([], 0)
        samples.withUnsafeBufferPointer { samples in
            for index in 1..<max(1, samples.count) where samples[index] != samples[start] {
                stretches.append((Int(samples[start]), index - start))
                start = index
            }
        }
        return stretches + (samples.isEmpty ? [] : [(Int(samples[start]), samples.count - start)])
    }

    private static func film(_ uri: String, _ interstitial: (inout InterstitialDescription) -> Void) -> MediaDescription
    {
        var told = InterstitialDescription()
        told.id = "m"
        interstitial(&told)
        var fields = MediaDetails.Fields()
        fields.interstitials = [told]
        return MediaDescription(uri: uri, details: MediaDetails(fields))
    }

    @Test(arguments: [0, 2]) func twoAssetsAreJoinedToTheSample(resumeOffset: Int) async throws {
        let session = try await Session()
        let film = try Self.write("film.wav", level: 1_000, seconds: 8, in: session.directory)
        let ads = try [2_000, 3_000].map {
            try Self.write("\($0).wav", level: Int16($0), seconds: 3, in: session.directory)
        }
        let item = Self.film(film) { told in
            told.at = MediaTime(nanoseconds: 4_000_000_000)
            told.uris = ads
            told.resumeOffset = MediaTime(nanoseconds: Int64(resumeOffset) * 1_000_000_000)
        }
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the interstitial") { snapshot, _ in snapshot.interstitial?.index == 1 }
        #expect(session.snapshot.current?.id.isOfInterstitial == true)
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let heard = Self.stretches(try session.samples(channels: 1))
        #expect(heard.map(\.level) == [1_000, 2_000, 3_000, 1_000], "\(heard)")
        #expect(heard.map(\.count) == [4, 3, 3, 4 - resumeOffset].map { $0 * Self.rate })
        await session.close()
    }

    /// A sound server would begin a new stream for another format, with a moment of silence before and behind it.
    @Test func oneInAnotherFormatIsHeardInThatOfTheItem() async throws {
        let session = try await Session()
        let film = try Self.write("film.wav", level: 1_000, seconds: 6, in: session.directory)
        let ad = try Self.write("ad.wav", level: 2_000, seconds: 3, rate: 6_000, in: session.directory)
        let item = Self.film(film) { told in
            told.at = MediaTime(nanoseconds: 3_000_000_000)
            told.uris = [ad]
        }
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let samples = try session.samples(channels: 1)
        #expect(abs(samples.count - 9 * Self.rate) < Self.rate / 100, "\(samples.count) samples")
        #expect(samples.dropFirst(100).dropLast(100).allSatisfy { $0 > 500 }, "it was silent")
        await session.close()
    }

    @Test func oneThatIsGoneCostsNoSilence() async throws {
        let session = try await Session()
        let server = try MediaServer(folder: session.directory.path)
        defer { server.stop() }
        let film = try Self.write("film.wav", level: 1_000, seconds: 8, in: session.directory)
        let item = Self.film(film) { told in
            told.at = MediaTime(nanoseconds: 4_000_000_000)
            told.uris = [server.uri("404/ad.wav")]
        }
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let heard = Self.stretches(try session.samples(channels: 1))
        #expect(heard.map(\.level) == [1_000] && heard.first?.count == 8 * Self.rate, "\(heard)")
        #expect(session.snapshot.error == nil)
        await session.close()
    }

    /// All of a short item is on its way out as soon as it is opened; what follows it is prepared only then.
    @Test func aShortOneIsJoinedByWhatFollows() async throws {
        let session = try await Session()
        let film = try Self.write("film.wav", level: 1_000, seconds: 8, in: session.directory)
        let ad = try Self.write("ad.wav", level: 2_000, seconds: 1.5, in: session.directory)
        let item = Self.film(film) { told in
            told.at = MediaTime(nanoseconds: 4_000_000_000)
            told.uris = [ad]
        }
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        // A position that moves is told before the first sample is heard.
        try await session.waitForSound(heard: Self.rate / 5)
        let id = try #require(session.snapshot.current?.id)
        // Over the interstitial: it plays at once, and then what lies behind it.
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 6_000_000_000)))
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        let heard = Self.stretches(try session.samples(channels: 1))
        #expect(heard.map(\.level) == [1_000, 2_000, 1_000], "\(heard)")
        #expect(heard.last?.count == 2 * Self.rate)
        await session.close()
    }
}
