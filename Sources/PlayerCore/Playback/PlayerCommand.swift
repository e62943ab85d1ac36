/// Everything that anybody may ask of the player; the adapters turn their callers' words into these.
public enum PlayerCommand: Hashable, Sendable {
    case play
    case pause
    case playPause
    case stop
    /// To the next item, or chapter, as ``PlayerSettings/stepping`` says; refused where there is none.
    case next
    case previous
    /// Relative to the position, or to the target of the seek that runs or is remembered until the item is loaded; past
    /// the end it goes on to the next item, or stops.
    case seek(by: MediaTime)
    /// Ignored when the item is not the current one or the time is outside it; remembered until the item is loaded.
    case setPosition(ItemID, MediaTime)
    /// Appended to the queue and made current; plays at once.
    case openURI(String)

    case setLoop(LoopMode)
    case setShuffle(Bool)
    /// 0 pauses; else clamped to the rates the player has.
    case setRate(Double)
    /// Linear, clamped to 0 … 1.5 (1 is unchanged).
    case setVolume(Double)
    case setProgression(Progression)

    /// Throws away the queue; `start` is where the item at `index` starts.
    case replaceQueue([MediaDescription], play: Bool, start: MediaTime?, index: UInt32)
    /// `index` past the end appends.
    case insert([MediaDescription], at: UInt32)
    /// MPRIS AddTrack: after an item, nil at the start; an unknown item appends.
    case addTrack(String, after: ItemID?, makeCurrent: Bool)
    case move(ItemID, to: UInt32)
    case remove([ItemID])
    case clear
    case goTo(ItemID)
    case setDescription(ItemID, MediaDescription)

    /// Index into the published chapters.
    case goToChapter(UInt32)
    case nextChapter
    case previousChapter
    /// BCP 47, best first.
    case setPreferredLanguages([String])
    /// Navigation markers of the current item: the group of this title is replaced, or removed if the markers are empty.
    /// The group without a title is the chapters and takes precedence over all other sources of them.
    case setMarkers(title: String, [Chapter])

    /// Skips the segment that is offered.
    case takeOffer
    case dismissOffer
    /// Back to where the last skip left from.
    case unskip
    /// Of the current item, in place of what its description says.
    case setSegments([SegmentDescription])
    case setSegmentPolicies([SegmentKind: SegmentAction])
    case setLinearPlayback(Bool)

    /// Of what to play after the current item.
    case propose(Proposal)
    case withdrawProposal
    case acceptProposal
    case rejectProposal
    case deferProposal
    /// Nothing is presented until it is released; who wants that.
    case inhibitProposals(String)
    case releaseProposals(UInt32)

    /// Pauses by itself; the time only counts with ``SleepTimer/Kind/duration``.
    case setSleepTimer(SleepTimer.Kind, MediaTime)

    /// The current item is to begin and end elsewhere, which is tried out until it is finished.
    case beginTrimming
    /// Nil unsets it: the item's beginning.
    case setInPoint(MediaTime?)
    /// Nil unsets it: the item's end.
    case setOutPoint(MediaTime?)
    /// Keeps what was set for this entry of the queue, or goes back to what was.
    case finishTrimming(keep: Bool)
    /// Whether the preview begins again at its end, instead of pausing at its beginning.
    case setTrimLoops(Bool)

    /// A client looked at these entries: they are read ahead, too. No sign of life: bars look by themselves.
    case lookAt([QueueItem])

    /// What was written down of the last run, in place of everything; how long ago, and whether what played then plays on
    /// at once.
    case restore(StoredSession, absence: MediaTime, plays: Bool)
    /// Plays an item where it was left, see ``Recollection``: the one that is in the queue already, else appended.
    case resume(String, Recollection)

    case startPictureInPicture
    /// Back to where it was; a registered interface is asked to come back first.
    case stopPictureInPicture
    /// Ends it without asking anybody.
    case closePictureInPicture
    case togglePictureInPicture
    case setFullscreen(Bool)
    /// Brings the window to the front; playback goes on as it is.
    case raiseWindow
    /// Who is asked to come back; nil: nobody any more.
    case registerInterface(String?)
    case restoreCompleted(UInt32, Bool)
    case setStartsAutomatically(Bool)
    case setCorner(WindowCorner)
    /// Whether the session is locked, and nobody sees a window.
    case setLocked(Bool)
    /// Of picture in picture, in pixels.
    case setWindowWidth(UInt32)

    /// The configuration was read again.
    case configure(PlayerSettings)

    case selectAudio(UInt32)
    /// Nil turns subtitles off.
    case selectSubtitles(UInt32?)
    case addSubtitles(String)
}

/// What happens at the end of the queue or of an item.
public enum LoopMode: String, Hashable, Sendable, CaseIterable {
    case none = "None"
    case track = "Track"
    case playlist = "Playlist"
}

/// What the end of an item does.
public enum Progression: String, Hashable, Sendable, CaseIterable {
    case advance, pause, stop
}

/// What a command answers when it was taken.
public enum CommandReply: Hashable, Sendable {
    case done
    /// The ids of inserted items, in order.
    case items([ItemID])
    /// To be given back.
    case ticket(UInt32)
    /// Where playing goes on.
    case position(MediaTime)
}

/// Why a command was not taken; the direct caller turns it into its own protocol's error.
public enum CommandRefusal: Hashable, Error, Sendable {
    /// No such item or track: what was looked for.
    case notFound(String)
    /// There is nothing to be skipped: why.
    case noOffer(String)
    /// Nothing is proposed: why.
    case noProposal(String)
    /// Not now, or not with this item: why.
    case notPossible(String)
    case notSeekable(String)
    /// The queue is empty: what to do.
    case nothingToPlay(String)
    /// What plays has to be played as it comes: what is possible instead.
    case mustBeLinear(String)
    /// The argument makes no sense: why.
    case invalid(String)
}
