/// Everything the outside may read, as one immutable value; built by the core after each command or event.
public struct PlayerSnapshot: Sendable {
    public enum Status: String, Hashable, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    public var status: Status = .stopped
    public var loop: LoopMode = .none
    public var shuffle = false
    public var rate = 1.0
    public var volume = 1.0
    public var progression: Progression = .advance

    /// The queue in its own order, shared with the core: reading costs nothing, a later edit copies.
    public var items: [QueueItem] = []
    /// Index into ``items``, nil when nothing is current.
    public var currentIndex: Int?
    public var current: CurrentItem?
    public var position: PositionAnchor = .standing(at: .zero)

    public var canGoNext = false
    public var canGoPrevious = false
    public var canPlay = false
    public var canPause = false
    public var canSeek = false

    /// The last fault, until something plays again.
    public var error: ItemFault?
    public var tracks = TrackSet()
    public var subtitles = SubtitleStyle()
    public var loudness = LoudnessSnapshot()
    public var devices = DeviceSnapshot()
    public var chapters = ChapterSnapshot()
    public var segments = SegmentSnapshot()
    public var timedMetadata = TimedMetadataSnapshot()
    public var live = LiveSnapshot()
    public var actions = ActionSnapshot()
    /// What plays in place of the queue's current item.
    public var interstitial: InterstitialSnapshot?
    public var proposal = ProposalSnapshot()
    public var window = WindowSnapshot()
    /// What is drawn over the picture.
    public var cards: [Card] = []
    public var sleepTimer = SleepTimer()
    public var trim = TrimSnapshot()
    public var exports = ExportSnapshot()
    /// The list that the queue was made of; nil where it was made of anything else.
    public var playlist: String?
    public var sinks = SinkReport(audio: "none", video: "none")
    /// Below 100 while the output stands for want of data.
    public var bufferingPercent: Int?
    /// Whether the sound server is gone and playback waits for it.
    public var isOutputLost = false
    /// Only items that were touched: what is not here is idle and of unknown length.
    public var itemStates: [ItemID: ItemState] = [:]

    /// What is remembered of entries that were read or played.
    public var memory = ItemMemory()
    /// Whether signals of the current item's metadata wait: more of it will be known in a moment. What is read is right.
    public var isMetadataHeld = false

    /// The playing of the current item; nil while stopped.
    public var playback: ItemPlayback?
    /// How the playing before it came to its end.
    public var lastEnding: PlaybackEnding?
    /// When all this became true.
    public var moment = MonotonicTime(nanoseconds: 0)

    public init() {}

    /// What is shown of an entry of the queue: the current one as it plays, others as far as they were read.
    public func metadata(of item: QueueItem) -> ItemMetadata {
        if let current, current.id == item.id { return current.metadata }
        return memory.item(item)?.metadata(of: item.description) ?? ItemMetadata(item.description, isLive: false)
    }
}

/// One entry of the queue; immutable, replaced as a whole.
public final class QueueItem: Sendable {
    public let id: ItemID
    public let description: MediaDescription

    public init(id: ItemID, description: MediaDescription) {
        self.id = id
        self.description = description
    }
}

extension QueueItem: Hashable {
    public static func == (left: QueueItem, right: QueueItem) -> Bool {
        left === right || (left.id == right.id && left.description == right.description)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What the player learnt of an item in the queue.
public struct ItemState: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable { case idle, preparing, ready, playing, ended, failed }
    public var phase: Phase = .idle
    public var duration: MediaTime?
    public var fault: PlaybackFault?

    public init() {}
}

/// The item that plays or would play.
public struct CurrentItem: Hashable, Sendable {
    public var id: ItemID
    public var description: MediaDescription
    /// Description over tags, field by field; the title is never empty.
    public var metadata: ItemMetadata
    public var duration: MediaTime?
    public var isLive: Bool
    public var hasVideo: Bool
    /// The free-form part of its description, else of the sidecar beside it.
    public var custom: [String: DescriptionValue]?

    public init(
        id: ItemID, description: MediaDescription, metadata: ItemMetadata, duration: MediaTime?, isLive: Bool,
        hasVideo: Bool
    ) {
        self.id = id
        self.description = description
        self.metadata = metadata
        self.duration = duration
        self.isLive = isLive
        self.hasVideo = hasVideo
        custom = description.details?.fields.custom
    }
}

/// Metadata as shown: what MPRIS and mediad's own interfaces publish.
///
/// Written down with the session, to be shown before the item is opened again.
public struct ItemMetadata: Hashable, Sendable, Codable {
    public var title: String
    public var artists: [String] = []
    public var albumArtists: [String] = []
    public var composers: [String] = []
    public var genres: [String] = []
    public var comments: [String] = []
    public var album: String?
    public var lyrics: String?
    public var date: String?
    public var trackNumber: Int32?
    public var discNumber: Int32?
    public var beatsPerMinute: Int32?
    /// `file:` URI.
    public var artworkURI: String?
    public var subtitle: String?
    public var summary: String?
    public var contentRating: String?
    public var season: Int32?
    public var episode: Int32?

    public init(title: String) { self.title = title }
}

/// A fault and what it happened to.
public struct ItemFault: Hashable, Sendable {
    public var fault: PlaybackFault
    public var uri: String

    public init(fault: PlaybackFault, uri: String) {
        self.fault = fault
        self.uri = uri
    }
}

/// What happened that two snapshots cannot tell by their difference; sent along with the newer one.
public enum PlayerNotice: Hashable, Sendable {
    /// The position jumped to this one.
    case seeked(MediaTime)
    case itemsChanged(from: Int, removed: Int, inserted: Int)
    case itemFailed(ItemID, ItemFault)
    case chapters(Chapters)
    case segments(Segments)
    case timedMetadata(TimedMetadata)
    case live(Live)
    case actions(Actions)
    case proposals(Proposals)
    case trimming(Trimming)
    case window(WindowNotice)
    /// A client set this; announce its value even if it did not change (it was clamped or ignored).
    case reannounce(Setting)

    public enum Setting: Hashable, Sendable { case rate, volume, loop, shuffle }
}

/// How a proposal was accepted.
public enum AcceptanceCause: String, Hashable, Sendable { case user, automatic }

/// Why a segment was skipped.
public enum SkipReason: String, Hashable, Sendable {
    /// Somebody took the offer.
    case offer
    /// Playback ran into it.
    case auto
    /// It is never played.
    case block
    /// Somebody sought over it.
    case seek
}
