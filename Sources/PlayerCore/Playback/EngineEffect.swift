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
    /// Whether its sound is to have the format of what plays now: a sound server takes a moment for another one. For what is
    /// short, and goes back to what plays now.
    public var keepsFormat: Bool

    public init(
        uri: String, start: MediaTime = .zero, rate: Double = 1, isHeld: Bool = false, keepsFormat: Bool = false
    ) {
        self.uri = uri
        self.start = start
        self.rate = rate
        self.isHeld = isHeld
        self.keepsFormat = keepsFormat
    }
}

/// What the engine shall do; carried out in order, without waiting.
public enum EngineEffect: Hashable, Sendable {
    /// Make this the current item: what played is cut off at once, this one is heard as soon as it is ready and the
    /// player is playing. Takes over a preload of the same generation, and forgets another one.
    case prepare(Generation, ItemRequest)
    /// Prepare beside the current item, in place of what was prepared there before, and join it without a gap when that
    /// one ends; what is not ready by then joins as soon as it is.
    case preload(Generation, ItemRequest)
    /// Forget the preload; if its sound is already on the way, the current item's end becomes silent again.
    case dropPreload
    /// Nothing is current any more: the output closes.
    case release
    /// Let the output run or stand.
    case setPlaying(Bool)
    /// With what is to be left out next from there on, see ``cut(_:_:)``. Only of the current item; answered by
    /// ``EngineEvent/seekLanded(_:_:_:)`` or ``EngineEvent/seekFailed(_:_:_:)``.
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
    /// What an item's sound is multiplied by from the next data on that leaves it; before it is heard, from its first sample.
    case setGain(Generation, SoundGain)
    /// Move the sound to a device by its id; empty: the default. The same once more: it may be there again.
    case chooseDevice(String)
    /// Whether somebody wants to know which devices there are, also while nothing plays.
    case watchDevices(Bool)
    case selectAudio(Generation, UInt32)
    case selectSubtitles(Generation, UInt32?)
    case addSubtitles(Generation, String)
    /// What decides which tracks of an item play, see ``TrackSelection``; as long as nobody chooses others.
    case preferTracks(Generation, TrackWishes)
    /// How the subtitles of every item are shown from now on.
    case styleSubtitles(SubtitleStyle)
    /// How large the picture is shown, for sinks that cannot scale: width and height of the window in pixels.
    case scalePicture(Int, Int)
    /// Draw the picture that shows once more: the window lost it.
    case redrawPicture
    /// Draw these over the picture, in place of those before.
    case showCards([Card])
    /// What the window shows while there is no video: a `file:` URI; nil: nothing.
    case showArtwork(String?)
}
