/// Moves playback: the queue, the item that plays, the one prepared beside it, seeking, rate and volume.
///
/// The only part that changes any of these. Features ask for changes with ``Requests``; whether something can be sought,
/// has to be played as it comes, or is to be remembered until the item is loaded is decided here, once.
///
/// The state is kept in separate fields (what the user asked, how far the current item is, what holds the output back,
/// which seek runs, what is prepared next) instead of one large enumeration; the status that clients see follows from the
/// first two. Each item pipeline has a generation, and what an older generation says is dropped.
struct Playback: Sendable {
    /// What the user asked for.
    enum Intent: Hashable, Sendable { case stopped, paused, playing }

    /// How far the current item is.
    enum Phase: Hashable, Sendable {
        case idle, preparing, ready
        /// The end of the queue was reached.
        case ended
        /// Nothing could be played any more.
        case failed(PlaybackFault)
    }

    var settings: PlayerSettings
    /// What the features say of how items are to be played.
    var rules = PlaybackRules()
    var queue: Queue
    var progression: Progression

    var intent: Intent = .stopped
    var phase: Phase = .idle
    /// The current item's pipeline; nil when there is none.
    var generation: Generation?
    /// What is known of the current item.
    var facts = ItemFacts()
    /// What of the current item is played.
    var range = PlayableRange()
    /// What of it is played until the next interstitial.
    var stretch = PlayableRange()
    /// What plays in place of the queue's current item.
    var interlude: Interlude?
    /// Where the current item starts when it is prepared next.
    var start: MediaTime = .zero
    /// Nobody said where the current item starts: it goes on where it was left, if it was.
    var startsWhereLeft = false
    /// The current item begins anew under the same id, which clients are told of with `Seeked`.
    var isRestart = false
    /// When the current pipeline was first heard or seen; nil before.
    var startedAt: MonotonicTime?
    /// Stands unless ``isMoving``.
    var anchor: PositionAnchor = .standing(at: .zero)

    /// Below 100 while the output stands for want of data.
    var bufferingPercent: Int?
    /// When the moving position was last made to stand by one of the two.
    var stalledSince: MonotonicTime?
    /// Set while the sound server is gone.
    var outputFault: PlaybackFault?

    var seeking = SeekMachine()
    /// The last seek that somebody asked for before the current pipeline was first heard; nil: there was none.
    var earlySeek: EarlySeek?
    /// The end was heard while a seek ran; it counts only if that seek fails.
    var endedWhileSeeking = false
    var rate = 1.0
    /// The rate the pipeline last took.
    var engineRate = 1.0
    /// The rate of the last ``EngineEffect/setRate(_:_:_:at:cuts:)``, which may not have landed.
    var engineRateOnTheWay = 1.0
    var volume: Double
    /// How subtitles are shown.
    var subtitles = SubtitleStyle()
    /// When clients are told the position next while another rate than 1 plays.
    var reanchorsAt: MonotonicTime?

    var preload: Preload?
    /// Whether an item's headers were sent with its requests.
    var hasSentHeaders = false
    /// The next item turned out to be live: it is prepared when its turn comes, not before.
    var liveAhead: ItemID?
    /// When what comes next is to be prepared.
    var preloadsAt: MonotonicTime?

    /// What the engine was last told to leave out of the current item, and to silence.
    var told = EditsTold()
    /// What is known of what is left out of the item that comes next.
    var ahead = ItemCuts()

    /// Items that are read as lists.
    var lists = ListReadings()
    /// The list that the queue was made of.
    var playlist: String?

    /// Items that could not be played since something was last heard to its end or asked for by name.
    var failures: Set<ItemID> = []
    /// Which way to look when an item cannot be played.
    var travel: Direction = .forward
    var itemStates: [ItemID: ItemState] = [:]
    /// Where items go on that were left in the middle, while they wait to be heard.
    var resumeStarts: [ItemID: MediaTime] = [:]
    /// Where items start whose sidecar says so.
    var sidecarStarts: [ItemID: MediaTime] = [:]
    /// What was once read of the queue's entries.
    var memory = ItemMemory()
    var error: ItemFault?
    var sinks = SinkReport(audio: "none", video: "none")

    /// The playing that is kept account of: the one of ``generation``, once a command or event is handled.
    var account: ItemPlayback?
    var lastEnding: PlaybackEnding?
    /// Of the current pipeline.
    var timing = PipelineTiming()
    /// When the command or event came that is being handled, and what held before it.
    var moment = MonotonicTime(nanoseconds: 0)
    var positionBefore = MediaTime.zero
    var endBefore: MediaTime?
    /// Why the current pipeline ends with this command or event, where its generation does not tell.
    var cause: PlaybackEnding.Cause?

    /// What the engine was last told of the output; nil while it has none.
    var toldPlaying: Bool?
    var toldVolume = 1.0
    var lastGeneration: UInt64 = 0

    /// Collected until the player takes them: effects and notices, and what the features are told.
    var outcome = PlayerOutcome()
    var events: [PlaybackEvent] = []

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: what shuffling starts from.
    init(firstID: UInt64, seed: UInt64, settings: PlayerSettings) {
        precondition(settings.rates.contains(1), "The rates must include 1, at which everything can be played.")
        self.settings = settings
        queue = Queue(firstID: firstID, seed: seed)
        volume = settings.volume
        progression = settings.progression
    }

    /// Takes over a configuration that was read again.
    mutating func configure(_ new: PlayerSettings) {
        if new.progression != settings.progression { progression = new.progression }
        settings = new
    }

    /// What clients are told; a pure function of what was asked and how far the current item is.
    static func status(_ intent: Intent, _ phase: Phase) -> PlayerSnapshot.Status {
        switch (intent, phase) {
        case (.stopped, _), (_, .idle), (_, .ended), (_, .failed): .stopped
        case (.paused, .preparing), (.paused, .ready): .paused
        case (.playing, .preparing), (.playing, .ready): .playing
        }
    }

    /// What clients are told now.
    var status: PlayerSnapshot.Status { Self.status(intent, phase) }

    /// Collects an effect for the engine.
    mutating func perform(_ effect: EngineEffect) { outcome.effects.append(.engine(effect)) }
    /// Collects a notice for clients.
    mutating func notify(_ notice: PlayerNotice) { outcome.notices.append(notice) }
    /// Collects what the features are told.
    mutating func tell(_ event: PlaybackEvent) { events.append(event) }

    /// Hands out what was collected.
    mutating func takeOutcome() -> (outcome: PlayerOutcome, events: [PlaybackEvent]) {
        defer { (outcome, events) = (PlayerOutcome(), []) }
        return (outcome, events)
    }

    // MARK: What follows from a change

    /// Takes over what the features say by now, and what of the item is played because of it.
    mutating func follow(_ rules: PlaybackRules) {
        self.rules = rules
        refreshRange()
    }

    /// What follows at once: what the output does, the rate, and leaving what is never played.
    mutating func settleMovement(now: MonotonicTime) {
        refreshRange()
        settleInterstitials(now: now)
        settleOutput(now: now)
        settleRate(now: now)
        leaveWhatIsNotPlayed(now: now)
    }

    /// What follows once nothing moves any more: what is left out soon, and what comes next.
    mutating func settleAhead(now: MonotonicTime) {
        settleOutput(now: now)
        settlePreload(now: now)
        settleLists()
        settleReanchor(now: now)
        settleEdits(now: now)
    }

    private mutating func settleOutput(now: MonotonicTime) {
        if generation != nil, toldPlaying != (intent == .playing) {
            toldPlaying = intent == .playing
            perform(.setPlaying(intent == .playing))
        }
        let loudness = volume * (isMoving ? rules.loudness : 1)
        if toldVolume != loudness {
            toldVolume = loudness
            perform(.setVolume(loudness))
        }
    }

    /// When it has something to do by itself.
    func wakesAt(now: MonotonicTime) -> MonotonicTime? {
        [preloadsAt, reanchorsAt, editChange(now: now)].compactMap(\.self).min()
    }
}
