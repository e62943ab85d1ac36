/// Chooses the source of an item's chapters and brings them into their published form.
public enum ChapterPrecedence {
    /// Chapters that begin this much after the end are dropped. The tolerance is needed because durations are often a
    /// little short.
    private static let tolerance = MediaTime(nanoseconds: 1_000_000_000)

    /// Returns the item's chapters: sorted by start, outer before inner, with ends where they can be known.
    ///
    /// The first non-empty source of this list wins, completed by the later sources that agree with it
    /// (``ChapterMerge``): the untitled group of the description's markers, its chapters, the same two of the sidecar
    /// `NAME.mediad.json`, the chapter sidecar, the container.
    ///
    /// - Parameters:
    ///   - description: the client's description of the item.
    ///   - findings: what was read from the item; nil while nothing was read.
    ///   - named: the chapters of the file that the description names. They rank with the chapter sidecars beside the
    ///     item.
    ///   - duration: nil if unknown; the last chapters may then have no end.
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

    /// Returns the markers of one group: sorted by start, within the item, with ends where they can be known.
    public static func resolved(_ markers: [Chapter], duration: MediaTime?) -> [Chapter] {
        withEnds(placed(markers, duration: duration), duration: duration)
    }

    private static func untitledGroup(_ fields: MediaDetails.Fields?) -> [Chapter]? {
        spoken(fields?.markers?.first { $0.title.isEmpty }?.markers, in: fields?.language)
    }

    /// Gives titles without a language the language of their description.
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

    /// Sorts by start, then outer before inner, and drops chapters outside the item.
    private static func placed(_ chapters: [Chapter], duration: MediaTime?) -> [Chapter] {
        var chapters = chapters
        for index in chapters.indices { chapters[index].start = max(.zero, chapters[index].start) }
        if let duration { chapters.removeAll { $0.start >= duration + tolerance } }
        chapters.sort { ($0.start, $0.level) < ($1.start, $1.level) }
        return chapters
    }

    /// Sets each end that is missing or lies before the start to the start of the next chapter of the same or an outer
    /// level. Hidden chapters (a separate picture inside a podcast's chapter) end only other hidden chapters.
    private static func withEnds(_ chapters: [Chapter], duration: MediaTime?) -> [Chapter] {
        var chapters = chapters
        // From the back. Each stack holds the following chapters, the nearest last and each at an inner level of the
        // one before it.
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
