import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MP4ChapterTests {
    static let english = ["0-2000 en:One", "2000-5500 en:Two", "5500-8000 en:Three"]

    static let expected: [(String, String?, [String])] = [
        (
            "languages.m4b", "quicktime",
            [
                "0-2000 en:One/fr:Un/de-Latn-CH:Eins", "2000-5500 en:Two/fr:Deux à la élève/de-Latn-CH:Zwei",
                "3000-5500 de-Latn-CH:Zweieinhalb", "5500-8000 en:Three/fr:Trois",
            ]
        ),
        ("pictures.m4b", "quicktime", english),
        ("disagreeing.m4b", "quicktime", english),
        ("fragments.mp4", "quicktime", english),
        ("delayed.m4b", "quicktime", ["500-2500 en:One", "2500-6000 en:Two", "6000-8000 en:Three"]),
        ("trimmed.m4b", "quicktime", ["0-1500 en:One", "1500-5000 en:Two", "5000-7500 en:Three"]),
        ("edits.mov", "quicktime", ["500-1500 fr:Un élève", "1500-4500 fr:Deux", "4500-7500 fr:Trois"]),
        ("wide.mp4", "quicktime", ["0-2000 ja:一", "2000-5500 ja:二", "5500-8000 ja:三"]),
        ("links.m4b", "quicktime", ["0-2000 en:Linked", "2000-5500 ", "5500-8000 en:Plain"]),
        ("nero.mp4", "nero", ["0- One", "2000- Two 日本", "5500- "]),
        ("nero-version-0.mp4", "nero", ["0- One", "2000- Two"]),
        ("tags.m4a", nil, []),
    ]

    @Test(arguments: expected)
    func chaptersOf(_ name: String, source: String?, chapters: [String]) throws {
        let findings = try MP4Fixture.findings(name)
        #expect(findings.chapters.map(\.line) == chapters)
        #expect(findings.chapters.allSatisfy { $0.source == source })
        #expect(findings.problems == [])
    }

    /// ffmpeg leaves the language out, which QuickTime reads as English and MP4 does not.
    @Test(arguments: [
        ("ffmpeg.m4b", "und"), ("ffmpeg-faststart.m4a", "und"), ("ffmpeg-fragments.mp4", "und"), ("ffmpeg.mov", "en"),
        ("ffmpeg-keys.mov", "en"),
    ])
    func chaptersThatFFmpegWrote(_ name: String, language: String) throws {
        let findings = try MP4Fixture.findings(name)
        let chapters = findings.chapters
        #expect(chapters.map(\.titles.first?.text) == ["Eins & Zwei", "Zweites Kapitel: äöü 日本", "The End"])
        #expect(chapters.map(\.start.microseconds) == [0, 1_500_000, 2_750_000])
        #expect(chapters.map(\.end?.microseconds) == [1_500_000, 2_750_000, 4_000_000])
        #expect(chapters.allSatisfy { $0.source == "quicktime" && $0.titles.map(\.language) == [language] })
        #expect(findings.problems == [])
    }

    @Test(arguments: [
        ("ffmpeg.m4b", "mp4", 4_000), ("ffmpeg.mov", "quicktime", 4_000), ("edits.mov", "quicktime", 8_000),
        ("wide.mp4", "mp4", 8_000), ("fragments.mp4", "mp4", 8_000), ("tags.m4a", "mp4", 2_000),
    ])
    func containerAndDurationOf(_ name: String, container: String, milliseconds: Int64) throws {
        let findings = try MP4Fixture.findings(name)
        #expect(findings.container == container)
        #expect(findings.duration.map { abs($0.nanoseconds / 1_000_000 - milliseconds) < 130 } == true)
    }

    @Test func aChapterShowsThePictureThatIsUpWhenItStarts() throws {
        let file = try MP4Fixture("pictures.m4b")
        let images = try MP4Fixture.findings("pictures.m4b").chapters.map(\.image)
        let pictures = images.map { image -> EmbeddedImage? in
            if case .embedded(let picture) = image { picture } else { nil }
        }
        #expect(images.count == 3 && pictures[2] == nil && pictures[0] != pictures[1])
        for picture in pictures.prefix(2) {
            let picture = try #require(picture)
            let bytes = file.bytes[Int(picture.offset)..<Int(picture.offset) + picture.length]
            #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
            #expect(picture.mediaType == "image/jpeg" && picture.uri == "file:///pictures.m4b")
        }
    }

    /// MPEG-4's way: `mp4v`, and the object type says what the pictures are.
    @Test(arguments: [(0x6C, "image/jpeg"), (0x6D, "image/png"), (0x20, nil)] as [(UInt8, String?)])
    func picturesOfAnObjectType(_ objectType: UInt8, mediaType: String?) {
        let esds = MP4Bytes.box("esds", [0, 0, 0, 0, 3, 0x80, 0x80, 21, 0, 1, 0, 4, 13, objectType])
        let entry = MP4Bytes.box("mp4v", .init(repeating: 0, count: 78), esds)
        func tables(_ description: [UInt8], size: UInt32, offset: UInt32) -> [UInt8] {
            description + MP4Bytes.table("stts", [1], [1, 1_000]) + MP4Bytes.table("stsc", [1], [1, 1, 1])
                + MP4Bytes.table("stsz", [size, 1], []) + MP4Bytes.table("stco", [1], [offset])
        }
        let start = UInt32(MP4Bytes.ftyp.count + 8)
        let findings = MP4Bytes.findings(
            MP4Bytes.ftyp, MP4Bytes.box("mdat", [0, 1, 65, 9, 9, 9]),
            MP4Bytes.box(
                "moov", MP4Bytes.mvhd(), MP4Bytes.track(1, handler: "soun", chapters: [3, 2]),
                MP4Bytes.track(2, handler: "text", tables: tables(MP4Bytes.textDescription, size: 3, offset: start)),
                MP4Bytes.track(
                    3, handler: "vide",
                    tables: tables(
                        MP4Bytes.box("stsd", MP4Bytes.number(UInt64(1)), entry), size: 3, offset: start + 3))))
        let image = mediaType.map {
            ImageSource.embedded(
                EmbeddedImage(uri: "file:///hand-made.m4b", offset: Int64(start) + 3, length: 3, mediaType: $0))
        }
        #expect(findings.chapters.map(\.line) == ["0-1000 A"])
        #expect(findings.chapters.map(\.image) == [image])
        #expect(findings.problems == [])
    }

    @Test func aTitleMayBeALink() throws {
        let chapters = try MP4Fixture.findings("links.m4b").chapters
        #expect(chapters.map(\.url) == ["https://example.org/a?b=c", nil, nil])
    }

    /// Three samples in two chunks, the sizes in 4 bits each.
    @Test func compactSizes() {
        let texts: [[UInt8]] = ["A", "Bcd", "Efghi"].map { MP4Bytes.number(UInt16($0.utf8.count)) + Array($0.utf8) }
        let data = MP4Bytes.box("mdat", texts.flatMap(\.self))
        let start = UInt32(MP4Bytes.ftyp.count + 8)
        let tables =
            MP4Bytes.textDescription + MP4Bytes.table("stts", [1], [3, 1_000])
            + MP4Bytes.table("stsc", [2], [1, 2, 1, 2, 1, 1])
            + MP4Bytes.box("stz2", [0, 0, 0, 0], [0, 0, 0, 4], MP4Bytes.number(UInt32(3)), [0x35, 0x70])
            + MP4Bytes.table("stco", [2], [start, start + 8])
        let findings = MP4Bytes.findings(
            MP4Bytes.ftyp, data,
            MP4Bytes.box(
                "moov", MP4Bytes.mvhd(), MP4Bytes.track(1, handler: "soun", chapters: [2]),
                MP4Bytes.track(2, handler: "text", tables: tables)))
        #expect(findings.chapters.map(\.line) == ["0-1000 A", "1000-2000 Bcd", "2000-3000 Efghi"])
        #expect(findings.problems == [])
    }

    @Test func aTrackThatNoOtherNamesHasNoChapters() throws {
        var bytes = try MP4Fixture("disagreeing.m4b").bytes
        let reference = try #require(bytes.firstRange(of: Array("chap".utf8)))
        bytes.replaceSubrange(reference, with: "subt".utf8)
        let findings = MediaProbe.container(ByteSource(bytes), uri: "file:///x")
        #expect(findings.chapters.map(\.line) == ["0- Nero", "2500- Nero 2", "6000- Nero 3"])
    }
}
