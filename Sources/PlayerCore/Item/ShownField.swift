/// A field of descriptions that clients see in the item's metadata and that has one place in each source.
public struct ShownField<Value: Sendable>: Sendable {
    /// The key in MPRIS metadata.
    public let key: String
    /// The field of the description, the sidecar and the container.
    let said: any WritableKeyPath<MediaDetails.Fields, Value?> & Sendable
    public let shown: any WritableKeyPath<ItemMetadata, Value?> & Sendable
    /// The field of the stream's tags, which take precedence over the container.
    let tag: (any KeyPath<MediaTags, Value?> & Sendable)?
    /// The maximum length in MPRIS metadata, in bytes.
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

    /// Fills a missing field of a description with the shown value.
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
