/// What the engine has told about an item so far.
struct ItemFacts: Sendable {
    /// Files of subtitles that may be added: each is a pipeline of its own beside the item's.
    static let mostAddedSubtitles = 100

    /// Pre-rolled: it could start, and what follows here is what the pipeline says rather than what is remembered.
    var isPrepared = false
    var duration: MediaTime?
    var isSeekable = false
    var isLive = false
    /// Its bytes come over HTTP.
    var isRemote = false
    var hasVideo = false
    /// As its picture is to be shown.
    var aspect: AspectRatio?
    var tags = MediaTags()
    var tracks = TrackSet()
    /// Files that clients added.
    var addedSubtitles = 0
    /// What is told of its time beside it: dates, ranges, and what of it can be sought to. Nil where nothing is.
    var timeline: StreamTimeline?
    /// Nil until they are read.
    var findings: ItemFindings?

    /// Whether more of it is being made: a source that plays as it comes, or a stream with a window that slides.
    var isMadeNow: Bool { isLive || timeline?.isLive == true }

    /// Live sources are never sought in, whatever they say of themselves.
    var canSeek: Bool { isPrepared && isSeekable && !isLive }

    /// What a pre-rolled pipeline says counts more than what was remembered.
    mutating func take(_ item: PreparedItem) {
        isPrepared = true
        duration = believed(item.duration)
        isSeekable = item.isSeekable
        isLive = item.isLive
        hasVideo = item.hasVideo
        aspect = item.aspect
    }

    /// The length to go by, of what the pipeline says and what was read of the container.
    ///
    /// Without a length from the pipeline the container's counts; over HTTP it counts for Ogg in any case, whose length
    /// GStreamer estimates there from the first pages.
    func believed(_ told: MediaTime?) -> MediaTime? {
        guard !isLive, let read = findings?.container.duration, read > .zero else { return told }
        return told == nil || (isRemote && findings?.container.container == "ogg") ? read : told
    }

    /// What stays true of the item itself when its pipeline is gone.
    var remembered: ItemFacts {
        var facts = ItemFacts()
        facts.duration = duration
        facts.isLive = isLive
        facts.isRemote = isRemote
        facts.hasVideo = hasVideo
        facts.tags = tags
        facts.findings = findings
        return facts
    }
}
