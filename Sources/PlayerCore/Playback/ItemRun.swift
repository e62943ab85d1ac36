/// The run of the current item's pipeline: when it was heard, where it is, what holds it back, and its seeks.
struct ItemRun: Sendable {
    /// Nil without a pipeline.
    private(set) var generation: Generation?
    var timing = PipelineTiming()
    /// When it was first heard or seen; nil before.
    var startedAt: MonotonicTime?
    /// Does not move unless ``Playback/isMoving``.
    var anchor: PositionAnchor = .standing(at: .zero)

    /// Below 100 while the output is paused for lack of data.
    var bufferingPercent: Int?
    /// When the moving position was last stopped by buffering or a lost output.
    var stalledSince: MonotonicTime?

    var seeking = SeekMachine()
    /// The last seek that was requested before the pipeline was first heard; nil: none.
    var earlySeek: EarlySeek?
    /// The end was reached while a seek ran; it counts only if that seek fails.
    var endedWhileSeeking = false

    /// The rate that the pipeline last took.
    var rate = 1.0
    /// The rate of the last ``EngineEffect/setRate(_:_:_:at:cuts:)``, which may not have landed.
    var rateOnTheWay = 1.0
    /// When clients are next told the position while a rate other than 1 plays.
    var reanchorsAt: MonotonicTime?

    /// What the engine knows about parts of the item to leave out and to silence.
    var edits = SentEdits()

    /// Another pipeline begins, which stands at a position: nothing of the last one applies.
    mutating func begin(
        _ generation: Generation, timing: PipelineTiming, rate: Double, edits: SentEdits = SentEdits(),
        isPrepared: Bool, at position: MediaTime
    ) {
        reset(isPrepared: isPrepared)
        self.generation = generation
        self.timing = timing
        self.rate = rate
        self.edits = edits
        anchor = .standing(at: position)
    }

    /// There is no pipeline any more.
    mutating func end() { reset(isPrepared: false) }

    private mutating func reset(isPrepared: Bool) {
        var next = ItemRun()
        // Ids of seeks are never reused.
        next.seeking = seeking
        _ = next.seeking.event(.restarted(isPrepared: isPrepared))
        // What joins without a gap goes on with its announcements.
        next.reanchorsAt = reanchorsAt
        self = next
    }
}

/// A seek that was requested before the item was heard.
enum EarlySeek: Hashable, Sendable {
    /// To a position of the item.
    case position(MediaTime)
    /// By a step, or to a chapter.
    case step
}

/// Where the current item begins, and why there.
struct ItemBeginning: Sendable {
    /// What is remembered of an item from earlier times.
    enum Recall: Hashable, Sendable {
        /// No start was requested: it resumes where it was left.
        case all
        /// A start was requested; what was chosen for it applies as ever.
        case settings
    }

    /// Where it starts when it is prepared next.
    var position: MediaTime = .zero
    /// What is looked up of it when it is opened next; nil: nothing.
    var recall: Recall?
    /// Whether it starts again under the same id, which `Seeked` announces to clients.
    var isRestart = false
    /// When a person stopped it.
    var stoppedAt: MonotonicTime?
    /// The restored item, until another one is entered or this one is heard.
    var restored: ItemID?
}

/// What is played of the current item, and what plays in its place.
struct ItemParts: Sendable {
    /// The part that is played.
    var range = PlayableRange()
    /// The part of it that is played until the next interstitial.
    var untilBreak = PlayableRange()
    /// The interstitial that plays instead of the queue's current item.
    var interlude: Interlude?
}

/// What is known of the next item beside its preload.
struct UpcomingItem: Sendable {
    /// The next item if it is prepared only when its turn comes: it is live, or begins with an interstitial.
    var unpreparable: ItemID?
    /// When the next item must be prepared.
    var preloadsAt: MonotonicTime?
    /// What is left out of it.
    var cuts = ItemCuts()
}
