/// What is remembered of an entry of the queue that was read or played. Lists show it, and it is available at once
/// when the entry's turn comes.
///
/// A class, so that a snapshot shares it with the player.
public final class RememberedItem: Sendable {
    /// The URI of the entry at that time; with another URI it is another item.
    public let uri: String
    /// Nil if the file could not be read. Contains only what is shown: no segments, no pictures, and chapters only if
    /// they are few.
    let findings: ItemFindings?
    let tags: MediaTags
    public let duration: MediaTime?
    /// Whether it was seekable when it was last opened; nil if it was only read.
    let isSeekable: Bool?
    /// Nil if its tracks are unknown.
    let hasVideo: Bool?
    /// The `file:` URI of its picture.
    private let artworkURI: String?
    /// The picture according to the description or sidecar at that time; ``artworkURI`` belongs to it.
    private let saidArtwork: String?
    /// Whether opening the item will most likely bring no news for clients.
    private let isWhole: Bool

    /// With more chapters than this, the chapters are read again when the item is opened.
    private static let mostChapters = 100

    /// Remembers a file that was read but not opened.
    ///
    /// - Parameter artworkURI: of the fetched picture; nil without one.
    /// - Parameter hasArtwork: false while it is unknown whether there is a picture.
    init(_ description: MediaDescription, findings: ItemFindings?, artworkURI: String?, hasArtwork: Bool) {
        uri = description.uri
        let trimmed = findings.map(Self.trimmed)
        self.findings = trimmed
        tags = MediaTags()
        duration = findings?.container.duration.flatMap { $0 > .zero ? $0 : nil }
        isSeekable = nil
        let tracks = findings?.container.tracks ?? []
        hasVideo = tracks.isEmpty ? nil : tracks.contains { $0.kind == .video }
        self.artworkURI = artworkURI
        saidArtwork = Self.saidArtwork(description, findings)
        isWhole =
            hasArtwork && duration != nil && findings?.container.container != nil
            && findings?.sidecar?.chaptersURI == nil && Self.hasChapters(trimmed) == Self.hasChapters(findings)
    }

    /// Remembers an item that is open.
    init(_ description: MediaDescription, facts: ItemFacts, artworkURI: String?) {
        uri = description.uri
        let trimmed = facts.findings.map(Self.trimmed)
        findings = trimmed
        tags = facts.tags.withoutSong
        duration = facts.duration
        isSeekable = facts.canSeek
        hasVideo = facts.hasVideo
        self.artworkURI = artworkURI
        saidArtwork = Self.saidArtwork(description, facts.findings)
        isWhole =
            facts.findings?.sidecar?.chaptersURI == nil && Self.hasChapters(trimmed) == Self.hasChapters(facts.findings)
    }

    /// Returns the metadata that clients see for the entry, with its present description.
    public func metadata(of description: MediaDescription) -> ItemMetadata {
        var metadata = ItemMetadata(description, findings: findings, tags: tags, isLive: false)
        metadata.artworkURI = Self.saidArtwork(description, findings) == saidArtwork ? artworkURI : nil
        return metadata
    }

    /// Returns the entry's description, completed with the remembered values of the fields that lists show.
    public func described(_ description: MediaDescription) -> MediaDescription {
        let metadata = metadata(of: description)
        var fields = description.details?.fields ?? MediaDetails.Fields()
        fields.title =
            fields.title ?? findings?.sidecar?.title ?? tags.title ?? findings?.container.fields.title
            ?? metadata.station
        if fields.artist == nil, !metadata.artists.isEmpty { fields.artist = metadata.artists }
        if fields.genre == nil, !metadata.genres.isEmpty { fields.genre = metadata.genres }
        for field in ItemMetadata.shownTexts { field.fill(&fields, from: metadata) }
        for field in ItemMetadata.shownNumbers { field.fill(&fields, from: metadata) }
        fields.artwork = fields.artwork ?? metadata.artworkURI
        return MediaDescription(uri: description.uri, details: MediaDetails(fields))
    }

    /// Whether title, picture, length and chapters are known, so that there is nothing to wait for.
    func isComplete(for description: MediaDescription) -> Bool {
        isWhole && uri == description.uri && Self.saidArtwork(description, findings) == saidArtwork
            && description.details?.fields.chaptersURI == nil
    }

    /// Whether remembering `other` instead would change nothing.
    func isSame(as other: RememberedItem) -> Bool {
        uri == other.uri && findings == other.findings && tags == other.tags && duration == other.duration
            && isSeekable == other.isSeekable && hasVideo == other.hasVideo && artworkURI == other.artworkURI
            && saidArtwork == other.saidArtwork
            && isWhole == other.isWhole
    }

    private static func saidArtwork(_ description: MediaDescription, _ findings: ItemFindings?) -> String? {
        description.details?.fields.artwork ?? findings?.sidecar?.artwork
    }

    private static func hasChapters(_ findings: ItemFindings?) -> Bool {
        guard let findings else { return false }
        return !findings.sidecarChapters.isEmpty || !findings.container.chapters.isEmpty
            || findings.sidecar?.chapters?.isEmpty == false
    }

    private static func trimmed(_ findings: ItemFindings) -> ItemFindings {
        var trimmed = ItemFindings()
        trimmed.sidecar = findings.sidecar
        trimmed.sidecar?.segments = nil
        trimmed.sidecar?.timed = nil
        trimmed.sidecar?.interstitials = nil
        trimmed.sidecar?.next = nil
        trimmed.sidecar?.custom = nil
        trimmed.sidecar?.markers = nil
        trimmed.container.container = findings.container.container
        trimmed.container.fields = findings.container.fields
        trimmed.container.tags = findings.container.tags
        let lists = [findings.sidecarChapters, findings.container.chapters, findings.sidecar?.chapters ?? []]
        guard lists.reduce(0, { $0 + $1.count }) <= mostChapters else {
            trimmed.sidecar?.chapters = nil
            return trimmed
        }
        trimmed.sidecarChapters = findings.sidecarChapters
        trimmed.container.chapters = findings.container.chapters
        return trimmed
    }
}

/// What is remembered of the queue's entries. The number is limited, and the oldest are dropped first.
public struct ItemMemory: Sendable {
    public private(set) var items: [ItemID: RememberedItem] = [:]
    /// Increases with each change.
    public private(set) var revision: UInt64 = 0
    /// The titles of further entries.
    private(set) var titles: [ItemID: ItemTitle] = [:]
    private var titleBytes = 0
    /// In the order of arrival.
    private var order: [ItemID] = []
    private static let most = 512
    /// Enough for a large collection.
    static let mostTitles = 50_000
    /// Bytes of all titles together.
    static let largestTitles = 16 << 20

    public init() {}

    /// Returns what is remembered of an entry, unless its URI has changed.
    public func item(_ item: QueueItem) -> RememberedItem? {
        items[item.id].flatMap { $0.uri == item.description.uri ? $0 : nil }
    }

    /// - Returns: whether anything changed.
    @discardableResult
    public mutating func remember(_ id: ItemID, _ item: RememberedItem) -> Bool {
        if let known = items[id] {
            guard !known.isSame(as: item) else { return false }
        } else {
            order.append(id)
            if order.count > Self.most {
                let oldest = order.removeFirst()
                if let dropped = items.removeValue(forKey: oldest) { remember(oldest, ItemTitle(dropped)) }
            }
        }
        items[id] = item
        drop(id)
        revision += 1
        return true
    }

    /// Whether there is room for further titles.
    var hasRoom: Bool { titles.count < Self.mostTitles && titleBytes < Self.largestTitles }

    /// Keeps the title of an entry, unless more is known of it or there is no room.
    mutating func remember(_ id: ItemID, _ title: ItemTitle) {
        guard items[id].map({ $0.uri != title.uri }) ?? true else { return }
        drop(id)
        guard hasRoom else { return }
        titles[id] = title
        titleBytes += title.size
        revision += 1
    }

    private mutating func drop(_ id: ItemID) {
        guard let title = titles.removeValue(forKey: id) else { return }
        titleBytes -= title.size
    }

    /// Whether an entry was read, at its present URI.
    public func knows(_ item: QueueItem) -> Bool { self.item(item) != nil || title(of: item) != nil }

    private func title(of item: QueueItem) -> ItemTitle? {
        titles[item.id].flatMap { $0.uri == item.description.uri ? $0 : nil }
    }

    /// Returns the metadata that clients see for an entry.
    public func metadata(of item: QueueItem) -> ItemMetadata {
        self.item(item)?.metadata(of: item.description) ?? title(of: item)?.metadata(of: item.description)
            ?? ItemMetadata(item.description, isLive: false)
    }

    /// Returns an entry's description, completed with what was read of it.
    public func described(_ item: QueueItem) -> MediaDescription {
        self.item(item)?.described(item.description) ?? title(of: item)?.described(item.description)
            ?? item.description
    }

    mutating func forget(_ ids: Set<ItemID>) {
        guard ids.contains(where: { items[$0] != nil || titles[$0] != nil }) else { return }
        for id in ids {
            items[id] = nil
            drop(id)
        }
        order.removeAll(where: ids.contains)
        revision += 1
    }

    mutating func forgetAll() {
        guard !items.isEmpty || !titles.isEmpty else { return }
        items = [:]
        titles = [:]
        titleBytes = 0
        order = []
        revision += 1
    }
}
