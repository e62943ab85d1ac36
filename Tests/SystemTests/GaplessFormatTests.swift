import DBusKit
import Foundation
import TestSupport
import Testing

/// One sine in files of every codec, one after the other: each join is right to the sample.
@Suite(
    .quiet,
    .needs(
        "dbus-daemon", "ffmpeg", "mkvmerge", "mkvpropedit", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber",
        "pipewire-pulse")
)
struct GaplessFormatTests {
    /// Every format after every other one; otherwise each of them after two others, or after itself.
    private static let isComplete = ProcessInfo.processInfo.environment["MEDIAD_GAPLESS_ALL"] != nil

    /// Formats in an order in which each pair that is tested occurs once.
    private static func tour(_ formats: [SinePiece]) -> [SinePiece] {
        guard isComplete else { return formats + formats.flatMap { [$0, $0] }.reversed() }
        var left = Set(formats.flatMap { first in formats.map { [first, $0] } })
        var (trail, tour) = ([formats[0]], [SinePiece]())
        // Hierholzer's way through all pairs.
        while let here = trail.last {
            if let next = formats.first(where: { left.contains([here, $0]) }) {
                left.remove([here, next])
                trail.append(next)
            } else {
                tour.append(trail.removeLast())
            }
        }
        return tour.reversed()
    }

    /// What is wrong at the joins of a sine, in samples of the pieces.
    private static func joins(
        of lengths: [Int], in heard: ArraySlice<Int16>, rate: Int
    ) -> (errors: [Double], length: Double) {
        let scale = Double(rate) / Double(SinePiece.rate)
        var (start, phases) = (0, [Double]())
        for length in lengths {
            // What a codec does at the edges is not asked about.
            let edge = length / 5
            let part =
                heard.startIndex + Int(Double(start + edge) * scale)..<heard.startIndex
                + Int(Double(start + length - edge) * scale)
            start += length
            phases.append(
                Sine.fit(heard[part.clamped(to: heard.indices)], frequency: SinePiece.frequency, rate: rate).phase)
        }
        let turn = Double(SinePiece.rate) / SinePiece.frequency
        let errors = zip(phases, phases.dropFirst()).map { before, after in
            ((after - before) / (2 * .pi)).remainder(dividingBy: 1) * turn
        }
        return (errors, Double(heard.count) / scale - Double(start))
    }

    /// Those that say what their encoders added. Opus and FLAC in Matroska do it in their own headers.
    ///
    /// Left out are those that say less, and two kinds in Matroska: a padding of FLAC is not cut, and FFmpeg lets the sound of
    /// Vorbis begin up to three milliseconds late.
    private static let exact = SinePiece.allCases.filter {
        ![
            .shine, .bareAAC, .matroskaAAC, .plainMatroskaAAC, .fragmentedAAC, .fragmentedOpus, .paddedVorbis,
            .paddedFLAC,
        ].contains($0)
    }

    /// One sample at 48 kHz, and what noise of codecs and the resampler of a server does to a phase.
    private static let tolerance = 1.05

    private struct Pieces {
        var uris: [String] = []
        var lengths: [Int] = []
        let formats: [SinePiece]

        /// - Parameter lengths: of each piece, by its index.
        init(_ formats: [SinePiece], in sandbox: Sandbox, length: (Int) -> Int) throws {
            let folder = "\(sandbox.directory)/pieces"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            self.formats = formats
            var start = 0
            for (index, format) in formats.enumerated() {
                let count = length(index)
                uris.append(try format.write(start..<start + count, as: "\(index)", in: folder))
                lengths.append(count)
                start += count
            }
        }

        /// - Parameter slack: by how many samples the whole may be longer or shorter.
        func check(
            _ samples: ArraySlice<Int16>, rate: Int, within tolerance: Double, slack: Double = 50, _ name: String
        ) {
            let (errors, length) = GaplessFormatTests.joins(of: lengths, in: samples, rate: rate)
            print("\(name): \(formats.count) pieces, \(length) samples too many")
            for (index, error) in errors.enumerated() {
                print("\(formats[index]) → \(formats[index + 1]): \(error)")
                #expect(abs(error) <= tolerance, "\(formats[index]) → \(formats[index + 1])")
            }
            // By default less than a turn of the sine, which the phases do not show.
            #expect(abs(length) <= slack)
        }
    }

    private static func heard(
        _ piped: PipedStage, within seconds: Double = 120, _ play: (Remote) throws -> Void
    ) throws -> [Int16] {
        defer { piped.stage.close() }
        let remote = piped.stage.remote
        try play(remote)
        try remote.wait("the end", within: seconds) { remote.status == "Stopped" && remote.changes > 3 }
        piped.stage.daemon.finish()
        return piped.samples
    }

    @Test func everyCodecJoinsEveryOther() throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces(Self.tour(Self.exact), in: sandbox) { 40_000 + $0 * 37 % 1_200 }
        let samples = try Self.heard(try PipedStage(in: sandbox), within: 300) { try $0.replace(pieces.uris) }
        pieces.check(samples[...], rate: PipedStage.rate, within: Self.tolerance, "the output")
        #expect(samples.count == pieces.lengths.reduce(0, +))
    }

    /// A recording during which the machine stood still is made again.
    @Test(arguments: SoundServer.Kind.dependable) func andAtSoundServers(kind: SoundServer.Kind) throws {
        for attempt in 1...MachinePulse.attempts {
            let pulse = MachinePulse()
            var isWhole = true
            try Stage.perform(hearing: kind) { stage, server in
                let pieces = try Pieces(Self.exact, in: stage.sandbox) { 48_000 + $0 * 37 % 1_200 }
                let recording = try server.record()
                defer { recording.stop() }
                let begun = Moment.now
                try stage.remote.replace(pieces.uris)
                _ = try recording.waitForSound(after: begun, within: 10)
                try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
                try recording.waitForSilence(of: 0.3, within: 5)
                let samples = recording.samples
                let first = samples.firstIndex { abs(Int($0)) > 300 } ?? 0
                let last = samples.lastIndex { abs(Int($0)) > 300 } ?? 0
                let millisecond = recording.rate / 1_000
                let quietest =
                    stride(from: first + 20 * millisecond, to: last - 20 * millisecond, by: millisecond)
                    .map { Sine.peak(samples[$0..<$0 + 2 * millisecond]) }.min() ?? 0
                if quietest < 2_000, pulse.withheld > 0.01, attempt < MachinePulse.attempts {
                    print("recorded again: threads had no processor for \(pulse.withheld) s")
                    isWhole = false
                    return
                }
                #expect(quietest > 2_000)
                // Servers fade in and out. The output is counted to the sample.
                pieces.check(
                    samples[first...last], rate: recording.rate, within: Self.tolerance, slack: 1_440, kind.rawValue)
            }
            if isWhole { return }
        }
    }

    /// Each round of a loop begins with the first sample: 440 turns of the sine.
    @Test(arguments: [
        SinePiece.lame, .lameOfItsOwn, .aac, .taggedAAC, .opus, .vorbis, .webmOpus, .mp4Opus, .matroskaFLAC,
        .matroskaMP3,
    ])
    func andItself(format: SinePiece) throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces([format], in: sandbox) { _ in 48_000 }
        let piped = try PipedStage(in: sandbox)
        let samples = try Self.heard(piped) { remote in
            try remote.set(.player, "LoopStatus", .string("Track"))
            try remote.replace(pieces.uris)
            try remote.wait("four rounds") { piped.sound.state.update { $0.bytes.count } > 2 * 4 * 48_000 }
            try remote.call(.player, "Stop")
        }
        for round in 0..<3 {
            let part = samples[round * 48_000 + 9_600..<round * 48_000 + 57_600]
            let error = Sine.fit(part, frequency: SinePiece.frequency, rate: PipedStage.rate).phase / (2 * .pi) * 109.09
            print("\(format), round \(round): \(error)")
            #expect(abs(error) <= Self.tolerance, "round \(round)")
            #expect(Sine.peak(samples[(round + 1) * 48_000 - 60..<(round + 1) * 48_000 + 60]) > 6_000)
        }
    }

    /// A blocked range of 440 turns in the middle.
    @Test(arguments: [
        SinePiece.lame, .aac, .taggedAAC, .opus, .vorbis, .flac, .webmOpus, .mp4Opus, .matroskaFLAC, .matroskaMP3,
    ])
    func andWhatFollowsACut(format: SinePiece) throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces([format], in: sandbox) { _ in 144_000 }
        let samples = try Self.heard(try PipedStage(in: sandbox)) { remote in
            let segment: [String: DBusValue] = [
                "start": .int64(1_000_000), "end": .int64(2_000_000), "kind": .string("blocked"),
            ]
            let item: [String: DBusValue] = ["uri": .string(pieces.uris[0]), "segments": .propertyLists([segment])]
            try remote.call(.queue, "Replace", [.propertyLists([item]), .properties(["play": .boolean(true)])])
        }
        #expect(abs(samples.count - 96_000) <= 1)
        let errors = Self.joins(of: [48_000, 48_000], in: samples[...], rate: PipedStage.rate).errors
        print("\(format) behind a cut: \(errors), \(samples.count) samples")
        #expect(errors.allSatisfy { abs($0) <= Self.tolerance })
    }

    /// Media time 0 is the first sample of the sound, and the length is that of the sound: at the start, in the middle, and
    /// after a seek back to the start.
    @Test(
        arguments: [
            SinePiece.lame, .lameOfItsOwn, .taggedMP3, .aac, .taggedAAC, .opus, .vorbis, .mp4Opus, .matroskaMP3,
        ], [0.0, 0.5])
    func timesAreThoseOfTheSound(format: SinePiece, target: Double) throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces([format], in: sandbox) { _ in 72_123 }
        let piped = try PipedStage(in: sandbox)
        var length: Int64?
        let samples = try Self.heard(piped) { remote in
            try remote.replace(pieces.uris)
            try remote.wait("half a second") { piped.sound.state.update { $0.bytes.count } > 48_000 }
            try remote.call(.player, "SetPosition", [.objectPath(remote.track), .int64(Int64(target * 1e6))])
            length = remote.metadata["mpris:length"]?.asInt64
        }
        #expect(abs((length ?? 0) - 72_123 * 1_000_000 / 48_000) <= 1_000, "\(length ?? 0)")
        // What follows the seek, without the edges. 220 turns of the sine precede its target.
        let count = 72_123 - Int(target * 48_000)
        let part = Array(samples.suffix(count))[4_800..<count - 4_800]
        let error = Sine.fit(part, frequency: SinePiece.frequency, rate: PipedStage.rate).phase / (2 * .pi) * 109.09
        print("\(format) from \(target): \(error), \(length ?? 0) µs")
        #expect(samples.count > count + 4_800 && abs(error) <= Self.tolerance)
    }

    /// AAC and Opus whose encoder does not say all: no more than a frame is added to the sound, and nothing of it is missing.
    @Test(arguments: [SinePiece.bareAAC, .matroskaAAC, .plainMatroskaAAC, .fragmentedAAC, .fragmentedOpus])
    func anAACFrameAtMostIsAdded(format: SinePiece) throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces([format, format], in: sandbox) { _ in 48_000 }
        let samples = try Self.heard(try PipedStage(in: sandbox)) { try $0.replace(pieces.uris) }
        print("\(format): \(samples.count - 96_000) samples too many")
        #expect((96_000...96_000 + 2 * 1_024).contains(samples.count), "\(samples.count)")
        // 440 turns of the sine, and then the same again.
        let loudest = stride(from: 0, to: 96_000, by: 2_400).map { Sine.peak(samples[$0..<$0 + 2_400]) }
        #expect(loudest.allSatisfy { $0 > 6_000 }, "\(loudest)")
    }

    /// What no header counts is heard: at most a frame at either end, and not one sample of the sound is missing.
    @Test func whereTheEncoderSaysNothingNothingIsCut() throws {
        let sandbox = try Sandbox()
        let pieces = try Pieces([.shine], in: sandbox) { _ in 48_000 }
        let samples = try Self.heard(try PipedStage(in: sandbox)) { try $0.replace(pieces.uris) }
        #expect((48_000...48_000 + 3 * 1_152).contains(samples.count), "\(samples.count)")
    }
}
