/// The features' rules for playing items; each feature writes its own part.
struct PlaybackRules: Hashable, Sendable {
    /// The segments of the current item; those of another item do not apply.
    struct Segments: Hashable, Sendable {
        var item: ItemID?
        /// Never played.
        var blocked: [TimeRange] = []
        /// Played as silence.
        var silent: [TimeRange] = []
    }

    /// The proposal for what comes after the current item.
    struct Proposed: Hashable, Sendable {
        var item: ItemID?
        var end = ProposedEnd.queue
        /// An item that must be ready although it may not be played: the presented proposal.
        var held: QueueItem?
        var isPresented = false
        /// Whether it is what comes next, although it is not presented yet.
        var followsQueue = false
    }

    /// What a proposal means for the end of the current item.
    enum ProposedEnd: Hashable, Sendable {
        /// Nothing: the queue continues.
        case queue
        /// This item plays.
        case proposed(QueueItem)
        /// Playback waits for a decision or a timeout.
        case wait
        /// The proposal was rejected, and nothing else follows.
        case stop
    }

    /// An item that is being trimmed.
    struct Preview: Hashable, Sendable {
        var item: ItemID
        var uri: String
        var points: TrimPoints
        /// Whether it plays again at its end instead of pausing at its beginning.
        var loops: Bool
    }

    /// A position in an item of the queue.
    struct Place: Hashable, Sendable {
        var item: ItemID
        var position: MediaTime
    }

    /// The interstitials of the queue's current item.
    struct Breaks: Hashable, Sendable {
        var item: ItemID?
        var breaks: [Break] = []
    }

    var segments = Segments()
    var breaks = Breaks()
    /// The actions for kinds of segments, where they differ from the default.
    var policies: [SegmentKind: SegmentAction] = [:]
    /// The segments that must be watched before anything after them.
    var interstitials = InterstitialMachine()
    /// Whether forward seeks and faster rates are refused.
    var isLinear = false
    var preview: Preview?
    var proposed = Proposed()
    /// Whether the sleep timer ends playback at the end of the item.
    var sleepsAtEnd = false
    /// A factor of the volume while an item plays.
    var loudness = 1.0
    /// Whether the next item waits for a sign of presence.
    var asksBeforeNext = false
    /// The position of the last sign of presence, where playback then waits; nil: where it is.
    var lastSign: Place?
    /// Where the restored current item resumes; nil once it was heard.
    var waiting: Place?
}

/// What Playback did, for the features; sent to them in order.
enum PlaybackEvent: Hashable, Sendable {
    /// A person's command is about to be carried out.
    case personActs(PlayerCommand)
    /// A person's command was carried out; with the generation before it.
    case personActed(PlayerCommand, generationBefore: Generation?)
    /// A person's command was refused.
    case personRefused(PlayerCommand, CommandRefusal)
    /// The configuration changed from this one.
    case configured(from: PlayerSettings)
    /// Another item is current; nothing of the last one applies.
    case entered
    /// The queue was replaced; nothing of the old one applies.
    case queueReplaced
    /// The same or another item joined the previous one without a gap.
    case joined(isOther: Bool)
    /// The queue was replaced and plays from its beginning, if it does not go on where it was left.
    case mayContinue
    /// An item is opened for which no start was requested.
    case opened(Generation, QueueItem)
    /// An item is opened at a start that was requested.
    case openedAtStart(Generation, QueueItem)
    /// The position was moved by a seek.
    case sought
    /// A user jumped from one position to another; the seek may lead elsewhere.
    case jumped(from: MediaTime, to: MediaTime)
    case paused
    case resumed
    /// A part that is never played was passed.
    case leftOut(TimeRange, from: MediaTime, reason: SkipReason)
    /// The proposal plays by automatic acceptance.
    case proposalTaken
    /// The current item is over.
    case ended(ItemEnd)
    /// An interstitial plays instead of the current item, by its id.
    case interludeBegan(String)
    /// An interstitial was played or skipped.
    case interludeEnded(String)
    /// The sleep timer elapsed.
    case fellAsleep
    /// A user chose a rate or tracks; nil values were not chosen now.
    case chose(SeriesChoice)
    /// A user chose tracks of the current item; nil values were not chosen now.
    case choseTracks(ItemTracks)
    /// The session of the last run was restored.
    case restored(StoredSession)
}

/// The circumstances of the end of an item.
struct ItemEnd: Hashable, Sendable {
    /// Whether playback waits for a decision or a timeout.
    var waits = false
    /// Whether this was the end that the sleep timer waited for.
    var fellAsleep = false
    /// Whether the next item waits for a sign of presence.
    var asks = false
    /// Whether the automatic acceptance of a proposal ended it.
    var isUnasked = false
}
