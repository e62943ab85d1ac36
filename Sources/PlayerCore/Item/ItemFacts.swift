/// What the engine has reported about an item so far.
struct ItemFacts: Sendable {
    /// The maximum number of subtitle files that may be added: each is a separate pipeline beside the item's.
    static let mostAddedSubtitles = 100

    /// Whether the item is prerolled: it can start, and the following fields come from the pipeline rather than from
    /// memory.
    var isPrepared = false
    var duration: MediaTime?
    /// Whether its file is still being written: it does not end at its duration.
    var isGrowing = false
    /// Whether it is the playlist or manifest of a stream (HLS, DASH).
    var isManifest = false
    var isSeekable = false
    var isLive = false
    /// Whether its bytes come over HTTP.
    var isRemote = false
    var hasVideo = false
    /// The display aspect ratio of its picture.
    var aspect: AspectRatio?
    /// The shorter side of its picture in pixels.
    var lines: Int?
    var tags = MediaTags()
    var tracks = TrackSet()
    /// The number of subtitle files that clients added.
    var addedSubtitles = 0
    /// What the stream's playlist says about its time: dates, ranges, and the seekable window; nil if it says nothing.
    var timeline: StreamTimeline?
    /// Nil until they are read.
    var findings: ItemFindings?

    /// Whether more of it is being produced: a live source, or a stream with a sliding window.
    var isMadeNow: Bool { isLive || timeline?.isLive == true }

    /// Where it ends; nil while that is not known.
    var end: MediaTime? { isGrowing ? nil : duration }

    /// How far a seek reaches; nil if that is not known. At the very end of what is written, nothing can be decoded yet.
    var reach: MediaTime? {
        guard isGrowing else { return duration }
        return duration.map { max(.zero, $0 - MediaTime(nanoseconds: 1_000_000_000)) }
    }

    /// Live sources cannot be sought, whatever they claim.
    var canSeek: Bool { isPrepared && isSeekable && !isLive }

    /// Takes in what a prerolled pipeline reports, which takes precedence over what was remembered.
    mutating func take(_ item: PreparedItem) {
        isPrepared = true
        duration = believed(item.duration)
        isSeekable = item.isSeekable
        isLive = item.isLive
        isGrowing = item.isGrowing
        isManifest = item.isManifest
        hasVideo = item.hasVideo
        aspect = item.aspect
        lines = item.lines
    }

    /// Chooses between the duration that the pipeline reports and that of the container.
    ///
    /// The container's duration is used if the pipeline reports none, and always for Ogg over HTTP, where GStreamer
    /// estimates the duration from the first pages.
    func believed(_ stated: MediaTime?) -> MediaTime? {
        guard !isLive, let read = findings?.container.duration, read > .zero else { return stated }
        return stated == nil || (isRemote && findings?.container.container == "ogg") ? read : stated
    }

    /// The facts that remain valid without a pipeline.
    var remembered: ItemFacts {
        var facts = ItemFacts()
        facts.duration = duration
        facts.isLive = isLive
        facts.isRemote = isRemote
        facts.hasVideo = hasVideo
        facts.aspect = aspect
        facts.tags = tags
        facts.findings = findings
        return facts
    }
}
