/// An item's chapters in all their languages, and the choice among them (AVFoundation's chapter metadata groups).
public struct ChapterList: Hashable, Sendable {
    /// By start, each with an end.
    public let chapters: [Chapter]
    /// The languages of the titles, in the order in which they first occur.
    public let locales: [String]

    public init(_ chapters: [Chapter]) {
        self.chapters = chapters
        var seen: Set<String> = []
        locales = chapters.lazy.flatMap(\.titles).map(\.language).filter { seen.insert($0.lowercased()).inserted }
    }

    /// The language that is shown for these wishes; where none of them is served, the first there is.
    public func language(for preferred: [String]) -> String? {
        LanguageMatching.best(of: locales, for: preferred) ?? locales.first
    }

    /// The chapters in the language that serves the wishes best.
    ///
    /// What has no title in it joins: a picture or link to the chapter that it overlaps, and where it overlaps none, as a
    /// chapter of its own, in the first language it has. So nothing is lost.
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

    /// The chapters with a title in exactly this language, and nothing else.
    public func titled(in language: String) -> [LocalizedChapter] {
        chapters.compactMap { chapter in
            chapter.title(in: language).map { LocalizedChapter(chapter, title: $0) }
        }
    }

    /// The titled chapter of the same level that `chapter` overlaps first. Both lists are in the order of their starts.
    private static func host(of chapter: Chapter, in titled: [LocalizedChapter]) -> Int? {
        titled.firstIndex { $0.level == chapter.level && $0.overlaps(chapter) }
    }
}

extension Chapter {
    func title(in language: String) -> ChapterTitle? {
        titles.first { LanguageMatching.isSame($0.language, language) }
    }
}
