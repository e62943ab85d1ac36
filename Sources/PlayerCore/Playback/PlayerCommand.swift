/// Everything that anybody may ask of the player; the adapters turn their callers' words into these.
///
/// What playback and its queue do stands here; what a feature does, in the feature's folder.
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

    /// What was written down of the last run, in place of everything; how long ago, and whether what played then plays on
    /// at once.
    case restore(StoredSession, absence: MediaTime, plays: Bool)
    /// Plays an item where it was left, see ``Recollection``: the one that is in the queue already, else appended.
    case resume(String, Recollection)

    case tracks(Tracks)
    case loudness(Loudness)
    case devices(Devices)
    case chapters(Chapters)
    case segments(Segments)
    case live(Live)
    case actions(Actions)
    case proposals(Proposals)
    case trimming(Trimming)
    case sleepTimer(SleepTimer)
    case window(Window)
    case reading(Reading)
    case exports(Exports)

    /// The configuration was read again.
    case configure(PlayerSettings)

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
