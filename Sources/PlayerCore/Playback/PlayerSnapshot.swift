/// The complete public state as one immutable value; the core builds it after each command or event.
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
    /// Whether the sound is silenced, whatever the volume is.
    public var isMuted = false
    public var progression: Progression = .advance

    /// The queue in display order, shared with the core: reading is free, a later edit copies.
    public var items: [QueueItem] = []
    /// An index into ``items``; nil without a current item.
    public var currentIndex: Int?
    /// The round through a shuffled queue; nil if the order of play is that of the items.
    public var round: StoredSession.Shuffle?
    public var current: CurrentItem?
    public var position: PositionAnchor = .standing(at: .zero)

    public var canGoNext = false
    public var canGoPrevious = false
    public var canPlay = false
    public var canPause = false
    public var canSeek = false
    /// Whether the rate can be other than 1.
    public var canChangeRate = true

    /// The last fault, until something plays again.
    public var error: ItemFault?
    public var tracks = TrackSet()
    public var subtitles = SubtitleStyle()
    /// See ``AudioDelay``.
    public var audioDelay = MediaTime.zero
    public var loudness = LoudnessSnapshot()
    public var devices = DeviceSnapshot()
    public var chapters = ChapterSnapshot()
    public var segments = SegmentSnapshot()
    public var timedMetadata = TimedMetadataSnapshot()
    public var lyrics = LyricsSnapshot()
    public var live = LiveSnapshot()
    public var actions = ActionSnapshot()
    /// The interstitial that plays instead of the queue's current item.
    public var interstitial: InterstitialSnapshot?
    public var proposal = ProposalSnapshot()
    public var window = WindowSnapshot()
    /// By how many degrees the current item's picture is turned clockwise by hand.
    public var rotation = 0
    /// The cards drawn over the picture.
    public var cards: [Card] = []
    public var sleepTimer = SleepTimer()
    public var trim = TrimSnapshot()
    public var exports = ExportSnapshot()
    /// The list that the queue was made from; nil if it was not made from one.
    public var playlist: String?
    public var sinks = SinkReport(audio: "none", video: "none")
    /// Below 100 while the output is paused for lack of data.
    public var bufferingPercent: Int?
    /// Whether the sound server is lost and playback waits for it.
    public var isOutputLost = false
    /// What playback waits for, although its status is "playing"; nil while it advances, or stands for a moment only.
    public var waiting: WaitingSnapshot?
    /// Only items that were used: any other item is idle and of unknown length.
    public var itemStates: [ItemID: ItemState] = [:]

    /// What is remembered of entries that were read or played.
    public var memory = ItemMemory()
    /// Whether signals about the current item's metadata wait because more of it is expected shortly. The snapshot
    /// itself is up to date.
    public var isMetadataHeld = false

    /// The playback of the current item; nil while stopped.
    public var playback: ItemPlayback?
    /// How the previous playback ended.
    public var lastEnding: PlaybackEnding?
    /// The time of this state.
    public var moment = MonotonicTime(nanoseconds: 0)

    public init() {}

    /// Returns the metadata shown for an entry of the queue: that of the current one as it plays, that of others as
    /// far as they were read.
    public func metadata(of item: QueueItem) -> ItemMetadata {
        if let current, current.id == item.id { return current.metadata }
        return memory.metadata(of: item)
    }
}

/// An entry of the queue; immutable, replaced as a whole.
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

/// What the player learnt about an item in the queue.
public struct ItemState: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable { case idle, preparing, ready, playing, ended, failed }
    public var phase: Phase = .idle
    public var duration: MediaTime?
    /// Whether its file is still being written, so that its duration grows.
    public var isGrowing = false
    public var fault: PlaybackFault?

    public init() {}
}

/// The item that plays or would play.
public struct CurrentItem: Hashable, Sendable {
    public var id: ItemID
    public var description: MediaDescription
    /// The description takes precedence over tags, field by field; the title is never empty.
    public var metadata: ItemMetadata
    public var duration: MediaTime?
    public var isLive: Bool
    public var hasVideo: Bool
    /// The shorter side of its picture in pixels; nil if unknown.
    public var lines: Int?
    /// The client's own identifier, or that of the sidecar or the list that the item came from.
    public var identifier: String?
    /// The end of the item whose last frame stays in the window; nil while none stays, or if the end is unknown.
    public var restsAt: MediaTime?
    /// The free-form part of its description, or else of its sidecar.
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
        identifier = description.details?.fields.identifier
        custom = description.details?.fields.custom
    }
}

/// Metadata as shown by MPRIS and mediad's own interfaces.
///
/// Saved with the session, to be shown before the item is opened again.
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
    /// A `file:` URI.
    public var artworkURI: String?
    public var subtitle: String?
    public var summary: String?
    public var contentRating: String?
    public var season: Int32?
    public var episode: Int32?
    /// The name of the show that an episode is of.
    public var series: String?
    /// The name of an internet radio station.
    public var station: String?
    public var musicBrainz = MusicBrainzIDs()

    public init(title: String) { self.title = title }
}

/// A fault and the URI it concerns.
public struct ItemFault: Hashable, Sendable {
    public var fault: PlaybackFault
    public var uri: String
    /// How many items could not be played in a row, with this one: since something was heard, or asked for.
    public var inARow = 1

    public init(fault: PlaybackFault, uri: String) {
        self.fault = fault.naming(uri)
        self.uri = uri
    }

    /// The message where the item is named already and where there is little room: of it, and with the name of a file
    /// instead of its path.
    var briefly: String {
        let name = FileURI.readable(uri)
        if fault.message.hasPrefix("\(name) ") { return "It" + fault.message.dropFirst(name.count) }
        guard let file = name.split(separator: "/").last, name.hasPrefix("/") else { return fault.message }
        return fault.message.replacing(name, with: file)
    }

    /// The message with the item's address or path, once; of a mount, the message alone.
    public var sentence: String {
        if fault.isOfMount { return fault.message }
        let name = FileURI.readable(uri)
        return fault.message.contains(name) ? fault.message : "\(name): \(fault.message)"
    }
}

/// A notice about what happened that the difference of two snapshots does not show; sent with the newer one.
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
    /// A client set this property; announce its value even if it did not change (it was clamped or ignored).
    case reannounce(Setting)

    public enum Setting: Hashable, Sendable { case rate, volume, loop, shuffle }
}

/// How a proposal was accepted.
public enum AcceptanceCause: String, Hashable, Sendable { case user, automatic }

/// Why a segment was skipped.
public enum SkipReason: String, Hashable, Sendable {
    /// The offer was taken.
    case offer
    /// Playback reached it.
    case auto
    /// It is never played.
    case block
    /// A seek passed over it.
    case seek
}
