/// What the engine has told about an item so far.
struct ItemFacts: Sendable {
    /// Pre-rolled: it could start, and what follows here is what the pipeline says rather than what is remembered.
    var isPrepared = false
    var duration: MediaTime?
    var isSeekable = false
    var isLive = false
    var hasVideo = false
    var tags = MediaTags()
    var tracks = TrackSet()
    /// Nil until they are read.
    var findings: ItemFindings?

    /// Live sources are never sought in, whatever they say of themselves.
    var canSeek: Bool { isPrepared && isSeekable && !isLive }

    /// What a pre-rolled pipeline says counts more than what was remembered.
    mutating func take(_ item: PreparedItem) {
        isPrepared = true
        duration = item.duration
        isSeekable = item.isSeekable
        isLive = item.isLive
        hasVideo = item.hasVideo
    }

    /// What stays true of the item itself when its pipeline is gone.
    var remembered: ItemFacts {
        var facts = ItemFacts()
        facts.duration = duration
        facts.isLive = isLive
        facts.hasVideo = hasVideo
        facts.tags = tags
        facts.findings = findings
        return facts
    }
}
