import Foundation
import Glibc
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// The length of what is written, read from the ends of files that do not state it.
@Suite(.needs("ffmpeg"), .serialized) struct WrittenSpanTests {
    /// A film that was recorded: nobody knew its length when it began.
    private static func recording(_ name: String, _ options: [String], seconds: Int = 8) throws -> [UInt8] {
        let folder = try ItemFolder()
        let path = "\(folder.path)/\(name)"
        let made = try ChildProcess.run(
            "sh",
            [
                "-c",
                """
                ffmpeg -v error -f lavfi -i testsrc2=s=160x90:r=25:d=\(seconds) -f lavfi -i sine=r=48000:d=\(seconds) \
                -c:v libx264 -preset ultrafast -g 25 -c:a aac -f nut - | ffmpeg -v error -y -i - -c copy \
                \(options.joined(separator: " ")) \(path)
                """,
            ], within: 60)
        guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static let kinds: [(name: String, options: [String])] = [
        ("film.mkv", ["-f", "matroska"]),
        ("endless.mkv", ["-f", "matroska", "-live", "1"]),
        ("small.mkv", ["-f", "matroska", "-cluster_time_limit", "500"]),
        ("film.ts", ["-f", "mpegts"]),
        ("film.m2ts", ["-f", "mpegts", "-mpegts_m2ts_mode", "1"]),
        ("film.mp4", ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]),
        (
            "tracks.mp4",
            ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+separate_moof", "-frag_duration", "500000"]
        ),
        ("late.mp4", ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov", "-output_ts_offset", "10"]),
        (
            "edited.mp4", ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+delay_moov", "-output_ts_offset", "10"]
        ),
        // Smooth Streaming: without tfdt.
        ("smooth.ismv", ["-f", "ismv", "-frag_duration", "700000"]),
        ("late.mkv", ["-f", "matroska", "-output_ts_offset", "10"]),
    ]

    @Test func theSpanIsThatOfTheSamples() throws {
        for (name, options) in Self.kinds {
            let length = MediaProbe.writtenSpan(ByteSource(try Self.recording(name, options)))?.length
            #expect(abs((length?.seconds ?? 0) - 8) < 0.15, "\(name): \(length?.seconds ?? -1)")
        }
    }

    @Test func whatIsCutOffIsShorter() throws {
        for (name, options) in Self.kinds {
            let bytes = try Self.recording(name, options)
            var last = 0.0
            for tenth in 3...10 {
                let part = Array(bytes.prefix(bytes.count * tenth / 10))
                let length = MediaProbe.writtenSpan(ByteSource(part))?.length.seconds ?? 0
                #expect(length >= last && length <= 8.15, "\(name), \(tenth) tenths: \(length) after \(last)")
                // A fragment of a second, or a cluster of five, may be incomplete.
                let least = 8 * Double(tenth) / 10 - (name == "film.mkv" ? 5.5 : 2)
                #expect(length > least, "\(name), \(tenth) tenths: \(length)")
                last = length
            }
        }
    }

    @Test func aClockThatOverflowsGoesOn() throws {
        // 33 bits at 90 kHz end after 95,443.7 s.
        let bytes = try Self.recording("film.ts", ["-f", "mpegts", "-output_ts_offset", "95440"])
        let length = MediaProbe.writtenSpan(ByteSource(bytes))?.length.seconds ?? 0
        #expect(abs(length - 8) < 0.15, "\(length)")
    }

    @Test func othersHaveNone() throws {
        for bytes in [[], [0x47], Array("RIFF....WAVEfmt ".utf8), [UInt8](repeating: 0x47, count: 4_000)] {
            #expect(MediaProbe.writtenSpan(ByteSource(bytes)) == nil)
        }
    }
}

@Suite struct FileGrowthTests {
    private static func append(_ count: Int, to descriptor: CInt) {
        _ = [UInt8](repeating: 1, count: count).withUnsafeBytes { write(descriptor, $0.baseAddress, count) }
    }

    @Test func aFileThatSomebodyWritesIsBeingWritten() throws {
        let folder = try ItemFolder()
        let path = "\(folder.path)/recording"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { if fcntl(descriptor, F_GETFD) >= 0 { close(descriptor) } }
        Self.append(10, to: descriptor)
        var growth = try #require(FileGrowth(Array(path.utf8)))
        #expect(growth.look().isBeingWritten)
        Self.append(5, to: descriptor)
        #expect(growth.look().length == 15)
        close(descriptor)
        // It has grown a moment ago: what opens it for each piece may come back.
        #expect(growth.look().isBeingWritten)
        // Nobody writes, and it has not grown since.
        var again = try #require(FileGrowth(Array(path.utf8)))
        #expect(again.look().mayGrow && !again.look().isBeingWritten)
    }

    @Test func anOldFileIsComplete() throws {
        let folder = try ItemFolder()
        let path = "\(folder.path)/film"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
        #expect(utimes(path, &times) == 0)
        var growth = try #require(FileGrowth(Array(path.utf8)))
        #expect(!growth.look().mayGrow)
        #expect(FileGrowth(Array("\(folder.path)/gone".utf8)) == nil)
        #expect(FileGrowth(Array(folder.path.utf8)) == nil)
    }

    /// Looking must not disturb those who open the file meanwhile.
    @Test func aLookDisturbsNoWriter() throws {
        let folder = try ItemFolder()
        let path = "\(folder.path)/film"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        var growth = try #require(FileGrowth(Array(path.utf8)))
        for _ in 0..<200 {
            _ = growth.look()
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            #expect(descriptor >= 0)
            close(descriptor)
        }
    }

    /// A fragment may claim that its data is anywhere.
    @Test func dataBeyondAllPlacesIsNotThere() {
        let header = MP4Bytes.box(
            "tfhd", [0, 0, 0, 0x19], MP4Bytes.number(UInt32(1)), MP4Bytes.number(UInt64.max),
            MP4Bytes.number(UInt32(1_000)), MP4Bytes.number(UInt32(Int32.max)))
        let run = MP4Bytes.box("trun", [0, 0, 0, 0], MP4Bytes.number(UInt32(2)))
        let file =
            MP4Bytes.ftyp
            + MP4Bytes.box("moov", MP4Bytes.mvhd(), MP4Bytes.track(1, handler: "soun"), MP4Bytes.box("mvex"))
            + MP4Bytes.box(
                "moof", MP4Bytes.box("mfhd", MP4Bytes.number(UInt64(1))), MP4Bytes.box("traf", header, run))
        #expect(MediaProbe.writtenSpan(ByteSource(file)) == nil)
    }
}
