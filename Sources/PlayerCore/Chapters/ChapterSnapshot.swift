/// The current item's chapters as the outside may read them.
public struct ChapterSnapshot: Hashable, Sendable {
    /// Counts up whenever anything but ``current`` changes, so that readers need not compare lists.
    public var revision: UInt64 = 0
    /// In the chosen language.
    public var chapters: [LocalizedChapter] = []
    /// Index into ``chapters``; nil before the first.
    public var current: Int?
    /// The chapters in all their languages.
    public var list = ChapterList([])
    /// The chosen language; nil where no chapter has a title.
    public var language: String?
    public var preferredLanguages: [String] = []
    public var loading = ChapterLoading.none
    /// Groups of navigation markers beside the chapters, each with a title of its own.
    public var groups: [MarkerGroup] = []
    /// Pictures that were fetched, as `file:` URIs.
    public var images: [ImageSource: String] = [:]

    public init() {}
}

/// Why there are chapters, or none.
public enum ChapterLoading: Hashable, Sendable {
    /// There is no item, or nobody looked into it yet.
    case none
    case loading
    /// An item may have none all the same.
    case loaded
    /// Why, in a sentence.
    case failed(String)
}

/// A titled group of navigation markers as it is shown.
public struct MarkerGroup: Hashable, Sendable {
    public var title: String
    public var markers: [LocalizedChapter]

    public init(title: String, markers: [LocalizedChapter]) {
        self.title = title
        self.markers = markers
    }
}
