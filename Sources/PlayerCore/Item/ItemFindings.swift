/// What was read about an item apart from playing it: its container and the sidecars beside it.
public struct ItemFindings: Hashable, Sendable {
    /// The content of `NAME.mediad.json`, including its chapters and markers.
    public var sidecar: MediaDetails.Fields?
    /// The chapters of the chapter sidecar that takes precedence; empty without one.
    public var sidecarChapters: [Chapter]
    /// The segments of all segment sidecars, in the contract's order (EDL, comskip, SponsorBlock, Jellyfin),
    /// unchecked.
    public var sidecarSegments: [SegmentProposal]
    public var container: ContainerFindings
    /// The subtitle files beside a local item, in the order in which they are listed.
    public var subtitles: [SubtitleSidecar] = []
    /// What could not be read, in sentences for the log.
    public var problems: [String]
    /// The words of a song beside a local file, as they are in `NAME.lrc`.
    public var lyrics: String?
    /// The first of them that is about a source of chapters: the container, or a sidecar that may name some.
    public var chapterProblem: String?
    /// The `file:` URI of a picture beside a local file that contains none.
    public var pictureBeside: String?
    /// The `file:` URI of the next episode, found beside a local file.
    public var nextEpisode: String?
    /// The series according to the name of a local file that is an episode: `SHOW S01E02.mkv`.
    public var series: String?
    /// Whether a remote item's server supports byte ranges.
    public var givesRanges = false
    /// Whether a remote item was written a moment ago, and may still be.
    public var isRecent = false

    public init(
        sidecar: MediaDetails.Fields? = nil, sidecarChapters: [Chapter] = [],
        sidecarSegments: [SegmentProposal] = [], container: ContainerFindings = ContainerFindings(),
        problems: [String] = []
    ) {
        self.sidecar = sidecar
        self.sidecarChapters = sidecarChapters
        self.sidecarSegments = sidecarSegments
        self.container = container
        self.problems = problems
    }
}

/// What a container says about its content.
public struct ContainerFindings: Hashable, Sendable {
    /// `matroska`, `webm`, `mp4`, `quicktime`, `mp3`, `ogg`, `flac`, `wav`, `flv`; nil if it is none of these.
    public var container: String?
    public var duration: MediaTime?
    /// Whether the duration was measured at the samples: it holds against what a demuxer believes of a header.
    public var isMeasured = false
    /// What the header says of a file whose end is missing; nil for others. While the file is being written, the rest is
    /// still to come.
    public var wholeDuration: MediaTime?
    /// Whether its streams end midway and others follow (Ogg). Only the beginning was read then, and the duration is
    /// unknown.
    public var isChained = false
    /// Frames per second of the first video track, above zero; nil without video or with a variable frame rate.
    public var frameRate: Double?
    /// Its audio, video and subtitle tracks, as far as they were read; empty if only GStreamer knows
    /// them.
    public var tracks: [ContainerTrack] = []
    /// The contents of its tags: title, artist, album, … (without chapters).
    public var fields = MediaDetails.Fields()
    /// The contents of its other tags, for which a description has no field (people, numbers, comments).
    public var tags = MediaTags()
    /// The picture of the item.
    public var artwork: ImageSource?
    /// The fonts for its subtitles.
    public var fonts: [AttachedFont] = []
    /// The chapters of the default edition, sorted by start, outer before inner.
    public var chapters: [Chapter] = []
    /// What is broken in it, in sentences for the log; everything else that was read is still valid.
    public var problems: [String] = []

    public init() {}
}
