internal import PlayerCore

/// Orders the chapters of a tag by its tables of contents (id3v2-chapters-1.0).
///
/// - The first table with the top-level flag is the list; without one, the tables that are in no other table, one
///   after the other.
/// - Tables may be nested: each raises the level of its content. A table with a title is an entry itself, from the
///   start of its content to its end.
/// - The content of an ordered table keeps its order; anything else is sorted by start.
/// - Chapters that the list does not contain are hidden markers. If no table contains a chapter, there is no list, and
///   all chapters are normal ones.
struct ID3TableOfContents {
    /// A `CTOC` frame.
    struct Table {
        let id: String
        let isTopLevel: Bool
        let isOrdered: Bool
        let children: [String]
        let title: String?
    }

    private let chapters: [Chapter]
    private let tables: [Table]
    private let depth: Int
    /// By element id, in file order: some writers give several chapters the same id.
    private var unlisted: [String: ArraySlice<Int>] = [:]
    private var tablesByID: [String: Int] = [:]
    private var visited: Set<Int> = []

    /// Returns the chapters in display order.
    ///
    /// - Parameter depth: the maximum nesting of tables; deeper content is not listed.
    static func ordered(_ chapters: [Chapter], tables: [Table], depth: Int) -> [Chapter] {
        var contents = ID3TableOfContents(chapters, tables, depth)
        return contents.ordered()
    }

    private init(_ chapters: [Chapter], _ tables: [Table], _ depth: Int) {
        self.chapters = chapters
        self.tables = tables
        self.depth = depth
        for (index, chapter) in chapters.enumerated() { unlisted[chapter.id ?? "", default: []].append(index) }
        for (index, table) in tables.enumerated() where tablesByID[table.id] == nil { tablesByID[table.id] = index }
    }

    private mutating func ordered() -> [Chapter] {
        let listed = roots.flatMap { entries(of: $0, level: 0) }
        guard !listed.isEmpty else { return chapters.sortedByStart() }
        let silent = unlisted.values.joined().sorted().map { index in
            var chapter = chapters[index]
            chapter.isHidden = true
            return chapter
        }
        let isByStart = zip(listed, listed.dropFirst()).allSatisfy { $0.start <= $1.start }
        return isByStart ? (listed + silent).sortedByStart() : listed + silent.sortedByStart()
    }

    private var roots: [Int] {
        if let top = tables.firstIndex(where: \.isTopLevel) { return [top] }
        let nested = Set(tables.flatMap { table in table.children.filter { $0 != table.id } })
        let free = tables.indices.filter { !nested.contains(tables[$0].id) }
        return free.isEmpty ? Array(tables.indices.prefix(1)) : free
    }

    /// Returns the entries of a table; empty if it was visited before, so that cyclic tables terminate.
    private mutating func entries(of index: Int, level: Int) -> [Chapter] {
        guard level < depth, visited.insert(index).inserted else { return [] }
        let table = tables[index]
        var groups: [[Chapter]] = []
        for child in table.children {
            if let position = unlisted[child]?.popFirst() {
                var chapter = chapters[position]
                chapter.level = UInt32(level)
                groups.append([chapter])
            } else if let inner = tablesByID[child] {
                let entries = entries(of: inner, level: level + 1)
                let group = Self.group(tables[inner], of: entries, level: level).map { [$0] + entries } ?? entries
                if !group.isEmpty { groups.append(group) }
            }
        }
        // Swift's sort is stable: entries with the same start keep the order of the file.
        if !table.isOrdered { groups.sort { Self.start(of: $0) < Self.start(of: $1) } }
        return groups.flatMap(\.self)
    }

    private static func start(of chapters: [Chapter]) -> MediaTime { chapters.map(\.start).min() ?? .zero }

    /// The entry for a table with a title.
    private static func group(_ table: Table, of entries: [Chapter], level: Int) -> Chapter? {
        guard let title = table.title, !entries.isEmpty else { return nil }
        let ends = entries.map(\.end)
        return Chapter(
            start: start(of: entries), end: ends.contains(nil) ? nil : ends.compactMap(\.self).max(),
            titles: [ChapterTitle(title)], id: table.id, level: UInt32(level), source: "id3")
    }
}

extension [Chapter] {
    /// Sorted by start, then outer before inner, otherwise in the given order.
    func sortedByStart() -> [Chapter] {
        sorted { ($0.start, $0.level) < ($1.start, $1.level) }
    }
}
