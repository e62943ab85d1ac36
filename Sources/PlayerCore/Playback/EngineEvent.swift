/// What the engine tells; all but the last few belong to a generation. Of one that is neither current nor preloaded any
/// more it tells nothing.
///
/// `Tests/EngineContract` says it case by case. The real engine is held to it, and so is the one without sound that the
/// player is tested with.
public enum EngineEvent: Hashable, Sendable {
    /// Pre-rolled: it could start now. Answers each ``EngineEffect/prepare(_:_:)`` and
    /// ``EngineEffect/preload(_:_:)``, and may be told again.
    case prepared(Generation, PreparedItem)
    /// The item's first sound or picture left the output: after ``EngineEffect/prepare(_:_:)``, or (for a preload) because
    /// the item before it ended.
    case started(Generation, PositionAnchor)
    /// The position moves (rate ≠ 0) or stands (rate 0) from here on, other than by a seek. May say what is known
    /// already.
    case anchored(Generation, PositionAnchor)
    case seekLanded(Generation, SeekID, PositionAnchor)
    /// The source cannot do it, or not before the item is prepared; nothing moved.
    case seekFailed(Generation, SeekID, String)
    /// Playback goes on behind the cut from here.
    case cutPassed(Generation, PositionAnchor)
    /// What follows the cut cannot be had in advance. Playback stands at its start once it gets there.
    case cutFailed(Generation)
    /// 100 ends it. The engine itself lets the output stand below 100.
    case buffering(Generation, percent: Int)
    case durationChanged(Generation, MediaTime?)
    case seekableChanged(Generation, Bool)
    case tagsChanged(Generation, MediaTags)
    /// What its stream says of time changed.
    case timelineChanged(Generation, StreamTimeline)
    case tracksChanged(Generation, TrackSet)
    /// What was read of the item beside playing it.
    case findingsRead(Generation, ItemFindings)
    /// Where in the window the picture sits, in its pixels, while a proposal stands beside it; nil: it is all of it.
    case pictureFramed(WindowRect?)
    /// How many of its pictures came too late to be shown so far; told before it ends and when somebody asks.
    case framesDropped(Generation, total: UInt64)
    /// Everything of it was heard and nothing was preloaded.
    case ended(Generation)
    case failed(Generation, PlaybackFault)
    /// The sound server went away; the engine tries again by itself.
    case outputLost(PlaybackFault, retryIn: MediaTime)
    case outputRestored
    /// Which devices there are, in place of those before.
    case devicesChanged([SoundDevice])
    /// The device disappeared on which sound was heard: its id. Sound stands where it was heard last, and goes on on another
    /// device when playback is wanted, or still is once this was handled.
    case deviceLost(String)
    case sinksChosen(SinkReport)
}

/// What is known of an item once it is pre-rolled.
public struct PreparedItem: Hashable, Sendable {
    public var duration: MediaTime?
    public var isSeekable: Bool
    public var isLive: Bool
    public var hasVideo: Bool
    /// As the picture is to be shown; nil where nobody knows.
    public var aspect: AspectRatio?

    public init(
        duration: MediaTime?, isSeekable: Bool, isLive: Bool, hasVideo: Bool, aspect: AspectRatio? = nil
    ) {
        self.duration = duration
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.hasVideo = hasVideo
        self.aspect = aspect
    }
}

/// Which sinks the engine chose, as people name them (`pulsesink`, `none`, a bin description).
public struct SinkReport: Hashable, Sendable {
    public var audio: String
    public var video: String

    public init(audio: String, video: String) {
        self.audio = audio
        self.video = video
    }
}
