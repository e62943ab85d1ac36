/// How far an item was played, for the history.
public struct PlaybackRecord: Hashable, Sendable {
    public var uri: String
    /// The name by which it is recognised if its address changes.
    public var name: LastingName?
    public var title: String
    /// The album or show it belongs to.
    public var series: String?
    public var season: Int32?
    public var episode: Int32?
    public var position: MediaTime
    public var duration: MediaTime?
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

    public var kind: ContentKind?
    /// The queue that it was played from; empty if that is not remembered.
    public var queue: [QueueItem] = []

    public init(
        uri: String, title: String, series: String? = nil, season: Int32? = nil, episode: Int32? = nil,
        position: MediaTime, duration: MediaTime? = nil, isPlayed: Bool = false, resume: ResumePoint? = nil
    ) {
        self.uri = uri
        self.title = title
        self.series = series
        self.season = season
        self.episode = episode
        self.position = position
        self.duration = duration
        self.isPlayed = isPlayed
        self.resume = resume
    }
}
