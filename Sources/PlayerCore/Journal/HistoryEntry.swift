/// The history of one item that was played.
public struct HistoryEntry: Hashable, Sendable {
    /// The identity of the content; each identity has one entry.
    public var identity: ContentIdentity
    /// The address at which it was last played.
    public var uri: String
    public var title: String?
    /// The album or show it belongs to.
    public var series: String?
    public var season: Int32?
    public var episode: Int32?
    /// Where it was left.
    public var position: MediaTime
    public var duration: MediaTime?
    /// The furthest position it was ever played to.
    public var furthest: MediaTime
    /// Whether it was played to its end, or close enough to count.
    public var isPlayed: Bool
    /// Where it resumes the next time; nil: at its beginning.
    public var resume: ResumePoint?
    /// The style of subtitles that was chosen for it; nil: none was.
    public var subtitles: SubtitleStyle?
    /// The delay of the sound that was chosen for it, see ``AudioDelay``; nil: none was.
    public var audioDelay: MediaTime?
    /// The tracks that were chosen for it; nil: none were.
    public var tracks: ItemTracks?
    /// Nil if it was not recorded.
    public var kind: ContentKind?
    /// Seconds since 1970.
    public var lastPlayed: Double

    /// - Parameter furthest: nil: ``position``.
    public init(
        identity: ContentIdentity, uri: String, title: String? = nil, series: String? = nil, season: Int32? = nil,
        episode: Int32? = nil, position: MediaTime, duration: MediaTime? = nil, furthest: MediaTime? = nil,
        isPlayed: Bool = false, resume: ResumePoint? = nil,
        subtitles: SubtitleStyle? = nil, audioDelay: MediaTime? = nil, tracks: ItemTracks? = nil,
        kind: ContentKind? = nil, lastPlayed: Double
    ) {
        self.kind = kind
        self.identity = identity
        self.uri = uri
        self.title = title
        self.series = series
        self.season = season
        self.episode = episode
        self.position = position
        self.duration = duration
        self.furthest = furthest ?? position
        self.isPlayed = isPlayed
        self.resume = resume
        self.subtitles = subtitles
        self.audioDelay = audioDelay
        self.tracks = tracks
        self.lastPlayed = lastPlayed
    }

    /// Whether only its beginning was played: where it was left before is worth more.
    public var isFalseStart: Bool {
        guard !isPlayed, resume == nil, kind != .music, let duration else { return false }
        return position <= ResumeRules.leastPosition && duration > ResumeRules.leastDuration
    }
}
