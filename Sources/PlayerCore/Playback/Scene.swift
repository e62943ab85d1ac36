/// One moment, as features see it: what plays and where, and what the features before them published. Read only.
struct Scene: Sendable {
    var now = MonotonicTime(nanoseconds: 0)
    /// For the player alone; features see what stands below.
    var playback: Playback
    /// What features published, those before this one in this round and those behind it in the last.
    var published = Published()
    /// Whether nothing followed yet from the command or event that is being handled.
    var isFirstRound = true
    /// What clients are told with this change, so far.
    var notices: [PlayerNotice] = []

    init(_ playback: Playback) { self.playback = playback }

    /// Nothing asked for yet.
    var requests: Requests { Requests(nextID: playback.queue.nextID) }

    var settings: PlayerSettings { playback.settings }

    // MARK: The queue

    /// The item that plays or would play.
    var item: QueueItem? { playback.current }
    /// The queue's current item, also while an interstitial plays in its place.
    var mainItem: QueueItem? { playback.queue.current }
    /// The interstitial that plays in place of the queue's current item.
    var interlude: Interlude? { playback.interlude }
    var items: [QueueItem] { playback.queue.items }
    /// The item that the queue has next, of those that can be played.
    var next: QueueItem? {
        guard interlude == nil else { return nil }
        var queue = playback.queue
        return queue.neighbour(.forward, except: playback.failures)?.item
    }
    /// In the order of playing, as ``Queue`` knows it.
    var queue: Queue { playback.queue }
    var progression: Progression { playback.progression }
    /// What was once read of the queue's entries.
    var memory: ItemMemory { playback.memory }
    func isInQueue(_ id: ItemID) -> Bool { index(of: id) != nil }
    func index(of id: ItemID) -> Int? { playback.queue.knownIndex(of: id) }
    /// An item with this id could not be played.
    func hasFailed(_ id: ItemID) -> Bool { playback.failures.contains(id) }

    // MARK: The current item

    /// Its pipeline; nil when there is none.
    var generation: Generation? { playback.generation }
    var facts: ItemFacts { playback.facts }
    /// When it was first heard or seen; nil before.
    var startedAt: MonotonicTime? { playback.startedAt }
    /// Where it starts.
    var start: MediaTime { playback.start }
    /// What of it is played.
    var range: PlayableRange { playback.range }
    var status: PlayerSnapshot.Status { playback.status }
    /// Whether the position moves by itself.
    var isMoving: Bool { playback.isMoving }
    /// The position clients are told now.
    var position: MediaTime { playback.position(at: now) }
    /// What clients are told of the position as it goes on.
    var anchor: PositionAnchor { playback.reportedPosition }
    /// Where the position was before what is being handled.
    var positionBefore: MediaTime { playback.positionBefore }
    /// Where the newest seek leads that has not arrived.
    var seekTarget: MediaTime? { playback.seeking.target }
    /// Why the position cannot be moved at all; nil while the item is loaded, as nobody knows yet.
    var notSeekable: CommandRefusal? { playback.notSeekable }
    func seekRefusal(to target: MediaTime) -> CommandRefusal? { playback.seekRefusal(to: target, now: now) }
    /// Whether it has to be played as it comes.
    var isLinear: Bool { playback.isLinear }
    /// Whether the position is in what is never played and is about to leave it.
    var isLeaving: Bool { playback.facts.isPrepared && playback.rangeToLeave(at: position) != nil }
    /// When the position gets to a later one by itself; nil while it stands.
    func moment(of position: MediaTime) -> MonotonicTime? { playback.moment(of: position) }
    /// Whether this queue entry with this content is being trimmed.
    var isTrimming: Bool { playback.isPreviewing }

    // MARK: Playing

    var rate: Double { playback.rate }
    var volume: Double { playback.volume }
    /// The item that is prepared beside the current one, and what is known of it; nil where it is the same once more, or in
    /// no queue yet.
    var preload: (generation: Generation, item: QueueItem, facts: ItemFacts)? {
        guard let preload = playback.preload, preload.id != item?.id, let index = index(of: preload.id) else {
            return nil
        }
        return (preload.generation, items[index], preload.facts)
    }
    /// The pipeline that is prepared beside the current one, and whether it is the current item once more.
    var preloadGeneration: (generation: Generation, isSame: Bool)? {
        playback.preload.map { ($0.generation, $0.id == item?.id) }
    }
    /// How subtitles are shown.
    var subtitles: SubtitleStyle { playback.subtitles }
    func itemID(of generation: Generation) -> ItemID? { playback.itemID(of: generation) }
    /// The playing of the current item, and how the one before it ended.
    var account: ItemPlayback? { playback.account }
    var lastEnding: PlaybackEnding? { playback.lastEnding }

    // MARK: What follows from several

    /// What clients are told of the current item.
    var metadata: ItemMetadata? { published.metadata }
    /// What sort of thing the current item is.
    var contentKind: ContentKind {
        guard let item, let metadata else { return .sound }
        return ContentKind(
            uri: item.description.uri, metadata: metadata, hasVideo: facts.hasVideo,
            hasChapters: !published.snapshot.chapters.chapters.isEmpty, duration: facts.duration)
    }
    /// Where the chapter that a position is in begins; zero outside of all.
    func chapterStart(at position: MediaTime) -> MediaTime {
        published.timeline.index(at: position).map { published.snapshot.chapters.chapters[$0].start } ?? .zero
    }
}

extension Scene {
    /// The button of the controls that is drawn at a place of the window.
    func button(at x: Int, _ y: Int, in window: WindowRect?) -> CardButton? {
        guard let window else { return nil }
        return CardLayout(width: window.width, height: window.height, cards: published.snapshot.cards).button(at: x, y)
    }
}

/// What features publish for those behind them, for playback and for the outside.
struct Published: Sendable {
    /// The features' parts of the snapshot.
    var snapshot = PlayerSnapshot()
    /// For playback.
    var rules = PlaybackRules()

    /// Of the current item.
    var metadata: ItemMetadata?
    /// Nothing more is expected of the item that was opened: its tags, its sidecars and its picture are here.
    var isOpened = false
    var isArtworkOnItsWay = false
    /// Pictures that somebody wanted to see.
    var images: [ImageSource: ImageFetch] = [:]
    /// What was known of the current item when it was written down; shown until the item says it itself.
    var restoredMetadata: (item: ItemID, metadata: ItemMetadata?)?

    var timeline = ChapterTimeline([])
    /// Next leads to a chapter.
    var hasChapterAhead = false
    /// Next and Previous move by chapter here.
    var stepsByChapter = false
    /// Whether the last skip was nobody's, and can be taken back.
    var canUndoSkip = false
    /// Next takes the offer.
    var takesOfferAsNext = false
    /// Segments that are not skipped by themselves any more.
    var disarmedSegments: [DisarmedSegment] = []
    /// The picture that is fetched for an entry that is read ahead.
    var pictureBeingRead: ImageSource?
}
