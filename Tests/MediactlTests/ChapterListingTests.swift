import DBusKit
import MediaProbe
import Testing

@testable import mediactl

@Suite struct ChapterListingTests {
    private static func listing(_ chapters: [DBusValue], current: Int32) -> ChapterListing {
        ChapterListing([
            "Chapters": .array("(xxsa{sv})", chapters), "Current": .int32(current), "Locales": .strings(["en"]),
            "Language": "en",
        ])
    }

    @Test func chaptersAreListed() {
        let listing = Self.listing(
            [
                .chapter(0, 600, "Part one", [:]), .chapter(0, 60, "第一章", ["level": .uint32(1)]),
                .chapter(60, 600, "a\u{1B}[2Jb", ["level": .uint32(2)]), .chapter(90, 91, "", ["hidden": true]),
                .chapter(3661, 4000, "Part two", [:]), .chapter(4000, 4001, "Deep", ["level": .uint32(.max)]),
            ], current: 1)
        #expect(
            listing.lines == [
                "   1     0:00  Part one", ">  2     0:00    第一章", "   3     1:00      a [2Jb",
                "   4     1:30   (hidden)", "   5  1:01:01  Part two",
                "   6  1:06:40                  Deep",
            ])
        #expect(Self.listing([], current: -1).lines == [])
    }

    @Test func anotherLanguageKeepsTheNumbers() {
        let listing = Self.listing(
            [.chapter(0, 60, "One", [:]), .chapter(60, 90, "Two", ["id": "b"]), .chapter(60, 90, "Three", [:])],
            current: 1)
        let other = listing.replaced(
            by: .array(
                "(xxsa{sv})",
                [
                    .chapter(60, 90, "Deux", ["id": "b", "language": "fr"]), .chapter(60, 90, "Trois", [:]),
                    .chapter(70, 90, "Quatre", [:]),
                ]))
        #expect(other.lines == [">  2  1:00  Deux", "   3  1:00  Trois", "      1:10  Quatre"])
        #expect(other.language == "fr")
        #expect(listing.replaced(by: nil).lines.isEmpty)
    }

    @Test func groupsAndExtrasAreInTheJSON() {
        let listing = ChapterListing([
            "Chapters": .array("(xxsa{sv})", [.chapter(0, 1, "a", ["url": "u", "image": "file:///i"]), "junk"]),
            "Groups": .array(
                "(sa(xxsa{sv}))",
                [
                    .structure(["", .array("(xxsa{sv})", [])]),
                    .structure(["Goals", .array("(xxsa{sv})", [.chapter(5, 5, "1-0", [:])])]),
                ]),
        ])
        #expect(
            listing.json.text(isPretty: false)
                == """
                {"chapters":[{"current":false,"end":1,"image":"file:///i","number":1,"start":0,"title":"a","url":"u"}],\
                "groups":[{"markers":[{"end":5,"start":5,"title":"1-0"}],"title":"Goals"}],"locales":[]}
                """)
    }

    @Test func statusSaysTheChapter() {
        let chapters: [String: DBusValue] = [
            "Chapters": .array("(xxsa{sv})", [.chapter(0, 5, "One", [:]), .chapter(5, 9, "", [:])]),
            "Current": .int32(0),
        ]
        let first = StatusView(player: [:], queue: nil, session: nil, chapters: chapters)
        #expect(first.lines == ["status   stopped", "chapter  One (1 of 2)"])
        #expect(
            first.json.text(isPretty: false)
                == """
                {"chapter":{"current":true,"end":5,"number":1,"start":0,"title":"One"},"status":"stopped"}
                """)
        let second = StatusView(
            player: [:], queue: nil, session: nil, chapters: chapters.merging(["Current": .int32(1)]) { $1 })
        #expect(second.lines == ["status   stopped", "chapter  2 of 2"])
        #expect(StatusTemplate("{{chapter}}").filled(with: second) == "2")
        let none = StatusView(
            player: [:], queue: nil, session: nil, chapters: chapters.merging(["Current": .int32(-1)]) { $1 })
        #expect(none.lines == ["status  stopped"])
    }
}
