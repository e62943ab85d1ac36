/// Moves playback: the queue, the item that plays, the preload, seeking, rate and volume.
///
/// No other part changes any of these. Features ask for changes with ``Requests``. Only this part decides whether an
/// item is seekable, must be played linearly, or whether a seek is remembered until the item is loaded.
///
/// The state is kept in separate fields (what the user asked for, how far the current item is, what holds the output
/// back, which seek runs, what is prepared next) instead of one large enumeration. The status that clients see follows
/// from the first two. Each item pipeline has a generation, and events of an older generation are dropped.
struct Playback: Sendable {
    /// What the user asked for.
    enum Intent: Hashable, Sendable { case stopped, paused, playing }

    /// How far the current item is.
    enum Phase: Hashable, Sendable {
        case idle, preparing, ready
        /// The end of the queue was reached.
        case ended
        /// No further item could be played; paused: the item waits until it is asked for, see ``hold(_:_:)``.
        case failed(PlaybackFault)
    }

    var settings: PlayerSettings
    /// The features' rules for playing items.
    var rules = PlaybackRules()
    var queue: Queue
    var progression: Progression

    var intent: Intent = .stopped
    var phase: Phase = .idle
    /// The current item's pipeline; nil without one.
    var generation: Generation?
    /// What is known of the current item.
    var facts = ItemFacts()
    /// The part of the current item that is played.
    var range = PlayableRange()
    /// The part of it that is played until the next interstitial.
    var stretch = PlayableRange()
    /// The interstitial that plays instead of the queue's current item.
    var interlude: Interlude?
    /// Where the current item starts when it is prepared next.
    var start: MediaTime = .zero
    /// Whether no start was requested for the current item, so that it resumes where it was left.
    var startsWhereLeft = false
    /// The restored item, until another one is entered or this one is heard.
    var restored: ItemID?
    /// Whether the current item starts again under the same id, which `Seeked` announces to clients.
    var isRestart = false
    /// When the current pipeline was first heard or seen; nil before.
    var startedAt: MonotonicTime?
    /// Whether the last frame stays in the window although no item has a pipeline.
    var isResting = false
    /// Does not move unless ``isMoving``.
    var anchor: PositionAnchor = .standing(at: .zero)

    /// Below 100 while the output is paused for lack of data.
    var bufferingPercent: Int?
    /// When the moving position was last stopped by buffering or a lost output.
    var stalledSince: MonotonicTime?
    /// Set while the sound server is lost.
    var outputFault: PlaybackFault?

    var seeking = SeekMachine()
    /// The last seek that was requested before the current pipeline was first heard; nil: none.
    var earlySeek: EarlySeek?
    /// The end was reached while a seek ran; it counts only if that seek fails.
    var endedWhileSeeking = false
    var rate = 1.0
    /// The rate that the pipeline last took.
    var engineRate = 1.0
    /// The rate of the last ``EngineEffect/setRate(_:_:_:at:cuts:)``, which may not have landed.
    var engineRateOnTheWay = 1.0
    var level: SoundLevel
    /// The style of subtitles now.
    var subtitles = SubtitleStyle()
    /// The style for items without their own.
    var usualSubtitles = SubtitleStyle()
    /// The styles that were chosen for the current item and the preload.
    var ownSubtitles: [ItemID: SubtitleStyle] = [:]
    /// When clients are next told the position while a rate other than 1 plays.
    var reanchorsAt: MonotonicTime?

    var preload: Preload?
    /// Whether any headers were sent with requests.
    var hasSentHeaders = false
    /// The next item if it is prepared only when its turn comes: it is live, or begins with an interstitial.
    var unpreparable: ItemID?
    /// When the next item must be prepared.
    var preloadsAt: MonotonicTime?

    /// What the engine knows about parts of the current item to leave out and to silence.
    var told = EditsTold()
    /// What is left out of the next item.
    var ahead = ItemCuts()

    /// The queue before this one, for an hour.
    var replaced: Replaced?
    /// Items that are read as lists.
    var lists = ListReadings()
    /// The list that the queue was made from.
    var playlist: String?

    /// Items that could not be played since an item was last heard to its end or requested explicitly.
    var failures: Set<ItemID> = []
    /// The direction in which to look when an item cannot be played.
    var travel: Direction = .forward
    var itemStates: [ItemID: ItemState] = [:]
    /// Where items resume that were left in the middle, until they are heard.
    var resumeStarts: [ItemID: MediaTime] = [:]
    /// Where items start according to their sidecars.
    var sidecarStarts: [ItemID: MediaTime] = [:]
    /// What was read about the queue's entries.
    var memory = ItemMemory()
    var error: ItemFault?
    var sinks = SinkReport(audio: "none", video: "none")

    /// The account of the present playback: that of ``generation``, once a command or event is handled.
    var account: ItemPlayback?
    var lastEnding: PlaybackEnding?
    /// The timing of the current pipeline.
    var timing = PipelineTiming()
    /// The time of the command or event that is being handled, and the state before it.
    var moment = MonotonicTime(nanoseconds: 0)
    var positionBefore = MediaTime.zero
    var endBefore: MediaTime?
    /// Whether the container of the item states its duration, before a command or event.
    var hadStatedEnd = false
    /// Why the current pipeline ends with this command or event, if its generation does not show it.
    var cause: PlaybackEnding.Cause?

    /// The last output state sent to the engine; nil while it has no output.
    var toldPlaying: Bool?
    var lastGeneration: UInt64 = 0

    /// Collected until the player takes them: effects and notices, and events for the features.
    var outcome = PlayerOutcome()
    var events: [PlaybackEvent] = []

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: the seed of shuffling.
    init(firstID: UInt64, seed: UInt64, settings: PlayerSettings) {
        precondition(settings.rates.contains(1), "The rates must include 1, at which everything can be played.")
        self.settings = settings
        queue = Queue(firstID: firstID, seed: seed)
        level = SoundLevel(volume: settings.volume)
        progression = settings.progression
    }

    /// Takes over a reloaded configuration.
    mutating func configure(_ new: PlayerSettings) {
        if new.progression != settings.progression { progression = new.progression }
        settings = new
    }

    /// The status that clients see: a pure function of the user's intent and the phase of the current item.
    static func status(_ intent: Intent, _ phase: Phase) -> PlayerSnapshot.Status {
        switch (intent, phase) {
        case (.stopped, _), (_, .idle), (_, .ended), (.playing, .failed): .stopped
        case (.paused, .preparing), (.paused, .ready), (.paused, .failed): .paused
        case (.playing, .preparing), (.playing, .ready): .playing
        }
    }

    /// The status that clients see now.
    var status: PlayerSnapshot.Status { Self.status(intent, phase) }

    /// Collects an effect for the engine.
    mutating func perform(_ effect: EngineEffect) { outcome.effects.append(.engine(effect)) }
    /// Collects a notice for clients.
    mutating func notify(_ notice: PlayerNotice) { outcome.notices.append(notice) }
    /// Collects an event for the features.
    mutating func tell(_ event: PlaybackEvent) { events.append(event) }

    /// Hands out what was collected.
    mutating func takeOutcome() -> (outcome: PlayerOutcome, events: [PlaybackEvent]) {
        defer { (outcome, events) = (PlayerOutcome(), []) }
        return (outcome, events)
    }

    // MARK: Consequences of a change

    /// Takes over the features' rules, and derives what of the item is played because of them.
    mutating func follow(_ rules: PlaybackRules) {
        self.rules = rules
        refreshRange()
    }

    /// Settles what follows at once: the output, the rate, and leaving parts that are never played.
    mutating func settleMovement(now: MonotonicTime) {
        refreshRange()
        settleInterstitials(now: now)
        settleSubtitles()
        settleRest()
        settleOutput(now: now)
        settleRate(now: now)
        leaveWhatIsNotPlayed(now: now)
    }

    /// Settles what follows once playback no longer moves: parts to leave out soon, and the next item.
    mutating func settleAhead(now: MonotonicTime) {
        settleOutput(now: now)
        settlePreload(now: now)
        settleLists()
        settleReplaced(now: now)
        settleReanchor(now: now)
        settleEdits(now: now)
    }

    private mutating func settleOutput(now: MonotonicTime) {
        if generation != nil, toldPlaying != (intent == .playing) {
            toldPlaying = intent == .playing
            perform(.setPlaying(intent == .playing))
        }
        if let loudness = level.change(fade: isMoving ? rules.loudness : 1) { perform(.setVolume(loudness)) }
    }

    /// When playback must act if nothing else happens.
    func wakesAt(now: MonotonicTime) -> MonotonicTime? {
        [preloadsAt, reanchorsAt, editChange(now: now), replaced?.until].compactMap(\.self).min()
    }
}
