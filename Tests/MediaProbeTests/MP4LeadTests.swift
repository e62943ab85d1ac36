import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// What is empty before the first sample of sound and pictures is no part of an item.
@Suite struct MP4LeadTests {
    /// - Parameter edits: durations and starts in milliseconds; -1: nothing is presented.
    private static func list(_ edits: [(Int, Int)]) -> [UInt8] {
        let entries = edits.flatMap { duration, start in
            MP4Bytes.number(UInt32(duration)) + MP4Bytes.number(Int32(start)) + MP4Bytes.number(UInt32(0x10000))
        }
        return MP4Bytes.box("elst", MP4Bytes.number(UInt32(0)), MP4Bytes.number(UInt32(edits.count)), entries)
    }

    private static func movie(sound: [(Int, Int)], picture: [(Int, Int)], titles: [(Int, Int)] = []) -> [UInt8] {
        let times = MP4Bytes.table("stts", [1], [3, 2_000])
        return MP4Bytes.box(
            "moov", MP4Bytes.mvhd(duration: 16_000),
            MP4Bytes.track(1, handler: "soun", chapters: [3], edits: sound.isEmpty ? [] : list(sound)),
            MP4Bytes.track(2, handler: "vide", edits: picture.isEmpty ? [] : list(picture)),
            MP4Bytes.track(
                3, handler: "text", edits: titles.isEmpty ? [] : list(titles),
                tables: MP4Bytes.textDescription + times))
    }

    private static func nanoseconds(_ milliseconds: Int) -> Int64 { Int64(milliseconds) * 1_000_000 }

    @Test(
        "what all tracks have in common is left out, and what is between them stays",
        arguments: [
            ([(10_000, -1), (6_000, 0)], [(10_000, -1), (6_000, 0)], 10_000, 0, 0),
            ([(9_976, -1), (6_024, 0)], [(10_000, -1), (6_000, 1_024)], 9_976, 0, 24),
            ([(10_500, -1), (5_500, 0)], [(10_000, -1), (6_000, 0)], 10_000, 500, 0),
            ([(4_000, -1), (6_000, -1), (6_000, 0)], [(8_000, -1), (8_000, 0)], 8_000, 2_000, 0),
            ([(500, -1), (15_500, 0)], [], 0, 500, 0),
            ([(16_000, -1)], [(10_000, -1), (6_000, 0)], 10_000, 0, 0),
        ] as [([(Int, Int)], [(Int, Int)], Int, Int, Int)])
    func movies(_ sound: [(Int, Int)], _ picture: [(Int, Int)], _ length: Int, _ first: Int, _ second: Int) throws {
        var movie = Self.movie(sound: sound, picture: picture)
        let size = movie.count
        let lead = try #require(MP4Lead(movie: movie))
        #expect(lead.length == Self.nanoseconds(length))
        lead.leaveOut(of: &movie)
        #expect(movie.count == size)
        let rest = MP4Lead(movie: movie)
        #expect(rest?.length ?? 0 == 0)
        #expect(rest?.delay(ofTrack: 1) ?? 0 == Self.nanoseconds(first))
        #expect(rest?.delay(ofTrack: 2) ?? 0 == Self.nanoseconds(second))
        let found = MP4Bytes.findings(MP4Bytes.ftyp, movie)
        #expect(found.duration == MediaTime(nanoseconds: Self.nanoseconds(16_000 - length)))
    }

    @Test("length and chapters count from the first sample")
    func chapters() {
        let late = [(10_000, -1), (6_000, 0)]
        for titles in [late, []] {
            let found = MP4Bytes.findings(MP4Bytes.ftyp, Self.movie(sound: late, picture: late, titles: titles))
            #expect(found.duration == MediaTime(nanoseconds: Self.nanoseconds(6_000)))
            // Without an edit, whoever has moved the samples has left the chapters where they were.
            #expect(found.chapters.map(\.start.seconds) == [0, 2, 4])
        }
    }

    @Test("an index that counts what is left out counts from the first sample", arguments: [true, false])
    func index(isWide: Bool) throws {
        let late = [(10_000, -1), (6_000, 0)]
        let lead = try #require(MP4Lead(movie: Self.movie(sound: late, picture: late)))
        func index(_ times: [UInt64]) -> [UInt8] {
            var entries: [UInt8] = []
            for time in times {
                if isWide {
                    entries += MP4Bytes.number(time) + MP4Bytes.number(UInt64(9))
                } else {
                    entries += MP4Bytes.number(UInt32(time)) + MP4Bytes.number(UInt32(9))
                }
                entries += [1, 1, 0, 1]
            }
            return MP4Bytes.box(
                "mfra",
                MP4Bytes.box(
                    "tfra", [isWide ? 1 : 0, 0, 0, 0], MP4Bytes.number(UInt32(1)), MP4Bytes.number(UInt32(0b000100)),
                    MP4Bytes.number(UInt32(times.count)), entries))
        }
        var moved = index([10_000, 12_000, 15_000])
        lead.leaveOut(ofIndex: &moved)
        #expect(moved == index([0, 2_000, 5_000]))
        // As the standard has it.
        var kept = index([0, 2_000, 12_000])
        lead.leaveOut(ofIndex: &kept)
        #expect(kept == index([0, 2_000, 12_000]))
    }

    @Test("damaged lists are left as they are")
    func damaged() {
        let whole = Self.movie(sound: [(10_000, -1), (6_000, 0)], picture: [(10_000, -1), (6_000, 0)])
        for place in whole.indices {
            for value in [0, 0xFF] as [UInt8] {
                var movie = whole
                movie[place] = value
                let size = movie.count
                MP4Lead(movie: movie)?.leaveOut(of: &movie)
                #expect(movie.count == size)
            }
            var cut = Array(whole.prefix(place))
            MP4Lead(movie: cut)?.leaveOut(of: &cut)
        }
    }

    @Test(
        "a fragmented file counts from its first sample", .needs("ffmpeg"),
        arguments: ["-map 0", "-map 0:a", "-map 0:v"])
    func fragments(tracks: String) throws {
        let folder = try ItemFolder()
        let path = "\(folder.path)/late.mp4"
        let made = try ChildProcess.run(
            "sh",
            [
                "-c",
                """
                printf ';FFMETADATA1\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=0\\nEND=3\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=3\\nEND=6\\n' \
                > '\(folder.path)/chapters'
                ffmpeg -v error -y -f lavfi -i testsrc2=s=160x90:r=25:d=6 -f lavfi -i sine=r=48000:d=6 \
                -c:v libx264 -preset ultrafast -g 25 -c:a aac '\(folder.path)/film.mkv' &&
                ffmpeg -v error -i '\(folder.path)/film.mkv' -i '\(folder.path)/chapters' -map_metadata 1 \(tracks) -c copy \
                -output_ts_offset 3600 -movflags frag_keyframe+empty_moov+delay_moov '\(path)'
                """,
            ], within: 60)
        #expect(made.end == .exited(0), "\(made.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let found = MediaProbe.container(ByteSource(bytes), uri: "file:///late.mp4")
        #expect(abs((found.duration?.seconds ?? 0) - 6) < 0.1)
        #expect(found.chapters.map(\.start.seconds) == [0, 3])
    }
}
