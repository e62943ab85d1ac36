/// The panels that the transport bar and keys open.
public enum Panel: Hashable, Sendable, CaseIterable {
    case queue, chapters, audio, subtitles, information, keys

    /// Whether it is a list to choose from.
    var isList: Bool {
        switch self {
        case .queue, .chapters, .audio, .subtitles: true
        case .information, .keys: false
        }
    }
}

/// A list to choose from.
public struct ListCard: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        /// Empty: the row has no title of its own.
        public var title: String
        /// Such as the time of a chapter.
        public var detail: String
        public var isCurrent: Bool
        /// Whether it could not be played.
        public var isFailed: Bool
        /// A `file:` URI.
        public var pictureURI: String?

        public init(
            title: String, detail: String = "", isCurrent: Bool = false, isFailed: Bool = false,
            pictureURI: String? = nil
        ) {
            self.title = title
            self.detail = detail
            self.isCurrent = isCurrent
            self.isFailed = isFailed
            self.pictureURI = pictureURI
        }
    }

    public var panel: Panel
    /// Those around the middle, at least as many as have room; of most lists, all.
    public var rows: [Row]
    /// The index of the first of them in the whole list.
    public var first: Int
    /// How many rows the whole list has.
    public var count: Int
    /// The index of the row that must be visible.
    public var middle: Int
    /// The lists that take turns in the panel, by their titles; with fewer than two, there is nothing to choose.
    public var tabs: [String]
    /// The index of the tab that is open.
    public var tab: Int
    /// Whether rows have pictures, which may still be on their way.
    public var hasPictures: Bool
    /// What is to be known of the emphasised row, in a sentence, such as why it could not be played; nil: nothing.
    public var note: String?

    public init(
        _ panel: Panel, rows: [Row], first: Int = 0, count: Int? = nil, middle: Int = 0, tabs: [String] = [],
        tab: Int = 0, awaitsPictures: Bool = false
    ) {
        self.panel = panel
        self.rows = rows
        self.first = first
        self.count = count ?? rows.count
        self.middle = middle
        self.tabs = tabs
        self.tab = tab
        hasPictures = awaitsPictures || rows.contains { $0.pictureURI != nil }
    }

    /// The row with an index of the whole list; nil: it is not among ``rows``.
    public func row(at index: Int) -> Row? {
        rows.indices.contains(index - first) ? rows[index - first] : nil
    }
}

/// What is known about the item.
public struct InformationCard: Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    /// Genre, rating, date and length, in one line.
    public var facts: String
    public var summary: String?
    /// The kinds of its streams, in one line.
    public var technical: String
    /// A `file:` URI.
    public var artworkURI: String?

    public init(title: String, subtitle: String? = nil, facts: String = "", technical: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.facts = facts
        self.technical = technical
    }
}

/// An action of a client as a button.
public struct ActionButton: Hashable, Sendable {
    public var id: String
    public var title: String

    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
