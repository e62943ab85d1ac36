import DBusKit
import Foundation
import TestSupport
import Testing

/// One sine in files of every codec, one after the other: each join is right to the sample.
@Suite(
    .quiet, .needs("dbus-daemon", "ffmpeg", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse")
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

    @Test func everyCodecJoinsEveryOther() throws {
        let sandbox = try Sandbox()
        let folder = "\(sandbox.directory)/pieces"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let formats = Self.tour([.flac, .opus, .lame, .lameOfItsOwn, .otherNumbers, .taggedMP3, .aac, .taggedAAC])
        var (pieces, lengths, start) = ([String](), [Int](), 0)
        for (index, format) in formats.enumerated() {
            let length = 40_000 + index * 37 % 1_200
            pieces.append(try format.write(start..<start + length, as: "\(index)", in: folder))
            lengths.append(length)
            start += length
        }
        let piped = try PipedStage(in: sandbox)
        defer { piped.stage.close() }
        let remote = piped.stage.remote
        try remote.replace(pieces)
        try remote.wait("the end", within: 300) { remote.status == "Stopped" && remote.changes > 3 }
        piped.stage.daemon.finish()
        let samples = piped.samples
        let (errors, length) = Self.joins(of: lengths, in: samples[...], rate: PipedStage.rate)
        print("\(formats.count) pieces, \(length) samples too many")
        for (index, error) in errors.enumerated() {
            print("\(formats[index]) → \(formats[index + 1]): \(error)")
            #expect(abs(error) <= 1, "\(formats[index]) → \(formats[index + 1])")
        }
        #expect(abs(length) <= 20)
    }
}
