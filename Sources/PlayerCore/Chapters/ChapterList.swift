/// An item's chapters in all languages, and the choice among the languages (like AVFoundation's chapter metadata
/// groups).
public struct ChapterList: Hashable, Sendable {
    /// Sorted by start, each with an end.
    public let chapters: [Chapter]
    /// The languages of the titles, in order of first occurrence.
    public let locales: [String]

    public init(_ chapters: [Chapter]) {
        self.chapters = chapters
        var seen: Set<String> = []
        locales = chapters.lazy.flatMap(\.titles).map(\.language).filter { seen.insert($0.lowercased()).inserted }
    }

    /// Returns the best language for the preferred ones, or the first language if none of them matches.
    public func language(for preferred: [String]) -> String? {
        LanguageMatching.best(of: locales, for: preferred) ?? locales.first
    }

    /// Returns the chapters in the language that matches the preferences best.
    ///
    /// Chapters without a title in that language are kept: the picture and link of such a chapter go to the chapter
    /// that it overlaps. If it overlaps none, it becomes a separate chapter in the first language it has.
    public func bestMatching(_ preferred: [String]) -> [LocalizedChapter] {
        guard let language = language(for: preferred) else {
            return chapters.map { LocalizedChapter($0, title: nil) }
        }
        var (titled, others): ([LocalizedChapter], [Chapter]) = ([], [])
        for chapter in chapters {
            if let title = chapter.title(in: language) {
                titled.append(LocalizedChapter(chapter, title: title))
            } else {
                others.append(chapter)
            }
        }
        guard !others.isEmpty else { return titled }
        var joined = titled
        for chapter in others {
            if let index = Self.host(of: chapter, in: titled) {
                joined[index].image = joined[index].image ?? chapter.image
                joined[index].url = joined[index].url ?? chapter.url
            } else {
                joined.append(LocalizedChapter(chapter, title: chapter.titles.first))
            }
        }
        return joined.sorted { ($0.start, $0.level) < ($1.start, $1.level) }
    }

    /// Returns only the chapters that have a title in exactly this language.
    public func titled(in language: String) -> [LocalizedChapter] {
        chapters.compactMap { chapter in
            chapter.title(in: language).map { LocalizedChapter(chapter, title: $0) }
        }
    }

    /// The first titled chapter of the same level that overlaps `chapter`, and is hidden if it is. Both lists are sorted by
    /// start.
    private static func host(of chapter: Chapter, in titled: [LocalizedChapter]) -> Int? {
        titled.firstIndex {
            $0.level == chapter.level && $0.isHidden == chapter.isHidden && $0.overlaps(chapter)
        }
    }
}

extension Chapter {
    func title(in language: String) -> ChapterTitle? {
        titles.first { LanguageMatching.isSame($0.language, language) }
    }
}
