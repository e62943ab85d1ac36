/// A field of descriptions that clients see with the item's metadata, and that comes from one place in each source.
public struct ShownField<Value: Sendable>: Sendable {
    /// In MPRIS's metadata.
    public let key: String
    /// Where the description, the sidecar and the container have it.
    let said: any WritableKeyPath<MediaDetails.Fields, Value?> & Sendable
    public let shown: any WritableKeyPath<ItemMetadata, Value?> & Sendable
    /// Where the tags that come with the stream have it: they count more than the container.
    let tag: (any KeyPath<MediaTags, Value?> & Sendable)?
    /// As much as MPRIS's metadata takes of it, in bytes.
    public let limit: Int

    init(
        _ key: String, _ said: any WritableKeyPath<MediaDetails.Fields, Value?> & Sendable,
        shown: any WritableKeyPath<ItemMetadata, Value?> & Sendable,
        tag: (any KeyPath<MediaTags, Value?> & Sendable)? = nil, limit: Int = 2_000
    ) {
        self.key = key
        self.said = said
        self.shown = shown
        self.tag = tag
        self.limit = limit
    }

    /// Takes what is shown where a description says nothing.
    func fill(_ fields: inout MediaDetails.Fields, from metadata: ItemMetadata) {
        if fields[keyPath: said] == nil { fields[keyPath: said] = metadata[keyPath: shown] }
    }
}

extension ItemMetadata {
    public static let shownTexts: [ShownField<String>] = [
        ShownField("xesam:album", \.album, shown: \.album, tag: \MediaTags.album),
        ShownField("xesam:contentCreated", \.date, shown: \.date, tag: \MediaTags.date, limit: 100),
        ShownField("mediad:subtitle", \.subtitle, shown: \.subtitle),
        ShownField("mediad:description", \.description, shown: \.summary, limit: 8_000),
        ShownField("mediad:contentRating", \.contentRating, shown: \.contentRating, limit: 100),
    ]
    public static let shownNumbers: [ShownField<Int32>] = [
        ShownField("mediad:season", \.season, shown: \.season),
        ShownField("mediad:episode", \.episode, shown: \.episode),
    ]
}
