/// What the features say of how items are to be played; each of them writes its own part.
struct PlaybackRules: Hashable, Sendable {
    /// Of the current item's segments; what is said of another item means nothing.
    struct Segments: Hashable, Sendable {
        var item: ItemID?
        /// Never played.
        var blocked: [TimeRange] = []
        /// Heard as silence.
        var silent: [TimeRange] = []
    }

    /// What comes after the current item, as far as it is proposed.
    struct Proposed: Hashable, Sendable {
        var item: ItemID?
        var end = ProposedEnd.queue
        /// What is to be ready though it may not be played: the answer to what is presented.
        var held: QueueItem?
        var isPresented = false
    }

    /// What a proposal means for the end of the current item.
    enum ProposedEnd: Hashable, Sendable {
        /// It is as if there were none.
        case queue
        /// This plays.
        case proposed(QueueItem)
        /// Nothing plays until somebody decides, or time does.
        case wait
        /// It was rejected, and there is nothing else.
        case stop
    }

    /// An item that is being trimmed.
    struct Preview: Hashable, Sendable {
        var item: ItemID
        var uri: String
        var points: TrimPoints
        /// It begins again at its end, instead of pausing at its beginning.
        var loops: Bool
    }

    /// A position in an item of the queue.
    struct Place: Hashable, Sendable {
        var item: ItemID
        var position: MediaTime
    }

    /// Interstitials of the current item of the queue.
    struct Breaks: Hashable, Sendable {
        var item: ItemID?
        var breaks: [Break] = []
    }

    var segments = Segments()
    var breaks = Breaks()
    /// What is done with kinds of segments, where not their default.
    var policies: [SegmentKind: SegmentAction] = [:]
    /// What has to be seen before what lies behind it.
    var interstitials = InterstitialMachine()
    /// No forward seek and no faster rate.
    var isLinear = false
    var preview: Preview?
    var proposed = Proposed()
    /// The end of the item is the end of playing: somebody sleeps by then.
    var sleepsAtEnd = false
    /// The factor of the volume that is heard while something plays.
    var loudness = 1.0
    /// What comes by itself at the end waits for a sign of life.
    var asksBeforeNext = false
    /// Where it waits: where somebody last did something; nil: where it is.
    var lastSign: Place?
    /// Where the current item goes on that was restored and not heard yet.
    var waiting: Place?
}

/// What Playback did that features may have to know of; told to them in order.
enum PlaybackEvent: Hashable, Sendable {
    /// A person's command is about to be carried out.
    case personActs(PlayerCommand)
    /// It was; with what held before it.
    case personActed(PlayerCommand, volumeBefore: Double, generationBefore: Generation?)
    /// The configuration changed from this.
    case configured(from: PlayerSettings)
    /// Another item is current; nothing of the last one counts.
    case entered
    /// Nothing of the old queue counts.
    case queueReplaced
    /// The same or another item joined the one before it without a gap.
    case joined(isOther: Bool)
    /// An item is opened of which nobody says where it starts.
    case opened(Generation, QueueItem)
    /// The position was sent elsewhere.
    case sought
    /// Somebody jumped from one place to another, which may have led elsewhere.
    case jumped(from: MediaTime, to: MediaTime)
    case paused
    case resumed
    /// What is never played was passed.
    case leftOut(TimeRange, from: MediaTime, reason: SkipReason)
    /// What is proposed plays without anybody having said so.
    case proposalTaken
    /// The current item is over.
    case ended(ItemEnd)
    /// An interstitial plays in place of the current item, by its id.
    case interludeBegan(String)
    /// It was played, or skipped.
    case interludeEnded(String)
    /// The sleep timer is over.
    case fellAsleep
    /// Somebody chose a rate or tracks: what is nil was not chosen now.
    case chose(SeriesChoice)
    /// What was written down of the last run was taken over.
    case restored(StoredSession)
}

/// How the end of an item was met.
struct ItemEnd: Hashable, Sendable {
    /// Nothing plays until somebody decides, or time does.
    var waits = false
    /// It was the end that the sleep timer waited for.
    var fellAsleep = false
    /// What comes next waits for a sign of life.
    var asks = false
    /// It was ended by what was proposed, without anybody having said so.
    var isUnasked = false
}
