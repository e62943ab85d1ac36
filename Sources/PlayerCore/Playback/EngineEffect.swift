/// The lifetime of an item pipeline: events of an older generation than the current one are dropped.
public struct Generation: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: Generation, right: Generation) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a seek: a landing with another id is stale.
public struct SeekID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// How exactly a seek lands.
public enum SeekAccuracy: Hashable, Sendable {
    /// On the requested frame and sample.
    case accurate
    /// On the key frame before: for scrubbing.
    case keyUnit
}

/// What an item pipeline is made from.
public struct ItemRequest: Hashable, Sendable {
    public var uri: String
    /// The list on a server that names the item.
    public var list: String?
    /// The files that the item consists of; empty if it is the one at ``uri``.
    public var parts: [MediaPart]
    public var start: MediaTime
    /// The initial rate.
    public var rate: Double
    /// Whether a preload waits for a request instead of joining the end of the current item.
    public var isHeld: Bool
    /// Whether its sound gets the format of the current item, because a sound server needs time to switch. For items
    /// that join the end of another one, and for short ones after which the current one resumes.
    public var keepsFormat: Bool
    /// Whether a person asks for it although it has crashed mediad.
    public var insists: Bool

    public init(
        uri: String, of list: String? = nil, parts: [MediaPart] = [], start: MediaTime = .zero, rate: Double = 1,
        isHeld: Bool = false, keepsFormat: Bool = false, insists: Bool = false
    ) {
        self.uri = uri
        self.list = list
        self.parts = parts
        self.start = start
        self.rate = rate
        self.isHeld = isHeld
        self.keepsFormat = keepsFormat
        self.insists = insists
    }
}

/// An effect on the engine; carried out in order, without waiting.
public enum EngineEffect: Hashable, Sendable {
    /// Make this the current item: the previous one is cut off at once, and this one is heard as soon as it is ready
    /// and the player is playing. Takes over a preload of the same generation, and drops any other.
    case prepare(Generation, ItemRequest)
    /// Prepare beside the current item, replacing the previous preload, and join it without a gap when the current
    /// item ends. A preload that is not ready by then joins as soon as it is.
    case preload(Generation, ItemRequest)
    /// Drop the preload. If its sound is already queued, the current item's end becomes silent again.
    case dropPreload
    /// There is no current item any more: the output closes.
    case release
    /// The same, but the last frame stays in the window, and cards are drawn over it, until another item begins or
    /// ``release``.
    case rest
    /// Run or pause the output.
    case setPlaying(Bool)
    /// Seek in the current item, with the next parts to leave out from there on, see ``cut(_:_:)``. Answered by
    /// ``EngineEvent/seekLanded(_:_:_:)`` or ``EngineEvent/seekFailed(_:_:_:)``.
    case seek(Generation, SeekID, MediaTime, SeekAccuracy, cuts: [Cut])
    /// Applied to the current item by a flushing seek, and to the preload.
    case setRate(Generation, SeekID, Double, at: MediaTime, cuts: [Cut])
    /// Leave these parts out of an item, one after the other, when playback reaches them, and have what follows the
    /// first one ready by then; replaces the previous cuts. Each is answered by ``EngineEvent/cutPassed(_:_:)`` (a cut
    /// to the item's end: by its end) or ``EngineEvent/cutFailed(_:)``.
    case cut(Generation, [Cut])
    /// All parts of an item that are played as silence, and all whose picture is not shown although their time passes;
    /// sorted, disjoint.
    case blank(Generation, sound: [TimeRange], picture: [TimeRange])
    case setVolume(Double)
    /// Apply a gain to an item's sound, starting with the next data that leaves it; before it is heard, with its first
    /// sample.
    case setGain(Generation, SoundGain)
    /// Move the sound to a device by its id; empty: the default. Repeating the same id tries the device again.
    case chooseDevice(String)
    /// Whether to watch for sound devices, even while nothing plays.
    case watchDevices(Bool)
    /// Whether to report how far the current item is loaded, see ``EngineEvent/buffered(_:_:)``.
    case watchBuffer(Bool)
    case selectAudio(Generation, UInt32)
    case selectSubtitles(Generation, UInt32?)
    case addSubtitles(Generation, String)
    /// The wishes that decide which tracks of an item play, see ``TrackSelection``; they apply until tracks are
    /// chosen.
    case preferTracks(Generation, TrackWishes)
    /// How the subtitles of every item are shown from now on.
    case styleSubtitles(SubtitleStyle)
    /// How much later than the picture the sound of every item is heard from now on, see ``AudioDelay``.
    case delaySound(MediaTime)
    /// The size of the shown picture, for sinks that cannot scale: width and height of the window in pixels.
    case scalePicture(Int, Int)
    /// Whether the picture fills the window, cut at two sides, or is seen whole.
    case fillWindow(Bool)
    /// Look for the frame that is so many frames after or before the one that is shown, while paused. Answered by
    /// ``EngineEvent/frameFound(_:_:left:)``.
    case findFrame(Generation, by: Int)
    /// Turn an item's picture clockwise by so many quarters, beside what its file says.
    case turnPicture(Generation, quarters: Int)
    /// Close the connection of an item, if a server sends it, and keep its place: the machine sleeps.
    case disconnect(Generation)
    /// Open it again at its place, a live stream at its edge. Nothing if it was not closed.
    case connect(Generation)
    /// Draw the current picture again because the window lost it.
    case redrawPicture
    /// Draw these cards over the picture, replacing the previous ones. Answered by ``EngineEvent/cardsPlaced(_:)`` if what
    /// can be pressed is elsewhere by that.
    case showCards(CardDrawing)
    /// The picture of the window while there is no video; nil: nothing.
    case showArtwork(WindowArtwork?)
}

/// The picture of the window while there is no video.
public enum WindowArtwork: Hashable, Sendable {
    /// The artwork: a `file:` URI.
    case artwork(String)
    /// A plain ground under the title, for an item without artwork.
    case plain
}
