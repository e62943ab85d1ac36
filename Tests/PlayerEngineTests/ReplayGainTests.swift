import Foundation
import PlayerCore
import TestSupport
import Testing

/// Gains as they are heard: sample by sample, from a sink that writes into a file.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReplayGainTests {
    private static let tags = [
        ["REPLAYGAIN_TRACK_GAIN=-9.00 dB", "REPLAYGAIN_TRACK_PEAK=0.70", "ALBUM=One", "TRACKNUMBER=1"],
        ["REPLAYGAIN_TRACK_GAIN=-3.00 dB", "REPLAYGAIN_TRACK_PEAK=0.70", "ALBUM=Two", "TRACKNUMBER=1"],
    ]

    /// What is heard of both files, one after the other.
    private func hear(_ mode: ReplayGainMode, tags: [[String]] = tags) async throws -> (
        samples: [Int16], gains: [Double]
    ) {
        var settings = PlayerSettings()
        settings.replayGain = mode
        let session = try await Session(settings: settings)
        let items = try zip(["sine-a.flac", "sine-b.flac"], tags).map { name, tags in
            MediaDescription(
                uri: try TaggedFLAC.write(name, tags, to: session.directory.appendingPathComponent(name)))
        }
        await session.perform(.replaceQueue(items, play: true, start: nil, index: 0))
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped && snapshot.lastEnding != nil }
        let gains = items.indices.compactMap { session.gains[$0] }
        let samples = try session.samples(channels: 2)
        await session.close()
        return (samples, gains)
    }

    @Test func theGainChangesAtTheExactSampleOfTheJoin() async throws {
        let (plain, none) = try await hear(.off)
        let (heard, gains) = try await hear(.track)
        #expect(none == [0, 0])
        #expect(gains == [-9, -3])
        try #require(plain.count == 4 * 44_100 && heard.count == plain.count)
        let join = try decoded("sine-a.flac").count
        let factors = gains.map { pow(10, $0 / 20) }
        for index in plain.indices {
            let factor = factors[index < join ? 0 : 1]
            let expected = Int16((Double(plain[index]) * factor).rounded())
            guard heard[index] == expected else {
                Issue.record("sample \(index) is \(heard[index]), not \(expected)")
                return
            }
        }
    }

    /// Off, every sample is the file's.
    @Test func offIsBitExact() async throws {
        let (heard, _) = try await hear(.off)
        let files = try ["sine-a.flac", "sine-b.flac"].flatMap(decoded)
        try #require(files.count == heard.count)
        #expect(heard == files)
    }

    /// What another program decodes of a fixture: the first channel.
    private func decoded(_ name: String) throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).raw")
        defer { try? FileManager.default.removeItem(at: file) }
        let pipeline =
            "filesrc location=\(Fixtures.path(name)) ! flacparse ! flacdec ! filesink location=\(file.path)"
        _ = try ChildProcess.run(
            "gst-launch-1.0", ["-q"] + pipeline.split(separator: " ").map(String.init),
            environment: ProcessInfo.processInfo.environment)
        let bytes = [UInt8](try Data(contentsOf: file))
        return stride(from: 0, to: bytes.count, by: 4).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// Each file by its track's gain: APEv2 at the end of an MP3 file with an ID3 tag, and iTunes's atoms in MP4.
    @Test func gainsInAPEAndMP4AreUsed() async throws {
        let tags = [("replaygain_track_gain", "-6.50 dB"), ("replaygain_track_peak", "0.500000")]
        var settings = PlayerSettings()
        settings.replayGain = .track
        let session = try await Session(settings: settings)
        let upper = tags.map { ($0.uppercased(), $1) }
        let folder = session.directory
        let items = [
            try GainTags.ape("tone.mp3", upper, to: folder.appendingPathComponent("a.mp3")),
            try GainTags.iTunes("tone.m4a", tags, to: folder.appendingPathComponent("b.m4a")),
            try GainTags.iTunes("tone.m4a", upper, to: folder.appendingPathComponent("c.m4a")),
        ].map { MediaDescription(uri: $0) }
        await session.perform(.replaceQueue(items, play: true, start: nil, index: 0))
        try await session.wait("the end", seconds: 20) { snapshot, _ in
            snapshot.status == .stopped && snapshot.lastEnding != nil
        }
        #expect(items.indices.map { session.gains[$0] } == [-6.5, -6.5, -6.5])
        await session.close()
    }

    @Test func autoPlaysAnAlbumByItsAlbumGain() async throws {
        let tags = [1, 2].map {
            [
                "REPLAYGAIN_TRACK_GAIN=-\($0).00 dB", "REPLAYGAIN_ALBUM_GAIN=-6.00 dB", "REPLAYGAIN_ALBUM_PEAK=0.5",
                "ALBUM=One", "TRACKNUMBER=\($0)",
            ]
        }
        #expect(try await hear(.auto, tags: tags).gains == [-6, -6])
    }
}
