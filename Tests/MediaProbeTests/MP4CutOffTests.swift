import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// The length of MP4 files whose movie box tells of more samples than the file has.
@Suite(.needs("ffmpeg"), .serialized) struct MP4CutOffTests {
    private struct Packet {
        var stream: String
        /// When it is decoded, in seconds.
        var time: Double
        var bytes: Range<Int>
    }

    private static let seconds = 8.0

    private static func make(_ name: String, _ options: String, in folder: ItemFolder) throws -> [UInt8] {
        let path = "\(folder.path)/\(name)"
        let made = try ChildProcess.run(
            "sh",
            [
                "-c",
                """
                ffmpeg -v error -y -f lavfi -i testsrc2=s=160x90:r=25:d=\(seconds) -f lavfi -i sine=r=48000:d=\(seconds) \
                -c:v libx264 -preset veryfast -g 25 -c:a aac \(options) \(path)
                """,
            ], within: 60)
        guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Every packet, as another reader finds it.
    private static func packets(_ name: String, in folder: ItemFolder) throws -> [Packet] {
        let told = try ChildProcess.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "packet=stream_index,dts_time,size,pos", "-of", "csv=p=0",
                "\(folder.path)/\(name)",
            ], within: 60)
        return told.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",").map(String.init)
            guard fields.count >= 4, let time = Double(fields[1]), let size = Int(fields[2]), let place = Int(fields[3])
            else { return nil }
            return Packet(stream: fields[0], time: time, bytes: place..<place + size)
        }
    }

    private static let kinds: [(name: String, options: String)] = [
        ("sound.m4a", "-map 1 -movflags +faststart"),
        ("film.mp4", "-movflags +faststart"),
        ("plain.mov", "-movflags +faststart"),
        ("pcm.mov", "-c:a pcm_s16le -movflags +faststart"),
        // It has a box for fragments, and no fragment.
        ("whole.mp4", "-map 1 -movflags frag_keyframe"),
        // The clock of the movie is neither that of the media nor that of the item, which begins with its first sample.
        ("late.mp4", "-output_ts_offset 2 -movflags +faststart"),
    ]

    @Test(arguments: kinds.map(\.name)) func whatIsMissingIsNotCounted(name: String) throws {
        let folder = try ItemFolder()
        let options = try #require(Self.kinds.first { $0.name == name }).options
        let bytes = try Self.make(name, options, in: folder)
        let packets = try Self.packets(name, in: folder)
        let whole = MediaProbe.container(ByteSource(bytes), uri: "file:///x")
        #expect(!whole.isMeasured && whole.wholeDuration == nil)
        let length = try #require(whole.duration?.seconds)
        let begin = try #require(packets.map(\.bytes.lowerBound).min())
        let start = name == "late.mp4" ? packets.map(\.time).min() ?? 0 : 0
        for part in [0.2, 0.5, 0.87, 0.99] {
            let count = begin + Int(Double(bytes.count - begin) * part)
            // Where demuxers end: at the first packet, of any stream, that is not whole.
            let missing = try #require(packets.filter { $0.bytes.upperBound > count }.map(\.time).min()) - start
            let found = MediaProbe.container(ByteSource(Array(bytes.prefix(count))), uri: "file:///x")
            let told = try #require(found.duration?.seconds)
            #expect(found.isMeasured && abs(told - missing) < 0.1, "\(name) to \(part): \(told) of \(missing)")
            #expect(found.wholeDuration?.seconds == length)
        }
    }

    /// The movie box at the end is there only if everything is.
    @Test(arguments: ["last.mp4", "last.mov"]) func aWholeFileIsAsLongAsItSays(name: String) throws {
        let found = MediaProbe.container(
            ByteSource(try Self.make(name, "", in: try ItemFolder())), uri: "file:///x")
        #expect(!found.isMeasured && abs((found.duration?.seconds ?? 0) - Self.seconds) < 0.1)
    }

    /// - Parameters:
    ///   - chunks: where they are, behind the movie box; two samples of 1 s and 10 bytes each.
    ///   - boxes: what follows the movie.
    private static func movie(
        _ chunks: [Int], isWide: Bool = false, lengths: [UInt32] = [], isElsewhere: Bool = false, _ boxes: [[UInt8]]
    ) -> [UInt8] {
        func head(_ place: Int) -> [UInt8] {
            let offsets = chunks.flatMap {
                isWide ? MP4Bytes.number(UInt64($0 + place)) : MP4Bytes.number(UInt32($0 + place))
            }
            let samples = UInt32(chunks.count * 2)
            let tables =
                MP4Bytes.table("stts", [1], [samples, 1_000]) + MP4Bytes.table("stsc", [1], [1, 2, 1])
                + (lengths.isEmpty
                    ? MP4Bytes.table("stsz", [10, samples], []) : MP4Bytes.table("stsz", [0, samples], lengths))
                + MP4Bytes.box(
                    isWide ? "co64" : "stco", MP4Bytes.number(UInt32(0)), MP4Bytes.number(UInt32(chunks.count)), offsets
                )
            let track = MP4Bytes.track(1, handler: "soun", tables: tables, isElsewhere: isElsewhere)
            return MP4Bytes.ftyp + MP4Bytes.box("moov", MP4Bytes.mvhd(), track)
        }
        return head(head(0).count) + boxes.flatMap { $0 }
    }

    private static let data = MP4Bytes.box("mdat", [UInt8](repeating: 1, count: 40))

    private static func length(_ bytes: [UInt8]) -> Double? {
        let found = MediaProbe.container(ByteSource(bytes), uri: "file:///x")
        return found.isMeasured ? found.duration?.seconds : nil
    }

    @Test(arguments: [false, true]) func severalBoxesOfDataAreOneMovie(isWide: Bool) {
        // Two chunks in each box of 48 bytes.
        let bytes = Self.movie([8, 28, 56, 76], isWide: isWide, [Self.data, Self.data])
        #expect(Self.length(bytes) == nil)
        #expect(Self.length(bytes.dropLast(1)) == 7)
        #expect(Self.length(bytes.dropLast(11)) == 6)
        #expect(Self.length(bytes.dropLast(20)) == 6)
        #expect(Self.length(bytes.dropLast(29)) == 5)
        // A whole box is missing, and the rest of the file is whole.
        #expect(Self.length(bytes.dropLast(48)) == 4)
    }

    @Test func samplesOfDifferentLengthsAreCounted() {
        let bytes = Self.movie([8, 28], lengths: [15, 5, 3, 17], [Self.data])
        #expect(Self.length(bytes) == nil)
        #expect(Self.length(bytes.dropLast(1)) == 3)
        #expect(Self.length(bytes.dropLast(18)) == 2)
        #expect(Self.length(bytes.dropLast(24)) == 1)
    }

    /// Films that were cut in an editor name their chunks in any order.
    @Test func theFirstMissingSampleEndsTheMovie() {
        let bytes = Self.movie([28, 8, 56, 76], [Self.data, Self.data])
        #expect(Self.length(bytes) == nil)
        #expect(Self.length(bytes.dropLast(5)) == 7)
        #expect(Self.length(bytes.dropLast(68)) == nil, "nothing can be played")
    }

    /// QuickTime knows movies whose data are in other files.
    @Test func dataElsewhereIsNotMissing() {
        let bytes = Self.movie([8, 1_000_000], isElsewhere: true, [Self.data])
        #expect(Self.length(bytes) == nil)
    }

    /// A download that goes on: what is not there yet will come.
    @Test func theLengthOfADownloadIsThatOfTheWhole() {
        let bytes = Self.movie([8, 28, 56, 76], [Self.data, Self.data])
        #expect(MediaProbe.writtenLength(ByteSource(Array(bytes.dropLast(48))), uri: "file:///x")?.seconds == 8)
    }

    @Test func absurdTablesEndInAResult() {
        let many = UInt32.max
        let tables =
            MP4Bytes.table("stts", [many], [many, many, many, many])
            + MP4Bytes.table("stsc", [many], [1, many, 1, many, many, 1])
            + MP4Bytes.table("stsz", [0, many], [many, many]) + MP4Bytes.table("co64", [many], [0, 8, many, many])
        let bytes =
            MP4Bytes.ftyp + MP4Bytes.box("moov", MP4Bytes.mvhd(), MP4Bytes.track(1, handler: "vide", tables: tables))
        _ = Self.length(bytes)
    }
}

extension MP4CutOffTests {
    private static func length(_ bytes: ArraySlice<UInt8>) -> Double? { length(Array(bytes)) }
}
