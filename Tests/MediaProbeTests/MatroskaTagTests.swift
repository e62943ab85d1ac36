import MediaContainers
internal import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MatroskaTagTests {
    private typealias ID = MatroskaID
    private typealias E = EBMLBytes

    private func fields(_ tags: [UInt8]..., info: String? = nil) -> MediaDetails.Fields {
        let info = E.master(ID.info, info.map { E.text(ID.title, $0) } ?? [])
        return MatroskaFixture.read(E.file(info, E.element(ID.tags, tags.flatMap(\.self)))).fields
    }

    @Test func theTitleIsTheTagsElseTheSegments() {
        #expect(fields(info: "Info").title == "Info")
        #expect(fields(E.tag(50, [("TITLE", "Tag")]), info: "Info").title == "Tag")
        #expect(fields(E.tag(nil, [("title", "No level is 50")])).title == "No level is 50")
        #expect(fields(E.tag(50, [("TITLE", " ")]), info: "Info").title == "Info")
        #expect(fields(info: " ").title == nil)
    }

    @Test func aSongsAlbumIsTheLevelAbove() {
        let found = fields(
            E.tag(50, [("TITLE", "Album"), ("ARTIST", "Band"), ("DATE_RELEASED", "1999"), ("PART_NUMBER", "2")]),
            E.tag(30, [("TITLE", "Song"), ("PART_NUMBER", "3")]))
        #expect(found.title == "Song")
        #expect(found.album == "Album")
        #expect(found.artist == ["Band"])
        #expect(found.date == "1999")
        #expect(found.episode == nil)
    }

    @Test func aTrackOfAnAlbumIsNoEpisode() {
        let found = fields(E.tag(50, [("TITLE", "Song"), ("ALBUM", "Album"), ("PART_NUMBER", "3")]))
        #expect(found.album == "Album")
        #expect(found.episode == nil)
    }

    @Test(
        arguments: [("7", 7), ("07", 7), ("7/12", 7), ("", nil), ("x", nil), ("99999999999", nil)] as [(String, Int32?)]
    )
    func numbersAreWhatTheyBeginWith(text: String, number: Int32?) {
        #expect(fields(E.tag(50, [("PART_NUMBER", text)])).episode == number)
        #expect(fields(E.tag(60, [("PART_NUMBER", text)])).season == number)
    }

    @Test func tagsOfPartsDoNotCountButThoseOfAllDo() {
        for id in [ID.tagTrackUID, ID.tagEditionUID, ID.tagChapterUID, ID.tagAttachmentUID] {
            #expect(fields(E.tag(50, [("TITLE", "Part")], targets: E.unsigned(id, 5))).title == nil)
            #expect(fields(E.tag(50, [("TITLE", "All")], targets: E.unsigned(id, 0))).title == "All")
        }
    }

    @Test func theDefaultLanguageCounts() {
        func simple(_ text: String, isDefault: UInt64) -> [UInt8] {
            E.master(
                ID.simpleTag, E.text(ID.tagName, "TITLE"), E.unsigned(ID.tagDefault, isDefault),
                E.text(ID.tagString, text))
        }
        #expect(fields(E.master(ID.tag, simple("fr", isDefault: 0), simple("en", isDefault: 1))).title == "en")
        #expect(fields(E.master(ID.tag, simple("fr", isDefault: 0), simple("de", isDefault: 0))).title == "fr")
    }

    @Test func aRatingThatIsANumberIsAnOpinion() {
        #expect(fields(E.tag(50, [("RATING", "4.5")])).contentRating == nil)
        #expect(fields(E.tag(50, [("RATING", "PG-13")])).contentRating == "PG-13")
        #expect(fields(E.tag(50, [("RATING", "PG-13"), ("LAW_RATING", "12")])).contentRating == "12")
    }

    @Test(arguments: [
        ("2026", "2026"), ("2026-11-21", "2026-11-21"), ("2026-11-21 08:09:10.123", "2026-11-21T08:09:10.123"),
        ("in May", "in May"),
    ])
    func datesAreISO8601(text: String, date: String) {
        #expect(fields(E.tag(50, [("DATE_RECORDED", "1900"), ("DATE_RELEASED", text)])).date == date)
    }

    @Test func namesWithoutEndAreCut() {
        let artists = (0..<500).map { ("ARTIST", "Number \($0)") }
        #expect(fields(E.tag(50, artists)).artist == (0..<64).map { "Number \($0)" })
    }

    // MARK: Covers

    private func cover(_ files: (String, String, Int)...) -> (Int, String?)? {
        let attached = files.map { name, type, size in
            E.master(
                ID.attachedFile, E.text(ID.fileName, name), E.text(ID.fileMediaType, type),
                E.element(ID.fileData, [UInt8](repeating: 7, count: size)))
        }
        let file = E.file(E.element(ID.attachments, attached.flatMap(\.self)))
        guard case .embedded(let image) = MatroskaFixture.read(file).artwork else { return nil }
        let data = file[Int(image.offset)..<Int(image.offset) + image.length]
        #expect(data.allSatisfy { $0 == 7 })
        return (image.length, image.mediaType)
    }

    @Test func theBestCoverIsTheNormalOne() {
        let (small, land, normal) = (
            ("small_cover.jpg", "image/jpeg", 1), ("cover_land.png", "image/png", 2), ("cover.jpg", "image/jpeg", 3)
        )
        let other = ("scan.jpg", "image/jpeg", 4)
        #expect(cover(other, small, land, normal)?.0 == 3)
        #expect(cover(other, small, land)?.0 == 2)
        #expect(cover(other, small)?.0 == 1)
        #expect(cover(other)?.0 == 4)
        #expect(cover(normal, ("cover.png", "image/png", 9))?.0 == 3)
    }

    @Test func aNameTellsWhereTheTypeDoesNot() {
        let file = cover(("Cover.JPG", "application/octet-stream", 3))
        #expect(file?.0 == 3)
        #expect(file?.1 == "image/jpeg")
        #expect(
            cover(("font.ttf", "font/sfnt", 3), ("notes.jpg", "text/plain", 3), ("cover.png", "image/png", 0)) == nil)
    }

    @Test func aPictureThatIsCutOffIsNone() {
        let attached = E.master(
            ID.attachedFile, E.text(ID.fileName, "cover.jpg"), E.element(ID.fileData, [UInt8](repeating: 7, count: 90)))
        let found = MatroskaFixture.read(Array(E.file(E.element(ID.attachments, attached)).dropLast(1)))
        #expect(found.artwork == nil)
        #expect(found.problems == ["An attached picture reaches beyond the end of the file."])
    }

    // MARK: Fonts

    @Test func fontsAreFoundByTypeOrName() {
        let attached = [
            ("Title.otf", "application/vnd.ms-opentype", 3), ("b.TTF", "application/octet-stream", 5),
            ("cover.jpg", "image/jpeg", 7), ("Third", "font/ttf", 9), ("empty.ttf", "font/ttf", 0),
        ].map { name, type, size in
            E.master(
                ID.attachedFile, E.text(ID.fileName, name), E.text(ID.fileMediaType, type),
                E.element(ID.fileData, [UInt8](repeating: UInt8(size), count: size)))
        }
        let file = E.file(E.element(ID.attachments, attached.flatMap(\.self)))
        let found = MatroskaFixture.read(file).fonts
        #expect(found.map(\.name) == ["Title.otf", "b.TTF", "Third"])
        for font in found {
            let data = file[Int(font.offset)..<Int(font.offset) + font.length]
            #expect(data.allSatisfy { $0 == UInt8(font.length) })
        }
    }
}
