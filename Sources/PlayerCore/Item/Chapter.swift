/// A chapter or navigation marker from a container, a sidecar or a client.
public struct Chapter: Hashable, Sendable, Codable {
    /// The id in its source: a UID or an element id; nil if it has none.
    public var id: String?
    public var start: MediaTime
    /// At or after ``start`` (equal for a marker without length); nil: until the next chapter or the end of the item.
    public var end: MediaTime?
    /// In the source's order. The first is shown when no language is preferred; empty if the chapter has no title.
    public var titles: [ChapterTitle]
    public var image: ImageSource?
    /// A link for people.
    public var url: String?
    /// 0 at the top, and 1 more for each enclosing chapter.
    public var level: UInt32
    /// A hidden chapter is listed, but steps skip it and it is never current.
    public var isHidden: Bool
    /// The kind of segment in the contract's words (`opening-credits`), or ``content``, if the source gives it
    /// explicitly (Matroska's ChapterSkipType). The title is then not used to recognise the kind.
    public var kind: String?
    /// The reader that found the chapter (`matroska`, `quicktime`, `nero`, `id3`, `vorbis`, `cuesheet`, `wav`, `xml`,
    /// `json`, …); nil for a client's chapter.
    public var source: String?

    /// The kind of a chapter whose source says explicitly that it is ordinary content.
    public static let content = "content"

    public init(
        start: MediaTime, end: MediaTime? = nil, titles: [ChapterTitle] = [], id: String? = nil, level: UInt32 = 0,
        isHidden: Bool = false, source: String? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.titles = titles
        self.level = level
        self.isHidden = isHidden
        self.source = source
    }
}

/// A title in one language.
public struct ChapterTitle: Hashable, Sendable, Codable {
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var text: String

    public init(_ text: String, language: String = "und") {
        self.text = text
        self.language = language
    }

    /// Combines a description's `title` and `titles`, the title first. It gets the language in which `titles` has the
    /// same text, else `und`.
    public static func list(title: String?, titles: [ChapterTitle]) -> [ChapterTitle] {
        let others = titles.sorted { $0.language < $1.language }
        guard let title else { return others }
        guard let same = others.firstIndex(where: { $0.text == title }) else { return [ChapterTitle(title)] + others }
        return [others[same]] + others[..<same] + others[(same + 1)...]
    }
}
