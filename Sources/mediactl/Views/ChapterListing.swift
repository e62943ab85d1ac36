import DBusKit
import MediaProbe
import PlayerCore

/// The chapters of the current item.
struct ChapterListing {
    private(set) var chapters: [ChapterView]
    /// The languages of the titles.
    let locales: [String]
    /// The language of the shown titles; nil if there are none or it is unknown.
    private(set) var language: String?
    /// Navigation markers in addition to the chapters.
    let groups: [(title: String, markers: [ChapterView])]

    /// - Parameter properties: the properties of `Chapters1`.
    init(_ properties: [String: DBusValue]) {
        let current = properties["Current"]?.asInt32.map { Int($0) }
        chapters = (properties["Chapters"]?.asArray ?? []).enumerated().compactMap { index, value in
            var chapter = ChapterView(value)
            chapter?.number = index + 1
            chapter?.isCurrent = index == current
            return chapter
        }
        locales = properties["Locales"]?.asStringArray ?? []
        language = properties["Language"]?.asString.flatMap { $0.isEmpty ? nil : $0 }
        groups = (properties["Groups"]?.asArray ?? []).dropFirst().compactMap { value in
            guard let fields = value.asArray, fields.count == 2, let title = fields[0].asString else { return nil }
            return (title, (fields[1].asArray ?? []).compactMap { ChapterView($0) })
        }
    }

    /// The current chapter; nil before the first.
    var current: ChapterView? { chapters.first { $0.isCurrent } }

    /// The chapters in the time of a timeline.
    func displayed(on timeline: DisplayTimeline) -> ChapterListing {
        var listing = self
        listing.chapters = chapters.map { chapter in
            var chapter = chapter
            (chapter.start, chapter.end) = (timeline.display(chapter.start), timeline.display(chapter.end))
            return chapter
        }
        return listing
    }

    /// Replaces the chapters with those in other languages. They keep the numbers that `chapters go` takes.
    func replaced(by values: DBusValue?) -> ChapterListing {
        var listing = self
        let known = Dictionary(grouping: chapters, by: \.start)
        listing.chapters = (values?.asArray ?? []).compactMap { value in
            guard var chapter = ChapterView(value) else { return nil }
            let same = known[chapter.start]?.first { $0.isSame(as: chapter) }
            chapter.number = same?.number
            chapter.isCurrent = same?.isCurrent ?? false
            return chapter
        }
        listing.language = listing.chapters.lazy.compactMap { $0.extras["language"]?.asString }.first
        return listing
    }

    /// The object for programs; unset values are omitted.
    var json: JSONValue {
        .members([
            "chapters": .array(chapters.map(\.json)),
            "current": current?.number.map { .integer(Int64($0)) },
            "language": language.map { .string($0) },
            "locales": .array(locales.map { .string($0) }),
            "groups": groups.isEmpty
                ? nil
                : .array(
                    groups.map {
                        .object(["title": .string($0.title), "markers": .array($0.markers.map(\.json))])
                    }),
        ])
    }

    /// The lines for people.
    var lines: [String] {
        var table = TextTable()
        for chapter in chapters {
            table.add(chapter.cells, style: chapter.isCurrent ? .bold : chapter.isHidden ? .dim : nil)
        }
        return table.lines()
    }
}

/// A chapter or marker in the form of `Chapters1`.
struct ChapterView {
    var start: MediaTime
    var end: MediaTime
    var title: String
    var extras: [String: DBusValue]
    /// The number in the default listing, from 1; nil if the chapter is not in it.
    var number: Int?
    var isCurrent = false

    /// Returns nil if the value does not have the structure of a chapter.
    init?(_ value: DBusValue) {
        guard let fields = value.asArray, fields.count >= 3, let start = fields[0].asInt64,
            let end = fields[1].asInt64, let title = fields[2].asString
        else { return nil }
        self.start = MediaTime(microseconds: start)
        self.end = MediaTime(microseconds: end)
        self.title = title
        extras = fields.count > 3 ? fields[3].asDictionary ?? [:] : [:]
    }

    /// The level of nesting; 0 is the top.
    var level: UInt32 { extras["level"]?.asUInt32 ?? 0 }
    var isHidden: Bool { extras["hidden"]?.asBool ?? false }

    /// All known properties for programs.
    var json: JSONValue {
        var members = extras.mapValues { JSONValue($0) }
        members["start"] = JSONValue(start)
        members["end"] = JSONValue(end)
        members["title"] = .string(title)
        members["number"] = number.map { .integer(Int64($0)) }
        if number != nil { members["current"] = .bool(isCurrent) }
        return .object(members)
    }

    /// The cells of the chapter in the listing: mark, number, start, and the title indented by its level.
    var cells: [TextTable.Cell] {
        let indent = String(repeating: "  ", count: Int(min(level, 8)))
        return [
            TextTable.Cell(text: isCurrent ? ">" : " "),
            TextTable.Cell(text: number.map { "\($0)" } ?? "", isRightAligned: true),
            TextTable.Cell(text: DurationText(start).description, isRightAligned: true),
            TextTable.Cell(text: indent + Output.visible(title) + (isHidden ? " (hidden)" : ""), isCut: true),
        ]
    }

    /// Whether two chapters are the same, possibly in different languages.
    func isSame(as other: ChapterView) -> Bool {
        start == other.start && end == other.end && level == other.level
            && extras["id"]?.asString == other.extras["id"]?.asString
    }
}
