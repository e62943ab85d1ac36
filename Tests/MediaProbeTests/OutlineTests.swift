import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// What is told of files whose container only GStreamer reads.
@Suite(.needs("ffmpeg"), .serialized) struct OutlineTests {
    private static func make(_ name: String, _ options: String) throws -> [UInt8] {
        let folder = try ItemFolder()
        let path = "\(folder.path)/\(name)"
        let made = try ChildProcess.run(
            "sh",
            [
                "-c",
                """
                ffmpeg -v error -f lavfi -i testsrc2=s=160x90:r=25:d=4 -f lavfi -i sine=r=48000:d=4 \(options) \(path)
                """,
            ], within: 60)
        guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static let streams: [(options: String, codecs: [String])] = [
        ("-map 0 -map 1 -c:v mpeg2video -c:a mp2", ["MPEG-2", "MP2"]),
        ("-map 0 -map 1 -c:v libx264 -c:a aac", ["H.264", "AAC"]),
        ("-map 1 -c:a libopus", ["Opus"]),
        ("-map 1 -map 1 -c:a:0 ac3 -c:a:1 eac3 -metadata:s:a:0 language=deu", ["AC-3", "E-AC-3"]),
        ("-map 0 -map 1 -c:v libx264 -c:a ac3 -mpegts_m2ts_mode 1", ["H.264", "AC-3"]),
        // Its data is none that is known, but its tables are those of a transport stream.
        ("-map 1 -c:a libvorbis", []),
    ]

    @Test(arguments: streams.indices) func transportStreamsTellTheirTracks(index: Int) throws {
        let (options, codecs) = Self.streams[index]
        let outline = try #require(MediaProbe.outline(ByteSource(try Self.make("a.ts", options))))
        #expect(outline.container == "mpegts")
        #expect(outline.tracks.compactMap(\.format.codec) == codecs)
        if !codecs.isEmpty {
            #expect(abs((outline.duration?.seconds ?? 0) - 4) < 0.2, "\(String(describing: outline))")
        }
        if options.contains("deu") { #expect(outline.tracks.first?.language == "de") }
    }

    @Test(arguments: [
        ("a.avi", "avi"), ("a.mpg", "mpegps"), ("a.wma", "asf"), ("a.aac", "aac"), ("a.ac3", "ac3"), ("a.aiff", "aiff"),
        ("a.wv", "wavpack"), ("a.mp2", "mp2"), ("a.caf", "caf"), ("a.au", "au"),
    ])
    func othersHaveAName(name: String, container: String) throws {
        let bytes = try Self.make(name, "-shortest")
        #expect(MediaProbe.outline(ByteSource(bytes))?.container == container)
    }

    @Test func anythingElseHasNone() {
        for bytes in [[], Array("Some words, and no media at all.".utf8), [UInt8](repeating: 0, count: 2_000)] {
            #expect(MediaProbe.outline(ByteSource(bytes)) == nil)
        }
    }

    /// Tables that claim anything.
    @Test func damagedTablesEndInAResult() throws {
        let bytes = try Self.make("a.ts", "-map 0 -map 1 -c:v libx264 -c:a aac")
        for place in 0..<min(bytes.count, 188 * 4) where place % 188 != 0 {
            for byte: UInt8 in [0, 0xFF, bytes[place] ^ 0x80] {
                var changed = Array(bytes.prefix(188 * 20))
                changed[place] = byte
                #expect(MediaProbe.outline(ByteSource(changed))?.container == "mpegts")
            }
        }
    }
}
