/// An effect on the journal; carried out in order, without waiting.
public enum LibraryEffect: Hashable, Sendable {
    /// Save the session as it is now. The journal sets the time if it is 0.
    case save(StoredSession)
    /// Record how far an item was played.
    case record(PlaybackRecord)
    /// Look up where an item was left. The reply is ``LibraryAnswer/recalled(_:_:)``; the item is not heard until
    /// then, for at most half a second.
    case recall(Generation, uri: String, name: LastingName?)
    /// Look up only what was chosen for an item, which begins elsewhere than where it was left. The reply is
    /// ``LibraryAnswer/recalled(_:_:)`` with nil and what may come with it, and the wait is the same.
    case recallSettings(Generation, uri: String, name: LastingName?)
    /// Look up what was chosen for a series. The reply is ``LibraryAnswer/choiceRecalled(_:_:)``, and the wait is the
    /// same.
    case recallChoice(Generation, series: String)
    /// Look up with which item of the queue it goes on. The reply is ``LibraryAnswer/queueRecalled(_:_:)``, and the wait
    /// is the same.
    case recallQueue(Generation, [QueueItem])
    /// Keep a replaced queue, with the time, instead of the one before.
    case keepQueue(FormerQueue)
    /// The replaced queue cannot be brought back any more.
    case dropQueue
    /// Record what was chosen for a series.
    case choose(SeriesChoice, series: String)
}

/// A reply of the journal.
public enum LibraryAnswer: Hashable, Sendable {
    /// The file at the restored item's address is another one now.
    case restoredItemReplaced(ItemID)
    /// Where the item was left; nil if it begins at its beginning, or where it was asked to.
    case recalled(Generation, Recollection?)
    /// The tracks that were chosen for an item. It comes before ``recalled(_:_:)``: the item is opened with them.
    case tracksRecalled(Generation, ItemTracks)
    /// The style of subtitles that was chosen for an item. It may follow ``recalled(_:_:)``.
    case subtitlesRecalled(Generation, SubtitleStyle)
    /// The delay of the sound that was chosen for an item, see ``AudioDelay``. It may follow ``recalled(_:_:)``.
    case audioDelayRecalled(Generation, MediaTime)
    /// With which item the queue goes on; nil: it begins at its beginning.
    case queueRecalled(Generation, Continuation?)
    /// What was chosen for the item's series; nil: nothing.
    case choiceRecalled(Generation, SeriesChoice?)
}

/// What is remembered of an item that is about to be played.
public struct Recollection: Hashable, Sendable {
    public var resume: ResumePoint
    /// The time since then; never negative.
    public var absence: MediaTime

    public init(resume: ResumePoint, absence: MediaTime) {
        self.resume = resume
        self.absence = absence
    }
}
