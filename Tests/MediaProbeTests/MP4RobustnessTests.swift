import Foundation
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MP4RobustnessTests {
    /// Here and there; ``TruncationTests`` cuts after each byte.
    @Test(arguments: MP4Fixture.all) func whatIsMissingFromAPrefixIsSaid(_ name: String) async throws {
        let bytes = try MP4Fixture(name).bytes
        let whole = try MP4Fixture.findings(name).chapters
        var wrong: [Int] = []
        for count in stride(from: 8, to: bytes.count, by: 7) {
            await Task.yield()
            let findings = MediaProbe.container(ByteSource(Array(bytes[..<count])), uri: "file:///x")
            // Whatever is missing is said, but a file may be cut between two fragments.
            let isSaid = !findings.problems.isEmpty || (findings.chapters == whole && !whole.isEmpty)
            if findings.chapters.count > max(3, whole.count) || !(isSaid || name.contains("fragments")) {
                wrong.append(count)
            }
        }
        #expect(wrong == [])
    }

    /// The same ones at every run.
    @Test(arguments: MP4Fixture.all) func changedBytesEndInAResult(_ name: String) throws {
        let bytes = try MP4Fixture(name).bytes
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var backwards = 0
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0...random(6) {
                let index = random(changed.count)
                let value: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random(256))]
                for next in index..<min(changed.count, index + 1 + random(8)) { changed[next] = value[random(6)] }
            }
            let findings = MediaProbe.container(ByteSource(changed), uri: "file:///x")
            backwards += findings.chapters.count { chapter in chapter.end.map { $0 < chapter.start } ?? false }
        }
        #expect(backwards == 0)
    }

    @Test func countsOfFourBillionAreNotBelieved() {
        let many = UInt32.max
        let tables =
            MP4Bytes.textDescription + MP4Bytes.table("stts", [many], [many, 1, many, 1])
            + MP4Bytes.table("stsc", [many], [1, many, 1]) + MP4Bytes.table("stsz", [many], [many])
            + MP4Bytes.table("stco", [many], [8])
        let start = ContinuousClock.now
        let findings = MP4Bytes.findings(
            MP4Bytes.ftyp,
            MP4Bytes.box(
                "moov", MP4Bytes.mvhd(), MP4Bytes.track(1, handler: "soun", chapters: [2]),
                MP4Bytes.track(
                    2, handler: "text",
                    edits: MP4Bytes.table("elst", [many], [many, 0, 0x10000]), tables: tables)))
        #expect(findings.chapters.count == ProbeLimits().chapters)
        #expect(!findings.problems.isEmpty)
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test(arguments: [
        ("a size less than the header", MP4Bytes.box("trak", size: 4)),
        ("a size of 0", MP4Bytes.box("trak", size: 0)),
        ("a size beyond the parent", MP4Bytes.box("trak", size: 0x7FFF_FFFF)),
        (
            "a 64-bit size beyond everything",
            MP4Bytes.box("trak", size: 1, MP4Bytes.number(UInt64.max))
        ),
        ("a 64-bit size of 0", MP4Bytes.box("trak", size: 1, MP4Bytes.number(UInt64(0)))),
        ("a 64-bit size that is not there", MP4Bytes.box("trak", size: 1)),
        ("a movie in a movie", MP4Bytes.box("moov", MP4Bytes.box("moov", MP4Bytes.box("moov")))),
        ("a track that names itself", MP4Bytes.track(1, handler: "soun", chapters: [1])),
        ("a track that is not there", MP4Bytes.track(1, handler: "soun", chapters: [9])),
        (
            "a timescale of 0",
            MP4Bytes.track(1, handler: "soun", chapters: [2])
                + MP4Bytes.track(2, handler: "text", timescale: 0, tables: MP4Bytes.textDescription)
        ),
    ])
    func theMovieSurvives(_ what: String, _ part: [UInt8]) {
        let findings = MP4Bytes.findings(MP4Bytes.ftyp, MP4Bytes.box("moov", MP4Bytes.mvhd(), part))
        #expect(findings.duration == MediaTime(microseconds: 8_000_000), "\(what)")
        #expect(findings.chapters.isEmpty, "\(what)")
    }

    @Test func problemsAreSentences() {
        let findings = MP4Bytes.findings(
            MP4Bytes.ftyp, MP4Bytes.box("moov", MP4Bytes.mvhd(), MP4Bytes.box("trak", size: 4)))
        #expect(
            findings.problems == [
                "in its box “moov”, its box “trak” claims a size of 4 bytes, less than its own header"
            ])
        #expect(
            MP4Bytes.findings(MP4Bytes.ftyp).problems == ["it has no box “moov”, where its description would be"])
    }

    @Test func aTitleThatCannotBeReadIsAChapterWithoutOne() throws {
        let bytes = try MP4Fixture("pictures.m4b").bytes
        let mdat = try #require(bytes.firstRange(of: Array("mdat".utf8)))
        let findings = MediaProbe.container(ByteSource(Array(bytes[..<mdat.upperBound])), uri: "file:///x")
        #expect(findings.chapters.map(\.line) == ["0-2000 ", "2000-5500 ", "5500-8000 "])
        #expect(findings.chapters.allSatisfy { $0.image == nil })
        #expect(findings.problems.contains("a title in its chapter track 2 cannot be read: it ends too early"))
    }

    /// As long films are: 4 GiB of sound and pictures, then a description of which most is tables of other tracks.
    @Test(arguments: [false, true]) func littleIsReadOfAFileOfFourGigabytes(isWide: Bool) throws {
        let small = try MP4Fixture("ffmpeg.m4b").bytes
        let moovStart = try #require(small.firstRange(of: Array("moov".utf8))).lowerBound - 4
        let ftypEnd = Int(small[3])
        let tables = MP4Bytes.track(
            9, handler: "vide",
            tables: MP4Bytes.table("stts", [0], []) + MP4Bytes.box("stsz", .init(repeating: 7, count: 6 << 20)))
        let moov = MP4Bytes.box("moov", tables, Array(small[(moovStart + 8)...]))
        // A hole behind the first bytes of sound and titles, which stay where they were.
        let hole = Int64(isWide ? 5 << 30 : (4 << 30) - 1 - Int64(ftypEnd))
        let size = isWide ? MP4Bytes.box("mdat", size: 1, MP4Bytes.number(UInt64(hole))) : []
        let path = NSTemporaryDirectory() + "mediaprobe-\(UUID().uuidString).m4b"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.write(contentsOf: small[..<moovStart])
        try file.seek(toOffset: UInt64(ftypEnd))
        let free = Int64(small[(ftypEnd + 3)])
        #expect(small[(ftypEnd + 4)..<(ftypEnd + 8)].elementsEqual("free".utf8) && free == 8)
        // The empty box before `mdat` makes room for a 64-bit size.
        let header = isWide ? size : Array(small[ftypEnd..<(ftypEnd + 8)]) + MP4Bytes.box("mdat", size: UInt32(hole))
        try file.write(contentsOf: header)
        let end = UInt64(ftypEnd) + UInt64(hole) + (isWide ? 0 : 8)
        try file.truncate(atOffset: end)
        try file.seek(toOffset: end)
        try file.write(contentsOf: moov)

        var (count, reads) = (0, 0)
        let length = Int64(end) + Int64(moov.count)
        let source = ByteSource(length: length) { offset, wanted throws(ProbeError) in
            do {
                try file.seek(toOffset: UInt64(offset))
                let bytes = [UInt8](try file.read(upToCount: wanted) ?? Data())
                (count, reads) = (count + bytes.count, reads + 1)
                return bytes
            } catch {
                throw .unreadable("\(error)")
            }
        }
        let start = ContinuousClock.now
        let findings = MediaProbe.container(source, uri: "file://\(path)")
        let elapsed = ContinuousClock.now - start
        #expect(findings.problems == [])
        #expect(
            findings.chapters.map { $0.titles.first?.text } == ["Eins & Zwei", "Zweites Kapitel: äöü 日本", "The End"])
        #expect(findings.fields.title == "The Book")
        #expect(count < 1 << 20, "\(count) bytes in \(reads) reads")
        #expect(elapsed < .seconds(60))
    }
}
