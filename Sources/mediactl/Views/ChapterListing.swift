import DBusKit
import MediaProbe

/// The chapters of the current item.
struct ChapterListing {
    private(set) var chapters: [ChapterView]
    /// The languages that there are titles in.
    let locales: [String]
    /// Of the titles; nil where there are none, or where it was not asked for.
    private(set) var language: String?
    /// Navigation markers beside the chapters.
    let groups: [(title: String, markers: [ChapterView])]

    /// - Parameter properties: those of `Chapters1`.
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

    /// The current one; nil before the first.
    var current: ChapterView? { chapters.first { $0.isCurrent } }

    /// Those of another choice of languages instead; they keep the numbers by which one goes to them.
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

    /// For programs; what is not there is left out.
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

    /// For people.
    var lines: [String] {
        var table = TextTable()
        for chapter in chapters {
            table.add(chapter.cells, style: chapter.isCurrent ? .bold : chapter.isHidden ? .dim : nil)
        }
        return table.lines
    }
}
