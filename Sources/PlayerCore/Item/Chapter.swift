/// A chapter or navigation marker, as a container, a sidecar or a client gives it.
public struct Chapter: Hashable, Sendable, Codable {
    /// What its source calls it: a UID, an element id; nil where it has no name.
    public var id: String?
    public var start: MediaTime
    /// At or after ``start`` (the same for a marker without length); nil: until the next one, or the item's end.
    public var end: MediaTime?
    /// In the source's order, the first one is shown where no language is preferred; empty if it has no title.
    public var titles: [ChapterTitle]
    public var image: ImageSource?
    /// A link that belongs to it.
    public var url: String?
    /// 0 at the top, one more for each chapter it lies in.
    public var level: UInt32
    /// Listed, but not stepped to and never current.
    public var isHidden: Bool
    /// What kind of segment it is, in the contract's words (`opening-credits`), or ``content``, where the source says so
    /// itself (Matroska's ChapterSkipType); its title says nothing then.
    public var kind: String?
    /// Which reader found it (`matroska`, `quicktime`, `nero`, `id3`, `vorbis`, `cuesheet`, `wav`, `xml`, `json`, …); nil
    /// for a client's.
    public var source: String?

    /// The kind of a chapter of which its source says that it is none of the contract's: it is to be played.
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

    /// What a description's `title` and `titles` say together, the title first: in the language in which `titles` says the
    /// same, else undetermined.
    public static func list(title: String?, titles: [ChapterTitle]) -> [ChapterTitle] {
        let others = titles.sorted { $0.language < $1.language }
        guard let title else { return others }
        guard let same = others.firstIndex(where: { $0.text == title }) else { return [ChapterTitle(title)] + others }
        return [others[same]] + others[..<same] + others[(same + 1)...]
    }
}
