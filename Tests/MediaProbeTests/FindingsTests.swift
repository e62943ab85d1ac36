import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct FindingsTests {
    @Test func fieldsCountOneByOne() throws {
        let folder = try ItemFolder()
        try folder.write(
            "{ \"title\": \"Sidecar\", \"album\": \"Sidecar\", \"chapters\": [ { \"start\": 0 } ] }",
            to: "film.mediad.json")
        try folder.write("0:00.5 Beginning", to: "film.chapters.txt")
        var findings = MediaProbe.findings(uri: "file:///x", path: folder.path + "/film.mkv")
        #expect(findings.problems.isEmpty)
        findings.container.fields.date = "2026"
        findings.container.fields.album = "Container"
        findings.container.duration = MediaTime(seconds: 60)
        var client = MediaDetails.Fields()
        client.title = "Client"
        let item = MediaProbe.inspected(
            MediaDescription(uri: "file:///x", details: MediaDetails(client)), findings: findings)
        let fields = try #require(item.description.details?.fields)
        #expect(fields.title == "Client")
        #expect(fields.album == "Sidecar")
        #expect(fields.date == "2026")
        #expect(fields.chapters?.map(\.end?.seconds) == [60])
        #expect(fields.chapters?.map { $0.titles.map(\.text) } == [["Beginning"]])
        #expect(item.locales == ["und"])
        #expect(item.duration?.seconds == 60)
    }

    @Test func chaptersOfAKindAreSegments() throws {
        var findings = ItemFindings()
        var credits = Chapter(start: .zero, titles: [ChapterTitle("Titles")], source: "matroska")
        credits.kind = "opening-credits"
        findings.container.chapters = [credits, Chapter(start: MediaTime(nanoseconds: 5_000_000_000))]
        let item = MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: findings)
        #expect(
            DescriptionJSON.text(item).contains(
                #""segments":[{"end":5,"kind":"opening-credits","source":"matroska","start":0,"title":"Titles"}]"#))
    }

    @Test func artworkInsideTheResourceIsNoField() {
        var findings = ItemFindings()
        let image = EmbeddedImage(uri: "x:y", offset: 3, length: 5)
        findings.container.artwork = .embedded(image)
        #expect(MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: findings).embeddedArtwork == image)
        findings.sidecar = MediaDetails.Fields()
        findings.sidecar?.artwork = "https://example.org/a.png"
        let item = MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: findings)
        #expect(item.embeddedArtwork == nil)
        #expect(item.description.details?.fields.artwork == "https://example.org/a.png")
    }

    @Test func remoteItemsHaveNoSidecars() {
        #expect(MediaProbe.findings(uri: "https://example.org/x", path: nil) == ItemFindings())
        let missing = MediaProbe.findings(uri: "file:///gone/x", path: "/gone/x")
        #expect(missing.problems == ["it was not found"])
    }

    @Test func picturesAreReadAsTheyWereBeforeTheyWentIn() throws {
        let source = ByteSource([9, 9, 0xFF, 0, 0xE0, 0xFF, 0, 0, 1])
        var image = EmbeddedImage(uri: "x:y", offset: 2, length: 7)
        #expect(try MediaProbe.image(image, in: source) == [0xFF, 0, 0xE0, 0xFF, 0, 0, 1])
        image.coding = .unsynchronised
        #expect(try MediaProbe.image(image, in: source) == [0xFF, 0xE0, 0xFF, 0, 1])
    }

    @Test func picturesThatCannotBeThereAreErrors() {
        let source = ByteSource([1, 2, 3])
        func error(_ offset: Int64, _ length: Int) -> ProbeError? {
            do throws(ProbeError) {
                _ = try MediaProbe.image(EmbeddedImage(uri: "x:y", offset: offset, length: length), in: source)
                return nil
            } catch { return error }
        }
        #expect(error(0, 3) == nil)
        #expect(error(1, 3) == .truncated)
        #expect(error(.max, 3) == .truncated)
        #expect(error(0, 0) == .malformed("the picture is empty"))
        #expect(error(-1, 1) == .malformed("the picture is empty"))
        #expect(error(0, .max) == .tooMuch("the picture is larger than 16 MiB"))
    }

    /// One step inside of what a picture may have, and one outside; both as it is written and as it unpacks.
    @Test func aPictureIsAsLargeAsItMayBe() throws {
        let source = ByteSource(length: nil) { _, count in [UInt8](repeating: 1, count: count) }
        func read(_ length: Int) throws(ProbeError) -> Int {
            try MediaProbe.image(EmbeddedImage(uri: "x:y", offset: 0, length: length), in: source).count
        }
        let most = MediaProbe.largestImage
        #expect(try read(most) == most)
        let refusal = ProbeError.tooMuch("the picture is larger than 16 MiB")
        #expect(throws: refusal) { try read(most + 1) }

        // Three bytes, packed without being any smaller.
        let packed: [UInt8] = [0x78, 1, 1, 3, 0, 0xFC, 0xFF, 1, 2, 3, 0, 13, 0, 7]
        func unpacked(_ length: Int) throws(ProbeError) -> [UInt8] {
            var image = EmbeddedImage(uri: "x:y", offset: 0, length: packed.count)
            image.coding = .compressed(length: length, isUnsynchronised: false, skipping: 0)
            return try MediaProbe.image(image, in: ByteSource(packed))
        }
        #expect(try unpacked(most) == [1, 2, 3])
        #expect(throws: refusal) { try unpacked(most + 1) }
    }
}
