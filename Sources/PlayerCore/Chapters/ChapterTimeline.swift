/// Looks up the current chapter at a position and the start of the next one without a linear search.
///
/// Of the chapters that contain the position, the one that begins last is current, and of those that begin together
/// the innermost. Between chapters the last current chapter stays current. Before the first none is. Hidden chapters
/// are never current.
struct ChapterTimeline: Hashable, Sendable {
    /// The chapter `index` is current from this position until the next change.
    private struct Change: Hashable {
        var position: MediaTime
        var index: Int
    }

    private let changes: [Change]
    /// The indices of the visible chapters, sorted by start.
    private let visible: [Int]
    private let starts: [MediaTime]

    /// - Parameter chapters: sorted by start, outer before inner.
    init(_ chapters: [LocalizedChapter]) {
        visible = chapters.indices.filter { !chapters[$0].isHidden }
        starts = visible.map { chapters[$0].start }
        changes = Self.changes(chapters, visible)
    }

    /// The chapter that is current at a position; nil before the first.
    func index(at position: MediaTime) -> Int? {
        let after = changes.partitioningIndex { $0.position > position }
        return after == 0 ? nil : changes[after - 1].index
    }

    /// The next position after this one at which another chapter becomes current.
    func change(after position: MediaTime) -> MediaTime? {
        let after = changes.partitioningIndex { $0.position > position }
        return after < changes.count ? changes[after].position : nil
    }

    /// The first chapter that begins after a position: the target of "next chapter".
    func next(after position: MediaTime) -> Int? {
        let after = starts.partitioningIndex { $0 > position }
        return after < visible.count ? visible[after] : nil
    }

    /// The last chapter that begins before a position.
    func last(before position: MediaTime) -> Int? {
        let at = starts.partitioningIndex { $0 >= position }
        return at > 0 ? visible[at - 1] : nil
    }

    /// Sweeps over all starts and ends with a stack of open chapters.
    private static func changes(_ chapters: [LocalizedChapter], _ visible: [Int]) -> [Change] {
        var boundaries = Set(visible.map { chapters[$0].start })
        for index in visible { boundaries.insert(chapters[index].end) }
        var changes: [Change] = []
        var open: [Int] = []
        var upcoming = visible[...]
        for position in boundaries.sorted() {
            var started: Int?
            while let index = upcoming.first, chapters[index].start <= position {
                open.append(index)
                started = index
                upcoming.removeFirst()
            }
            // An ended chapter below the top is removed when it reaches the top.
            while let index = open.last, chapters[index].end <= position { open.removeLast() }
            guard let index = open.last ?? started, changes.last?.index != index else { continue }
            changes.append(Change(position: position, index: index))
        }
        return changes
    }
}
