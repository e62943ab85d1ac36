/// The configuration of the ``Player``.
public struct PlayerSettings: Hashable, Sendable {
    /// Later than this into an item, Previous restarts it instead of going back.
    public var previousThreshold = MediaTime(nanoseconds: 3_000_000_000)
    /// What MPRIS Next and Previous move by.
    public var stepping = Stepping.queue
    /// Later than this into a chapter, going back restarts the chapter.
    public var chapterThreshold = MediaTime(nanoseconds: 5_000_000_000)
    /// The languages of chapter titles: BCP 47, best first.
    public var preferredLanguages: [String] = []
    /// Which tracks play without a choice.
    public var tracks = TrackPreferences()
    /// How chapter titles determine the kind of segment of a chapter; nil: they do not.
    public var titleRules: ChapterTitleRules? = ChapterTitleRules()
    /// Whether MPRIS Next takes an offer to skip while it is prominent.
    public var nextTakesOffer = false
    /// Whether the opening of a season's first episode is skipped automatically like any other.
    public var skipsFirstOpening = false
    /// Whether interstitials must be watched.
    public var linearInterstitials = false
    /// The actions for kinds of segments, where they differ from the default.
    public var segmentPolicies: [SegmentKind: SegmentAction] = [:]
    /// The next item is prepared when this much listening time is left of the current one (at once in shorter items).
    public var preloadLead = MediaTime(nanoseconds: 10_000_000_000)
    /// Whether the next episode beside a local file is proposed.
    public var proposesNextEpisode = true
    /// When playback waits for a sign of presence.
    public var stillWatching = StillWatchingRules()
    /// Seconds from the end of an item to the automatic acceptance of the next episode found beside it; NaN: never.
    public var nextEpisodeInterval = Double.nan
    /// The engine is told of a blocked range when this much listening time is left before it.
    public var cutLead = MediaTime(nanoseconds: 8_000_000_000)
    /// How often clients that extrapolate at rate 1 are told the position while another rate plays.
    public var reanchorInterval = MediaTime(nanoseconds: 10_000_000_000)
    /// After the output was paused longer than this for lack of data, clients are told the position again.
    public var noticeableStall = MediaTime(nanoseconds: 500_000_000)
    /// Linear; both ends are included.
    public var volumes: ClosedRange<Double> = 0...1.5
    /// Includes 1.
    public var rates: ClosedRange<Double> = 0.25...4
    /// The volume at the start.
    public var volume = 1.0
    /// The ReplayGain mode until a client changes it.
    public var replayGain = ReplayGainMode.off
    /// Decibels that are added to the gain of tags.
    public var replayGainPreamp = 0.0
    /// The reaction when the sound device in use disappears.
    public var onUnplug = UnplugPlayback.pause
    /// Whether a list or a folder goes on where it was left.
    public var continuing = Continuing.never
    /// What happens to playback when the machine wakes from sleep.
    public var onResume = ResumePlayback.goOn
    /// What the end of an item does, until a client changes it.
    public var progression = Progression.advance
    /// After this many different items in a row that could not be played, the player stops trying.
    public var failureLimit = 100
    /// An item that failed after playing this long counts as played: the series of failures starts again with it.
    public var failureGrace = MediaTime(nanoseconds: 10_000_000_000)
    /// Whether a display for a window seems to be available.
    public var hasDisplay = false
    /// Whether video cannot be shown only because there is no display.
    public var lacksDisplay = false
    /// Where cards are drawn over the picture.
    public var cards = CardMode.on
    /// The language of the cards.
    public var language = Words.Language.english
    /// Whether the window shows the cover of items without video.
    public var showsArtwork = false
    /// Whether the picture moves when it makes room for a proposal.
    public var animatesPicture = true
    /// How the picture meets a window of another shape, unless another way was chosen.
    public var pictureScaling = PictureScaling.fit
    /// Whether a window that opens fills the screen.
    public var opensFullscreen = false
    /// Whether the window keeps the last frame when playback has ended; while a proposal is presented, it does in any case.
    public var keepsPictureAtEnd = false
    /// Whether picture in picture starts by itself, unless a client decided otherwise.
    public var startsPictureInPicture = false
    /// What closing the window does to playback.
    public var windowClosePlayback = ClosePlayback.pause
    /// Whether there is a journal for the session, the history and choices.
    public var hasJournal = false
    /// Whether items resume where they were left, and are recorded in the history.
    public var keepsHistory = true
    /// How often the position is saved while an item plays.
    public var journalInterval = MediaTime(nanoseconds: 15_000_000_000)
    /// How much of spoken word is repeated after an absence.
    public var rewindSteps = RewindSteps()

    /// The folders whose sound files are spoken word, as absolute paths.
    public var books: [String] = []

    /// Whether entries of the queue are read before their turn, and a change of item is announced as one change.
    public var readsAhead = false

    public init() {}
}

/// What closing the window does to playback.
public enum ClosePlayback: String, Hashable, Sendable, CaseIterable {
    case pause, stop
}

/// When playback waits for a sign of presence.
public struct StillWatchingRules: Hashable, Sendable {
    /// The number of consecutive automatic acceptances after which it does; nil: never.
    public var items: Int?
    /// The time without a sign of presence after which it does; nil: never.
    public var time: MediaTime?
    /// Whether playback then goes back to the position of the last sign.
    public var rollsBack = false
}

/// What MPRIS Next and Previous move by.
public enum Stepping: String, Hashable, Sendable, CaseIterable {
    /// By items.
    case queue
    /// By chapters, and at an item's edges by items.
    case chapters
    /// By chapters if the queue has a single item, otherwise by items.
    case auto
}
