/// Which of an item's sources its chapters come from, and the form in which they are published.
public enum ChapterPrecedence {
    /// Chapters that begin this much behind the end are no chapters of this item; durations are often a little short.
    private static let tolerance = MediaTime(nanoseconds: 1_000_000_000)

    /// The item's chapters: by start, outer before inner, with ends where they can be known.
    ///
    /// The first of these that is not empty, completed by those behind it that agree with it (``ChapterMerge``): the
    /// untitled group of the description's markers, its chapters, the same two of the sidecar `NAME.mediad.json`, the
    /// chapter sidecar, the container.
    ///
    /// - Parameters:
    ///   - description: what a client says of the item.
    ///   - findings: what was read of it; nil as long as nothing was.
    ///   - named: of the file of chapters that the description names: a chapter sidecar like those beside the item.
    ///   - duration: nil where it is not known; then the last chapters may have no end.
    public static func chapters(
        description: MediaDetails.Fields?, findings: ItemFindings?, named: [Chapter] = [], duration: MediaTime?
    ) -> [Chapter] {
        let sources = [
            untitledGroup(description), spoken(description?.chapters, in: description?.language),
            untitledGroup(findings?.sidecar), spoken(findings?.sidecar?.chapters, in: findings?.sidecar?.language),
            ChapterMerge.combined([named, findings?.sidecarChapters ?? []]), findings?.container.chapters,
        ]
        let lists = sources.compactMap { $0 }.filter { !$0.isEmpty }.map { placed($0, duration: duration) }
            .filter { !$0.isEmpty }
        guard var chapters = lists.first else { return [] }
        for list in lists.dropFirst() { chapters = ChapterMerge.filled(chapters, from: list) }
        return withEnds(chapters, duration: duration)
    }

    /// Markers of one group: by start, on the item's timeline, with ends where they can be known.
    public static func resolved(_ markers: [Chapter], duration: MediaTime?) -> [Chapter] {
        withEnds(placed(markers, duration: duration), duration: duration)
    }

    private static func untitledGroup(_ fields: MediaDetails.Fields?) -> [Chapter]? {
        spoken(fields?.markers?.first { $0.title.isEmpty }?.markers, in: fields?.language)
    }

    /// What a description does not give a language for is in the description's own.
    private static func spoken(_ chapters: [Chapter]?, in language: String?) -> [Chapter]? {
        guard let language, let chapters else { return chapters }
        return chapters.map { chapter in
            var chapter = chapter
            for index in chapter.titles.indices where chapter.titles[index].language == "und" {
                chapter.titles[index].language = language
            }
            return chapter
        }
    }

    /// By start, then outer before inner, all of them on the item's timeline.
    private static func placed(_ chapters: [Chapter], duration: MediaTime?) -> [Chapter] {
        var chapters = chapters
        for index in chapters.indices { chapters[index].start = max(.zero, chapters[index].start) }
        if let duration { chapters.removeAll { $0.start >= duration + tolerance } }
        chapters.sort { ($0.start, $0.level) < ($1.start, $1.level) }
        return chapters
    }

    /// An end that nobody gave, or that lies before the start, is where the next chapter of the same or an outer level
    /// begins. What is hidden (a picture of its own inside a podcast's chapter) ends only what is hidden too.
    private static func withEnds(_ chapters: [Chapter], duration: MediaTime?) -> [Chapter] {
        var chapters = chapters
        // From the back: what follows, the nearest last, each at an inner level than the one before it.
        var visible: [(level: UInt32, start: MediaTime)] = []
        var all: [(level: UInt32, start: MediaTime)] = []
        for index in chapters.indices.reversed() {
            let chapter = chapters[index]
            while let last = all.last, last.level > chapter.level { all.removeLast() }
            if !chapter.isHidden {
                while let last = visible.last, last.level > chapter.level { visible.removeLast() }
            }
            let next =
                chapter.isHidden ? all.last?.start : visible.last?.start
            let given = chapter.end.flatMap { $0 >= chapter.start ? $0 : nil }
            let end = given ?? next ?? duration
            chapters[index].end = end.map { max(chapter.start, min($0, duration ?? $0)) }
            all.append((chapter.level, chapter.start))
            if !chapter.isHidden { visible.append((chapter.level, chapter.start)) }
        }
        return chapters
    }
}
