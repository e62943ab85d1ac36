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
    /// Where the queue's entries came from.
    var origin = QueueOrigin()
    /// What is known of the queue's entries.
    var entries = EntryStates()
    var progression: Progression

    var intent: Intent = .stopped
    var phase: Phase = .idle
    /// The current item's pipeline.
    var run = ItemRun()
    /// What is known of the current item.
    var facts = ItemFacts()
    var parts = ItemParts()
    var beginning = ItemBeginning()
    var rate = 1.0
    var styles = ItemSetting(SubtitleStyle())

    var preload: Preload?
    var upcoming = UpcomingItem()

    var attempts = Attempts()
    var output: PlayerOutput
    var ledger = PlaybackLedger()
    /// Collected until the player takes it.
    var outbox = Outbox()

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: the seed of shuffling.
    init(firstID: UInt64, seed: UInt64, settings: PlayerSettings) {
        precondition(settings.rates.contains(1), "The rates must include 1, at which everything can be played.")
        self.settings = settings
        queue = Queue(firstID: firstID, seed: seed)
        output = PlayerOutput(level: SoundLevel(volume: settings.volume))
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

    // MARK: Short names

    /// The current item's pipeline; nil without one.
    var generation: Generation? { run.generation }
    /// Where the current item starts when it is prepared next.
    var start: MediaTime { beginning.position }
    /// The part of the current item that is played.
    var range: PlayableRange { parts.range }
    /// The interstitial that plays instead of the queue's current item.
    var interlude: Interlude? { parts.interlude }
    /// The time of the command or event that is being handled.
    var moment: MonotonicTime { ledger.moment }

    // MARK: What is collected

    /// Collects an effect for the engine.
    mutating func perform(_ effect: EngineEffect) { outbox.outcome.effects.append(.engine(effect)) }
    /// Collects a notice for clients.
    mutating func notify(_ notice: PlayerNotice) { outbox.outcome.notices.append(notice) }
    /// Collects an event for the features.
    mutating func tell(_ event: PlaybackEvent) { outbox.events.append(event) }
    /// Hands out what was collected.
    mutating func takeOutcome() -> (outcome: PlayerOutcome, events: [PlaybackEvent]) { outbox.take() }

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
        settleAudioDelay()
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
        if generation != nil, output.lastSentPlaying != (intent == .playing) {
            output.lastSentPlaying = intent == .playing
            perform(.setPlaying(intent == .playing))
        }
        if let loudness = output.level.change(fade: isMoving ? rules.loudness : 1) { perform(.setVolume(loudness)) }
    }

    /// When playback must act if nothing else happens.
    func wakesAt(now: MonotonicTime) -> MonotonicTime? {
        [upcoming.preloadsAt, run.reanchorsAt, editChange(now: now), origin.replaced?.until].compactMap(\.self).min()
    }
}

/// What Playback sends: collected until the player takes it.
struct Outbox: Sendable {
    /// Effects, notices and log lines.
    var outcome = PlayerOutcome()
    /// For the features.
    var events: [PlaybackEvent] = []
    /// Whether any headers were sent with requests.
    var hasSentHeaders = false
    private var lastGeneration: UInt64 = 0

    /// Hands out what was collected.
    mutating func take() -> (outcome: PlayerOutcome, events: [PlaybackEvent]) {
        defer { (outcome, events) = (PlayerOutcome(), []) }
        return (outcome, events)
    }

    /// Returns the next generation; generations increase and are never reused.
    mutating func nextGeneration() -> Generation {
        lastGeneration += 1
        return Generation(rawValue: lastGeneration)
    }
}

/// What the engine's outputs play, and what was last sent to them.
struct PlayerOutput: Sendable {
    var level: SoundLevel
    var sinks = SinkReport(audio: "none", video: "none")
    /// See ``AudioDelay``.
    var audioDelays = ItemSetting(MediaTime.zero)
    /// Set while the sound server is lost.
    var fault: PlaybackFault?
    /// The last state sent to the engine; nil while it has no output.
    var lastSentPlaying: Bool?
    /// Whether the last frame stays in the window although no item has a pipeline.
    var isResting = false
}
