/// What the configuration decides about the ``Player``.
public struct PlayerSettings: Hashable, Sendable {
    /// Later than this into an item, Previous restarts it instead of going back.
    public var previousThreshold = MediaTime(nanoseconds: 3_000_000_000)
    /// What Next and Previous of MPRIS mean.
    public var stepping = Stepping.queue
    /// Later than this into a chapter, going back a chapter restarts it.
    public var chapterThreshold = MediaTime(nanoseconds: 5_000_000_000)
    /// BCP 47, best first: in which languages chapter titles are shown.
    public var preferredLanguages: [String] = []
    /// Which tracks play where nobody chose any.
    public var tracks = TrackPreferences()
    /// How chapter titles say what kind of segment a chapter is; nil: they do not.
    public var titleRules: ChapterTitleRules? = ChapterTitleRules()
    /// Whether Next of MPRIS takes an offer to skip while it is prominent.
    public var nextTakesOffer = false
    /// Whether the opening of a season's first episode is skipped unasked like any other.
    public var skipsFirstOpening = false
    /// Whether interstitials have to be seen.
    public var linearInterstitials = false
    /// What is done with kinds of segments, where not their default.
    public var segmentPolicies: [SegmentKind: SegmentAction] = [:]
    /// The next item is prepared when this much listening time is left of the current one (at once in shorter items).
    public var preloadLead = MediaTime(nanoseconds: 10_000_000_000)
    /// Whether the next episode that lies beside a local file is proposed.
    public var proposesNextEpisode = true
    /// After so many automatic acceptances in a row playback waits for a sign of life; nil: never.
    public var stillWatchingItems: Int?
    /// After so long without a sign of life playback waits for one; nil: never.
    public var stillWatchingTime: MediaTime?
    /// Whether playback then goes back to where it was at the last sign.
    public var stillWatchingRollsBack = false
    /// Seconds from the end of an item to the automatic acceptance of the next episode found beside it; NaN: never.
    public var nextEpisodeInterval = Double.nan
    /// The engine is told of a blocked range when this much listening time is left before it.
    public var cutLead = MediaTime(nanoseconds: 8_000_000_000)
    /// How often clients that extrapolate at rate 1 are told the position while another rate plays.
    public var reanchorInterval = MediaTime(nanoseconds: 10_000_000_000)
    /// After the output stood longer than this for want of data, clients are told the position anew.
    public var noticeableStall = MediaTime(nanoseconds: 500_000_000)
    /// Linear; both ends are included.
    public var volumes: ClosedRange<Double> = 0...1.5
    /// Includes 1.
    public var rates: ClosedRange<Double> = 0.25...4
    /// The volume at the start.
    public var volume = 1.0
    /// Which gain of items is applied, until a client says otherwise.
    public var replayGain = ReplayGainMode.off
    /// Decibels that are added to the gain of tags.
    public var replayGainPreamp = 0.0
    /// What becomes of playback when the device disappears on which it is heard.
    public var onUnplug = UnplugPlayback.pause
    /// What the end of an item does, until a client says otherwise.
    public var progression = Progression.advance
    /// After this many different items in a row that could not be played, the player stops looking for one that can.
    public var failureLimit = 100
    /// An item that failed after playing this long counts as played: the row of failures begins anew with it.
    public var failureGrace = MediaTime(nanoseconds: 10_000_000_000)
    /// Whether there seems to be a display to show a window on.
    public var hasDisplay = false
    /// Whether one is missed: pictures would be shown if there were one.
    public var lacksDisplay = false
    /// Where cards are drawn over the picture.
    public var cards = CardMode.on
    /// Whether the window shows the covers of what is only heard.
    public var showsArtwork = false
    /// What closing the window does to playback.
    public var windowClosePlayback = ClosePlayback.pause
    /// Whether anybody writes down the session, the history and choices.
    public var hasJournal = false
    /// Whether items go on where they were left, and are in the history.
    public var keepsHistory = true
    /// How often the position is written down while something plays.
    public var journalInterval = MediaTime(nanoseconds: 15_000_000_000)
    /// How much of spoken word is heard again after an absence.
    public var rewindSteps = RewindSteps()

    /// Whether entries of the queue are read before their turn, and a change of item is told as one.
    public var readsAhead = false

    public init() {}
}

/// What Next and Previous of MPRIS move by.
public enum Stepping: String, Hashable, Sendable, CaseIterable {
    /// Items.
    case queue
    /// Chapters, and at an item's edges items.
    case chapters
    /// Chapters where the queue has a single item, else items.
    case auto
}
