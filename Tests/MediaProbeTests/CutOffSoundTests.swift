import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// The lengths of FLAC and FLV where the header does not tell them: written into a pipe, cut off, on a clock of their own.
@Suite(.needs("ffmpeg"), .serialized) struct CutOffSoundTests {
    private static func make(_ name: String, _ options: String, seconds: Int = 8) throws -> [UInt8] {
        let folder = try ItemFolder()
        let path = "\(folder.path)/\(name)"
        let made = try ChildProcess.run(
            "sh",
            [
                "-c",
                """
                ffmpeg -v error -f lavfi -i testsrc2=s=160x90:r=25:d=\(seconds) -f lavfi -i sine=r=48000:d=\(seconds) \
                \(options.replacingOccurrences(of: "OUT", with: path))
                """,
            ], within: 60)
        guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func found(_ bytes: [UInt8]) -> ContainerFindings {
        MediaProbe.container(ByteSource(bytes), uri: "file:///x")
    }

    @Test(arguments: ["", "-ac 2", "-sample_fmt s32", "-frame_size 1152", "-ac 6"])
    func flacFromAPipeIsAsLongAsItsFrames(options: String) throws {
        let bytes = try Self.make("pipe.flac", "-map 1 \(options) -c:a flac -f flac - | cat > OUT")
        #expect(FLACStreamInfo(bytes[8...])?.samples == 0)
        for bytes in [bytes, bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)] {
            let found = Self.found(bytes)
            #expect(found.isMeasured && found.duration?.seconds == 8, "\(found.duration?.seconds ?? -1)")
        }
    }

    @Test func flacThatWasCutOffIsShorter() throws {
        let bytes = try Self.make("whole.flac", "-map 1 -c:a flac OUT")
        let whole = Self.found(bytes)
        #expect(!whole.isMeasured && whole.duration?.seconds == 8)
        // The sine takes as many bytes in each second; what precedes it are tags and padding.
        let head = bytes.count / 8
        var last = 0.0
        for part in stride(from: 0.3, to: 0.95, by: 0.1) {
            let found = Self.found(Array(bytes.prefix(head + Int(Double(bytes.count - head) * part))))
            let length = found.duration?.seconds ?? 0
            #expect(found.isMeasured && length > last && length < 8, "\(part): \(length)")
            #expect(abs(length - 8 * (part * 7 + 1) / 8) < 1, "\(part): \(length)")
            #expect(Int((length * 48_000).rounded()) % 4_608 == 0, "whole frames")
            #expect(found.wholeDuration?.seconds == 8)
            last = length
        }
    }

    @Test(
        arguments: [
            "-map 1 -c:a aac", "-map 1 -c:a libmp3lame -ar 44100", "-c:v flv -c:a aac", "-c:v libx264 -c:a aac",
        ], [0, 100])
    func flvIsAsLongAsItsSamples(options: String, start: Int) throws {
        let bytes = try Self.make("film.flv", "\(options) -output_ts_offset \(start) OUT")
        let whole = Self.found(bytes)
        #expect(whole.container == "flv" && whole.isMeasured)
        #expect(abs((whole.duration?.seconds ?? 0) - 8) < 0.1, "\(whole.duration?.seconds ?? -1)")
        #expect(whole.tracks.last?.kind == .audio)
        #expect(whole.tracks.last?.format.codec == (options.contains("aac") ? "AAC" : "MP3"))
        #expect(
            whole.tracks.first?.format.codec
                == (options.contains("libx264") ? "H.264" : whole.tracks.first?.format.codec))
        var last = 0.0
        for part in stride(from: 0.2, to: 1, by: 0.1) {
            let length = Self.found(Array(bytes.prefix(Int(Double(bytes.count) * part)))).duration?.seconds ?? 0
            #expect(length > last && length < 8.1, "\(part): \(length)")
            last = length
        }
        #expect(last > 6)
    }

    @Test func flvWithoutSamplesHasNoLength() {
        let head = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
        #expect(Self.found(head).container == "flv" && Self.found(head).duration == nil)
        #expect(Self.found(head + [UInt8](repeating: 8, count: 100)).duration == nil)
        #expect(Self.found(head + [UInt8](repeating: 0xFF, count: 100)).duration == nil)
    }
}
