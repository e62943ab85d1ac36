/// An event of the engine. All but the last few belong to a generation. The engine emits no events for a generation
/// that is neither current nor preloaded any more.
///
/// `Tests/EngineContract` specifies them case by case. The real engine is held to the contract, and so is the engine
/// without sound that the player is tested with.
public enum EngineEvent: Hashable, Sendable {
    /// The item is prerolled and can start. Answers each ``EngineEffect/prepare(_:_:)`` and
    /// ``EngineEffect/preload(_:_:)``, and may be repeated.
    case prepared(Generation, PreparedItem)
    /// The item's first sound or picture left the output, after ``EngineEffect/prepare(_:_:)`` or, for a preload,
    /// because the item before it ended.
    case started(Generation, PositionAnchor)
    /// The position moves (rate ≠ 0) or stops (rate 0) from here on, other than by a seek. May repeat what is known.
    case anchored(Generation, PositionAnchor)
    /// The data at the target of a seek is there. While playing, the position may stand (rate 0) until the output goes on;
    /// ``anchored(_:_:)`` follows then.
    case seekLanded(Generation, SeekID, PositionAnchor)
    /// The source cannot seek, or not before the item is prepared; nothing moved.
    case seekFailed(Generation, SeekID, String)
    /// Playback continues after the cut from here.
    case cutPassed(Generation, PositionAnchor)
    /// What follows the cut cannot be prepared in advance. Playback stops at the start of the cut when it gets there.
    case cutFailed(Generation)
    /// 100 ends buffering. Below 100 the engine itself pauses the output.
    case buffering(Generation, percent: Int)
    case durationChanged(Generation, MediaTime?)
    /// The file is complete, which was still being written, or it is being written again.
    case growingChanged(Generation, Bool)
    case seekableChanged(Generation, Bool)
    /// The position of a frame; nil: there is none. The number of frames from there to the one that was asked for: nil if it
    /// is this one.
    case frameFound(Generation, MediaTime?, left: Int?)
    /// The display aspect ratio of the picture changed; nil: it is unknown.
    case aspectChanged(Generation, AspectRatio?)
    case tagsChanged(Generation, MediaTags)
    /// What the stream says about its time changed.
    case timelineChanged(Generation, StreamTimeline)
    case tracksChanged(Generation, TrackSet)
    /// What was read about the item apart from playing it.
    case findingsRead(Generation, ItemFindings)
    /// The frame of the picture within the window, in its pixels, while a proposal is shown beside it; nil: the whole
    /// window.
    case pictureFramed(WindowRect?)
    /// Where the cards of ``EngineEffect/showCards(_:)`` lie, when they are on the picture; after a change of the window, too.
    case cardsPlaced(CardAreas)
    /// How many pictures were too late to be shown so far; emitted before the item ends and on request.
    case framesDropped(Generation, total: UInt64)
    /// The item was heard to its end and there was no preload.
    case ended(Generation)
    case failed(Generation, PlaybackFault)
    /// The sound server was lost; the engine retries automatically.
    case outputLost(PlaybackFault, retryIn: MediaTime)
    case outputRestored
    /// The available devices; replaces the previous list.
    case devicesChanged([SoundDevice])
    /// The sound device in use disappeared: its id. Sound stops where it was last heard. It continues on another
    /// device when playback is requested, or is still wanted after this event was handled.
    case deviceLost(String)
    /// The item is loaded up to this position; reported twice a second on request.
    case buffered(Generation, MediaTime)
    /// The sound server asks to pause, as for a phone call (true), or to go on after that (false).
    case corked(Bool)
    case sinksChosen(SinkReport)
}

/// What is known of an item once it is prerolled.
public struct PreparedItem: Hashable, Sendable {
    public var duration: MediaTime?
    public var isSeekable: Bool
    public var isLive: Bool
    /// Whether its file is still being written.
    public var isGrowing: Bool
    /// Whether it is the playlist or manifest of a stream (HLS, DASH), whatever its address says.
    public var isManifest: Bool
    public var hasVideo: Bool
    /// The display aspect ratio; nil if unknown.
    public var aspect: AspectRatio?
    /// The shorter side of the picture in pixels; nil if unknown.
    public var lines: Int?

    public init(
        duration: MediaTime?, isSeekable: Bool, isLive: Bool, isGrowing: Bool = false, isManifest: Bool = false,
        hasVideo: Bool, aspect: AspectRatio? = nil, lines: Int? = nil
    ) {
        self.duration = duration
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.isGrowing = isGrowing
        self.isManifest = isManifest
        self.hasVideo = hasVideo
        self.aspect = aspect
        self.lines = lines
    }
}

/// The sinks that the engine chose, by their usual names (`pulsesink`, `none`, a bin description).
public struct SinkReport: Hashable, Sendable {
    public var audio: String
    public var video: String

    public init(audio: String, video: String) {
        self.audio = audio
        self.video = video
    }
}
