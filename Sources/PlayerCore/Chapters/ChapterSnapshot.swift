/// The published chapters of the current item.
public struct ChapterSnapshot: Hashable, Sendable {
    /// Increases whenever anything but ``current`` changes, so that readers need not compare lists.
    public var revision: UInt64 = 0
    /// In the chosen language.
    public var chapters: [LocalizedChapter] = []
    /// An index into ``chapters``; nil before the first chapter.
    public var current: Int?
    /// The chapters in all their languages.
    public var list = ChapterList([])
    /// The chosen language; nil if no chapter has a title.
    public var language: String?
    public var preferredLanguages: [String] = []
    public var loading = ChapterLoading.none
    /// Titled groups of navigation markers besides the chapters.
    public var groups: [MarkerGroup] = []
    /// The fetched pictures, as `file:` URIs.
    public var images: [ImageSource: String] = [:]

    public init() {}

    /// The markers of a group; nil if there is no such group.
    public func markers(of group: String) -> [LocalizedChapter]? {
        group.isEmpty ? chapters : groups.first { $0.title == group }?.markers
    }
}

/// How far the reading of chapters is.
public enum ChapterLoading: Hashable, Sendable {
    /// There is no item, or it has not been read.
    case none
    case loading
    /// Reading is complete; the item may still have no chapters.
    case loaded
    /// The reason, as a sentence.
    case failed(String)
}

/// A titled group of navigation markers in the shown language.
public struct MarkerGroup: Hashable, Sendable {
    public var title: String
    public var markers: [LocalizedChapter]

    public init(title: String, markers: [LocalizedChapter]) {
        self.title = title
        self.markers = markers
    }
}
