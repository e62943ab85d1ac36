import DBusKit
import Foundation
import TestSupport
import Testing

/// Exports of a whole item have its sound to the sample, or with what an encoder's last frame adds.
@Suite(.system, .needs("dbus-daemon", "ffmpeg", "mkvpropedit", "pulseaudio", "pactl"))
struct ExportSoundTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var piece: SinePiece
        var ending: String
        var preset: String
        /// How many samples the export may have behind the sound.
        var slack = 0
        var testDescription: String { "\(piece) to .\(ending), \(preset)" }
    }

    private static let cases = [
        Case(piece: .flac, ending: "mka", preset: "passthrough"),
        Case(piece: .lame, ending: "mp3", preset: "passthrough"),
        Case(piece: .lameOfItsOwn, ending: "mp3", preset: "passthrough"),
        Case(piece: .aac, ending: "m4a", preset: "passthrough", slack: 1_024),
        Case(piece: .aac, ending: "mka", preset: "passthrough", slack: 1_024),
        Case(piece: .opus, ending: "opus", preset: "passthrough"),
        // FFmpeg reads the number of samples before the sound from the description, and all of the last packet.
        Case(piece: .opus, ending: "m4a", preset: "passthrough", slack: 960),
        Case(piece: .lame, ending: "flac", preset: "exact"), Case(piece: .aac, ending: "flac", preset: "exact"),
        Case(piece: .taggedAAC, ending: "wav", preset: "exact"), Case(piece: .opus, ending: "flac", preset: "exact"),
        Case(piece: .vorbis, ending: "flac", preset: "exact"), Case(piece: .flac, ending: "mp3", preset: "exact"),
        Case(piece: .flac, ending: "m4a", preset: "exact", slack: 1_024),
    ]

    @Test(arguments: cases) func theWholeSoundIsThere(file: Case) throws {
        let length = 72_123
        try Stage.perform { stage in
            let rig = try ExportRig(stage)
            let uri = try file.piece.write(0..<length, as: "piece", in: rig.folder)
            try rig.open(try #require(URL(string: uri)?.path))
            let out = "\(rig.folder)/out.\(file.ending)"
            let job = try rig.end(of: rig.export(to: out, preset: file.preset, ranges: []))
            try #require(job.status == "completed", "\(job.error)")
            let raw = "\(rig.folder)/raw"
            try rig.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", out, "-ac", "1", "-ar", "48000", "-f", "s16le", raw])
            let samples = try Data(contentsOf: URL(fileURLWithPath: raw)).withUnsafeBytes {
                Array($0.bindMemory(to: Int16.self))
            }
            let more = samples.count - length
            #expect((-1...file.slack + 1).contains(more), "\(more) samples too many")
            // 88 turns of the sine behind the beginning.
            let phase = Sine.fit(samples[9_600..<57_600], frequency: SinePiece.frequency, rate: SinePiece.rate).phase
            let error = (phase / (2 * .pi)).remainder(dividingBy: 1) * Double(SinePiece.rate) / SinePiece.frequency
            print("\(file.testDescription): \(more) samples more, \(error) samples late")
            #expect(abs(error) < 1)
        }
    }
}
