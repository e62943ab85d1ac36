/// The state at one time, as features see it: what plays and where, and what the features before them published.
/// Read-only.
struct Scene: Sendable {
    var now = MonotonicTime(nanoseconds: 0)
    /// For the player only; features use the properties below.
    var playback: Playback
    /// What features published: earlier features in this round, later ones in the previous round.
    var published = Published()
    /// Whether this is the first round for the command or event that is being handled.
    var isFirstRound = true
    /// The notices for clients with this change, so far.
    var notices: [PlayerNotice] = []

    init(_ playback: Playback) { self.playback = playback }

    /// An empty set of requests.
    var requests: Requests { Requests(nextID: playback.queue.nextID) }

    var settings: PlayerSettings { playback.settings }

    // MARK: The queue

    /// The item that plays or would play.
    var item: QueueItem? { playback.current }
    /// The queue's current item, also while an interstitial plays in its place.
    var mainItem: QueueItem? { playback.queue.current }
    /// The interstitial that plays instead of the queue's current item.
    var interlude: Interlude? { playback.interlude }
    var items: [QueueItem] { playback.queue.items }
    /// The next item of the queue that can be played.
    var next: QueueItem? {
        guard interlude == nil else { return nil }
        var queue = playback.queue
        return queue.neighbour(.forward, except: playback.attempts.failures)?.item
    }
    /// The queue in playing order.
    var queue: Queue { playback.queue }
    /// Whether Next and Previous lead somewhere.
    var canStepForward: Bool { playback.canStepForward(published) }
    var canStepBackward: Bool { playback.canStepBackward }
    var progression: Progression { playback.progression }
    /// What was read about the queue's entries.
    var memory: ItemMemory { playback.entries.memory }
    /// Why an item of the queue could not be played; nil if it could, or was not tried.
    func fault(of item: QueueItem) -> ItemFault? {
        guard let state = playback.entries.states[item.id], state.phase == .failed else { return nil }
        return state.fault.map { ItemFault(fault: $0, uri: item.description.uri) }
    }
    func isInQueue(_ id: ItemID) -> Bool { index(of: id) != nil }
    func index(of id: ItemID) -> Int? { playback.queue.knownIndex(of: id) }
    /// Whether the item with this id could not be played.
    func hasFailed(_ id: ItemID) -> Bool { playback.attempts.failures.contains(id) }
    /// Whether an entry of the queue with this URI could not be played.
    func hasFailed(uri: String) -> Bool {
        playback.attempts.failures.contains { id in index(of: id).map { items[$0].description.uri == uri } ?? false }
    }

    // MARK: The current item

    /// The item's pipeline; nil without one.
    var generation: Generation? { playback.generation }
    var facts: ItemFacts { playback.facts }
    /// When it was first heard or seen; nil before.
    var startedAt: MonotonicTime? { playback.run.startedAt }
    /// Whether it waits for data that the engine has reported to be missing.
    var isRefilling: Bool { playback.run.bufferingPercent != nil }
    /// Whether the position stands, for whatever reason.
    var isStanding: Bool { playback.run.anchor.rate == 0 }
    /// Whether the sound server is lost.
    var isOutputLost: Bool { playback.output.fault != nil }
    /// Whether its last frame stays in the window after its end.
    var isResting: Bool { playback.output.isResting }
    /// Where it starts.
    var start: MediaTime { playback.start }
    /// The part of it that is played.
    var range: PlayableRange { playback.range }
    var status: PlayerSnapshot.Status { playback.status }
    /// Why the current item cannot be played; nil if it can, or was not tried.
    var fault: PlaybackFault? {
        item.flatMap { playback.entries.states[$0.id] }.flatMap { $0.phase == .failed ? $0.fault : nil }
    }
    /// Whether the position moves.
    var isMoving: Bool { playback.isMoving }
    /// Whether the current item is the one to be seen: it has started, waits paused, or has left its last frame.
    var isPresent: Bool { startedAt != nil || (status == .paused && facts.isPrepared) || isResting }
    /// Whether the current item has something in the window: its video or its cover.
    var hasPicture: Bool { facts.hasVideo || published.showsArtwork }
    /// The position that clients see now.
    var position: MediaTime { playback.position(at: now) }
    /// The anchor of the position that clients see.
    var anchor: PositionAnchor { playback.reportedPosition }
    /// The position before the command or event that is being handled.
    var positionBefore: MediaTime { playback.ledger.positionBefore }
    /// The target of the newest seek that has not landed.
    var seekTarget: MediaTime? { playback.run.seeking.target }
    /// Why the position cannot be moved at all; nil while the item is loaded, because it is unknown yet.
    var notSeekable: CommandRefusal? { playback.notSeekable }
    func seekRefusal(to target: MediaTime) -> CommandRefusal? { playback.seekRefusal(to: target, now: now) }
    /// Whether it must be played linearly.
    var isLinear: Bool { playback.isLinear }
    /// Whether the position is in a part that is never played and is about to leave it.
    var isLeaving: Bool { playback.facts.isPrepared && playback.rangeToLeave(at: position) != nil }
    /// Returns when the position will reach a later one; nil while it does not move.
    func moment(of position: MediaTime) -> MonotonicTime? { playback.moment(of: position) }
    /// Whether the current item is being trimmed.
    var isTrimming: Bool { playback.isPreviewing }

    // MARK: Playing

    var rate: Double { playback.rate }
    var volume: Double { playback.output.level.volume }
    var isMuted: Bool { playback.output.level.isMuted }
    /// The item of the preload, and what is known of it; nil if it is the current item again or not in the queue yet.
    var preload: (generation: Generation, item: QueueItem, facts: ItemFacts)? {
        guard let preload = playback.preload, preload.id != item?.id, let index = index(of: preload.id) else {
            return nil
        }
        return (preload.generation, items[index], preload.facts)
    }
    /// The pipeline of the preload, and whether it is the current item again.
    var preloadGeneration: (generation: Generation, isSame: Bool)? {
        playback.preload.map { ($0.generation, $0.id == item?.id) }
    }
    /// The style of subtitles now.
    var subtitles: SubtitleStyle { playback.styles.current }
    /// The style of subtitles for items without their own.
    var usualSubtitles: SubtitleStyle { playback.styles.usual }
    /// The style that was chosen for the current item; nil: none was.
    var ownSubtitles: SubtitleStyle? { item.flatMap { playback.styles.own(of: $0.id) } }
    /// See ``AudioDelay``: now, for items without their own, and as it was chosen for the current item; nil: it was not.
    var audioDelay: MediaTime { playback.output.audioDelays.current }
    var usualAudioDelay: MediaTime { playback.output.audioDelays.usual }
    var ownAudioDelay: MediaTime? { item.flatMap { playback.output.audioDelays.own(of: $0.id) } }
    func itemID(of generation: Generation) -> ItemID? { playback.itemID(of: generation) }
    /// The playback of the current item, and how the previous one ended.
    var account: ItemPlayback? { playback.ledger.account }
    var lastEnding: PlaybackEnding? { playback.ledger.lastEnding }

    // MARK: Derived values

    /// The metadata of the current item that clients see.
    var metadata: ItemMetadata? { published.metadata }
    /// The kind of content of the current item.
    var contentKind: ContentKind {
        guard let item, let metadata else { return .sound }
        return ContentKind(
            of: item.description, metadata: metadata, facts: facts,
            hasChapters: !published.snapshot.chapters.chapters.isEmpty, books: settings.books)
    }
    /// Returns the start of the chapter that is current at a position; zero outside all chapters.
    func chapterStart(at position: MediaTime) -> MediaTime {
        published.timeline.index(at: position).map { published.snapshot.chapters.chapters[$0].start } ?? .zero
    }
}

/// What features publish for later features, for playback and for the snapshot.
struct Published: Sendable {
    /// The features' parts of the snapshot.
    var snapshot = PlayerSnapshot()
    /// For playback.
    var rules = PlaybackRules()

    /// The metadata of the current item.
    var metadata: ItemMetadata?
    /// Whether everything of the opened item has arrived: its tags, its sidecars and its picture.
    var isOpened = false
    var isArtworkOnItsWay = false
    /// Whether the cover of an item without video is in the window.
    var showsArtwork = false
    /// The requested pictures.
    var images: [ImageSource: ImageFetch] = [:]
    /// The metadata of the current item when it was saved; shown until the item provides its own.
    var restoredMetadata: (item: ItemID, metadata: ItemMetadata?)?

    var timeline = ChapterTimeline([])
    /// Whether Next leads to a chapter.
    var hasChapterAhead = false
    /// Whether Next and Previous move by chapter here.
    var stepsByChapter = false
    /// Whether the last skip was automatic and can be undone.
    var canUndoSkip = false
    /// Whether Next takes the offer.
    var takesOfferAsNext = false
    /// Segments that are no longer skipped automatically.
    var disarmedSegments: [DisarmedSegment] = []
    /// The tracks that a person chose for the current item; nil: none.
    var ownTracks: ItemTracks?
    /// How the controls in the window are used.
    var controls = ControlState()
    /// The pictures of moments that the window shows.
    var previews = PreviewState()
    /// How far the item is loaded; nil if that is unknown, or not asked for.
    var bufferedPosition: MediaTime?
    /// The offer to go on where the queue was left.
    var continuation: ContinuationOffer?
    /// The picture that is being fetched for an entry that is read ahead.
    var pictureBeingRead: ImageSource?
}
