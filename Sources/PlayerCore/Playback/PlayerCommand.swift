/// All commands of the player; the adapters translate their callers' requests into them.
///
/// Commands about playback and its queue are defined here; those of a feature in the feature's folder.
public enum PlayerCommand: Hashable, Sendable {
    case play
    case pause
    case playPause
    case stop
    /// Stops like ``stop``, but the item goes on where it was left when it is played again: the window was closed.
    case quit
    /// Goes to the next item or chapter, according to ``PlayerSettings/stepping``; refused if there is none.
    case next
    case previous
    /// Seeks relative to the position, or to the target of a running or remembered seek; past the end it goes to the
    /// next item, or stops.
    case seek(by: MediaTime)
    /// Ignored if the item is not the current one or the time is outside it; remembered until the item is loaded.
    case setPosition(ItemID, MediaTime)
    /// Appends the item to the queue, makes it current and plays it at once.
    case openURI(String)

    case setLoop(LoopMode)
    case setShuffle(Bool)
    /// 0 pauses; other rates are clamped to the supported ones.
    case setRate(Double)
    /// Linear, clamped to 0 … 1.5 (1 is unchanged).
    case setVolume(Double)
    /// Silences the sound and keeps the volume. A louder volume ends it.
    case setMuted(Bool)
    case setProgression(Progression)

    /// Replaces the queue; `start` is where the item at `index` starts. With `fromStart`, it does not go on where it was
    /// left.
    case replaceQueue([MediaDescription], play: Bool, start: MediaTime?, index: UInt32, fromStart: Bool = false)
    /// An `index` past the end appends.
    case insert([MediaDescription], at: UInt32)
    /// MPRIS AddTrack: after an item, nil: at the start; an unknown item appends.
    case addTrack(String, after: ItemID?, makeCurrent: Bool)
    case move(ItemID, to: UInt32)
    case remove([ItemID])
    case clear
    case goTo(ItemID)
    case setDescription(ItemID, MediaDescription)
    case arranging(Arranging)

    /// Replaces everything by the saved session of the last run; with the time since then, and whether an item that
    /// played then plays at once.
    case restore(StoredSession, absence: MediaTime, plays: Bool, fault: PlaybackFault? = nil)
    /// Plays an item where it was left, see ``Recollection``: the one in the queue if there is one, otherwise in the
    /// queue that it was played from, otherwise it is appended.
    case resume(String, Recollection, from: [MediaDescription] = [])

    /// Shows the frame that is so many frames later or earlier, while paused.
    case step(Int)
    /// Turns the picture of the current item by hand, to so many degrees clockwise.
    case rotate(Int)
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

    /// The configuration was reloaded.
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

/// The reply to an accepted command.
public enum CommandReply: Hashable, Sendable {
    case done
    /// The ids of inserted items, in order.
    case items([ItemID])
    /// A ticket that the caller returns later.
    case ticket(UInt32)
    /// Where playback resumes.
    case position(MediaTime)
}

/// Why a command was refused; the direct caller translates it into an error of its protocol.
public enum CommandRefusal: Hashable, Error, Sendable {
    /// No such item or track; which.
    case notFound(String)
    /// There is nothing to skip; why.
    case noOffer(String)
    /// Nothing is proposed; why.
    case noProposal(String)
    /// Not now, or not with this item; why.
    case notPossible(String)
    case notSeekable(String)
    /// The queue is empty; what to do.
    case nothingToPlay(String)
    /// Playback must be linear; what is possible instead.
    case mustBeLinear(String)
    /// The argument makes no sense; why.
    case invalid(String)
}
