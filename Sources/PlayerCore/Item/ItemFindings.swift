/// What was read of an item beside playing it: its container and the sidecars beside it.
public struct ItemFindings: Hashable, Sendable {
    /// What `NAME.mediad.json` says; its chapters and markers too.
    public var sidecar: MediaDetails.Fields?
    /// Of the chapter sidecar that counts; empty where there is none.
    public var sidecarChapters: [Chapter]
    /// Of all sidecars of segments, in the contract's order (EDL, comskip, SponsorBlock, Jellyfin), unchecked.
    public var sidecarSegments: [SegmentProposal]
    public var container: ContainerFindings
    /// Files of subtitles beside a local item, in the order in which they are listed.
    public var subtitles: [SubtitleSidecar] = []
    /// What could not be read, in sentences for the log.
    public var problems: [String]
    /// `file:` URI of a picture beside a local file that has none itself.
    public var pictureBeside: String?
    /// `file:` URI of the episode after a local file's, found beside it.
    public var nextEpisode: String?
    /// The series that a local file's name tells, where it tells an episode: `SHOW S01E02.mkv`.
    public var series: String?
    /// Whether a remote item's server gives parts of it in any order.
    public var givesRanges = false

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

/// What a container says of its content.
public struct ContainerFindings: Hashable, Sendable {
    /// `matroska`, `webm`, `mp4`, `mp3`, `ogg`, `flac`, `wav`; nil where none of them was recognised.
    public var container: String?
    public var duration: MediaTime?
    /// Whether its streams end midway and others go on (Ogg): only what begins it was read, and its length is not known.
    public var isChained = false
    /// Frames a second of its first video track, above zero; nil where there is none or it is not constant.
    public var frameRate: Double?
    /// Its sound, pictures and subtitles, as far as they were read; empty where only GStreamer knows.
    public var tracks: [ContainerTrack] = []
    /// What its tags say: title, artist, album, … (chapters are not in here).
    public var fields = MediaDetails.Fields()
    /// What else its tags say: what a description has no field for (people, numbers, comments).
    public var tags = MediaTags()
    /// The picture of the whole.
    public var artwork: ImageSource?
    /// The default edition's, by start, outer before inner.
    public var chapters: [Chapter] = []
    /// What is broken in it, in sentences for the log; what was read before and after counts all the same.
    public var problems: [String] = []

    public init() {}
}
