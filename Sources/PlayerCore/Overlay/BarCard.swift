/// The transport bar as it is displayed. Shares are parts of the line, from 0 to 1.
public struct BarCard: Hashable, Sendable {
    /// A stretch of the line.
    public struct Stretch: Hashable, Sendable {
        public var from: Double
        public var to: Double

        /// Nil if it is empty or outside the line.
        public init?(_ from: Double, _ to: Double) {
            guard from < to, to > 0, from < 1 else { return nil }
            self.from = max(0, from)
            self.to = min(1, to)
        }
    }

    public var title = ""
    /// The title of the current chapter.
    public var chapter = ""
    /// Whole seconds in displayed time.
    public var position: Int64 = 0
    /// Whole seconds; nil while unknown, and of a live stream.
    public var length: Int64?
    /// The played part; nil if it is unknown, so that there is no line to press.
    public var share: Double?
    /// How far the item is loaded, as a share of the line; nil if it is unknown.
    public var buffered: Double?
    /// Where chapters begin, without the beginning of the item.
    public var gaps: [Double] = []
    /// The parts with a meaning, such as credits.
    public var segments: [Stretch] = []
    /// Where interstitials are.
    public var dots: [Double] = []
    /// The part between the in and out points, while the item is being trimmed.
    public var trimmed: Stretch?
    public var isPlaying = false
    /// Linear: 1 is the unchanged volume.
    public var volume = 1.0
    public var isMuted = false
    public var isFullscreen = false
    public var isLive = false
    /// Whether playback is at the live edge.
    public var isAtEdge = false
    /// The buttons that are shown.
    public var buttons: [BarButton] = []
    /// Those that lead nowhere now, shown faintly.
    public var idle: Set<BarButton> = []

    public init() {}

    /// The text of the position, such as `0:09 / 1:40`; for a live stream, how far it is behind the edge.
    public var time: String {
        if isLive { return isAtEdge || position <= 0 ? "" : "−\(ClockTime.text(position))" }
        let here = ClockTime.text(position)
        return length.map { "\(here) / \(ClockTime.text($0))" } ?? here
    }
}

/// A button of the transport bar, from left to right.
public enum BarButton: Hashable, Sendable, CaseIterable {
    /// Goes to the live edge.
    case live
    case previous
    /// Ten seconds back.
    case back
    case playPause
    /// Ten seconds forward.
    case forward
    case next
    case mute
    case queue
    case chapters
    case audio
    case subtitles
    case information
    case pictureInPicture
    case fullscreen
}

/// What is at the pointer on the line.
public struct HintCard: Hashable, Sendable {
    public var share: Double
    /// Whole seconds in displayed time; of a live stream, how far it is behind the edge.
    public var seconds: Int64
    public var isBehind: Bool
    /// The title of the chapter there; may be empty.
    public var chapter: String
    /// The picture of that moment: a `file:` URI.
    public var pictureURI: String?
    /// Whether there is room for a picture, which may still be on its way.
    public var hasPicture: Bool

    public init(
        share: Double, seconds: Int64, isBehind: Bool = false, chapter: String = "", pictureURI: String? = nil,
        awaitsPicture: Bool = false
    ) {
        self.share = share
        self.seconds = seconds
        self.isBehind = isBehind
        self.chapter = chapter
        self.pictureURI = pictureURI
        hasPicture = pictureURI != nil || awaitsPicture
    }

    public var time: String { (isBehind && seconds > 0 ? "−" : "") + ClockTime.text(seconds) }
}
