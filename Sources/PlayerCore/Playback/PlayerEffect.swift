/// One life of an item pipeline: events of an older generation than the current one are dropped.
public struct Generation: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: Generation, right: Generation) -> Bool { left.rawValue < right.rawValue }
}

/// One seek: a landing with another id is stale.
public struct SeekID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// How exactly a seek lands.
public enum SeekAccuracy: Hashable, Sendable {
    /// On the frame and sample asked for.
    case accurate
    /// On the key frame before: for scrubbing.
    case keyUnit
}

/// What an item pipeline is made from.
public struct ItemRequest: Hashable, Sendable {
    public var uri: String
    public var start: MediaTime
    /// The rate it starts with.
    public var rate: Double
    /// Whether a preload waits to be asked for, instead of joining the end of the current item.
    public var isHeld: Bool

    public init(uri: String, start: MediaTime = .zero, rate: Double = 1, isHeld: Bool = false) {
        self.uri = uri
        self.start = start
        self.rate = rate
        self.isHeld = isHeld
    }
}

/// What the engine shall do; carried out in order, without waiting.
public enum PlayerEffect: Hashable, Sendable {
    /// Make this the current item: what played is cut off at once, this one is heard as soon as it is ready and the
    /// player is playing. Takes over a preload of the same generation.
    case prepare(Generation, ItemRequest)
    /// Prepare beside the current item and join it without a gap when that one ends.
    case preload(Generation, ItemRequest)
    /// Forget the preload; if its sound is already on the way, the current item's end becomes silent again.
    case dropPreload
    /// Nothing is current any more: the output closes.
    case release
    /// Let the output run or stand.
    case setPlaying(Bool)
    /// With what is to be left out next from there on, see ``cut(_:_:)``.
    case seek(Generation, SeekID, MediaTime, SeekAccuracy, cuts: [Cut])
    /// Applied to the current item by a flushing seek, and to the preload.
    case setRate(Generation, SeekID, Double, at: MediaTime, cuts: [Cut])
    /// Leave these out of an item, one after the other, when playback reaches them, and have what follows the first ready
    /// by then; replaces those before. Each is answered by ``EngineEvent/cutPassed(_:_:)`` (a cut to the item's end: by
    /// its end) or ``EngineEvent/cutFailed(_:)``.
    case cut(Generation, [Cut])
    /// All of an item that is heard as silence, and all that is not shown though its time passes; sorted, disjoint.
    case blank(Generation, sound: [TimeRange], picture: [TimeRange])
    case setVolume(Double)
    case selectAudio(Generation, UInt32)
    case selectSubtitles(Generation, UInt32?)
    case addSubtitles(Generation, String)
    /// Which tracks an item that is being opened plays: those of these languages, where it has any.
    case preferTracks(Generation, SeriesChoice)
    /// Bring a picture of the current item, or of an entry that was read ahead, into the cache; answered by ``EngineEvent/imageFetched(_:_:)``.
    case fetchImage(ImageSource)
    /// Read what a local entry of the queue says of itself, at leisure; answered by ``EngineEvent/itemRead(_:_:_:)``.
    case readAhead(ItemID, String)
    /// Read the file of chapters that the current item's description names; answered by
    /// ``EngineEvent/chaptersRead(_:_:)``.
    case readChapters(String)
    /// How large the picture is shown, for sinks that cannot scale: width and height of the window in pixels.
    case scalePicture(Int, Int)
    /// Draw the picture that shows once more: the window lost it.
    case redrawPicture
    /// Draw these over the picture, in place of those before.
    case showCards([Card])
    /// What the window shows while there is no video: a `file:` URI; nil: nothing.
    case showArtwork(String?)
    /// For the video window.
    case window(WindowEffect)
    /// For the journal.
    case library(LibraryEffect)
    /// Send ``EngineEvent/timerFired(_:)`` at that moment; replaces the timer of the same id.
    case arm(TimerID, MonotonicTime)
    case disarm(TimerID)
}

/// The core's timers; each is armed to a boundary, never periodic without need.
public enum TimerID: Hashable, Sendable {
    /// The next item is to be prepared now.
    case preload
    /// A rate other than 1 plays: clients that extrapolate at 1 want `Seeked` now and then.
    case reanchor
    /// Another chapter becomes current now.
    case chapter
    /// A segment begins or ends now.
    case segment
    /// A proposal is presented or accepted now.
    case proposal
    /// The sleep timer lowers the volume or stops playback now.
    case sleep
    /// The position is to be written down now.
    case journal
    /// A step of the window's took too long.
    case window
    /// Nobody gave a sign of life for long.
    case stillWatching
    /// A card goes away or counts down.
    case cards
    /// Clients are told of the current item now, whatever is known of it.
    case announcement
}

/// What the engine tells; all but the last few belong to a generation.
public enum EngineEvent: Hashable, Sendable {
    /// Pre-rolled: it could start now.
    case prepared(Generation, PreparedItem)
    /// The item's first sound or picture left the output: after ``PlayerEffect/prepare(_:_:)``, or (for a preload) because
    /// the item before it ended.
    case started(Generation, PositionAnchor)
    /// The position moves (rate ≠ 0) or stands (rate 0) from here on, other than by a seek.
    case anchored(Generation, PositionAnchor)
    case seekLanded(Generation, SeekID, PositionAnchor)
    /// The source cannot do it; nothing moved.
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
    case tracksChanged(Generation, TrackSet)
    /// What was read of the item beside playing it.
    case findingsRead(Generation, ItemFindings)
    /// What an entry says of itself, by its id and URI; nil when it could not be read.
    case itemRead(ItemID, String, ItemFindings?)
    /// A picture is in the cache, as this `file:` URI; nil when it could not be fetched.
    case imageFetched(ImageSource, String?)
    /// What a file of chapters says, by its URI; empty when it could not be read.
    case chaptersRead(String, [Chapter])
    /// There is a window now, or there will be none, and why nobody better places it.
    case windowOpened(WindowBackend, WindowCapabilities, reason: String?)
    /// Where in the window the picture sits, in its pixels, while a proposal stands beside it; nil: it is all of it.
    case pictureFramed(WindowRect?)
    case windowPlaced(UInt64, PlacementReport)
    case windowChanged(WindowEvent)
    /// What lies where the restored item was is another file.
    case restoredItemReplaced(ItemID)
    /// Where it was left; nil where it begins anew.
    case recalled(Generation, Recollection?)
    /// What was chosen for its series; nil where nothing was.
    case choiceRecalled(Generation, SeriesChoice?)
    /// How many of its pictures came too late to be shown so far; told before it ends and when somebody asks.
    case framesDropped(Generation, total: UInt64)
    /// Everything of it was heard and nothing was preloaded.
    case ended(Generation)
    case failed(Generation, PlaybackFault)
    /// The sound server went away; the engine tries again by itself.
    case outputLost(PlaybackFault, retryIn: MediaTime)
    case outputRestored
    case sinksChosen(SinkReport)
    case timerFired(TimerID)
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
