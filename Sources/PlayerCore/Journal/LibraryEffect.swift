/// What the journal shall remember or look up; carried out in order, without waiting.
public enum LibraryEffect: Hashable, Sendable {
    /// The session as it is now; whoever writes it adds the time where it is 0.
    case save(StoredSession)
    /// How far an item was played.
    case record(PlaybackRecord)
    /// Where an item was left; answered by ``LibraryAnswer/recalled(_:_:)``, and until then (half a second at most) the item
    /// is not heard.
    case recall(Generation, uri: String, name: LastingName?)
    /// What was chosen for a series; answered by ``LibraryAnswer/choiceRecalled(_:_:)``, waited for like a recollection.
    case recallChoice(Generation, series: String)
    /// What was chosen for a series now.
    case choose(SeriesChoice, series: String)
}

/// What the journal found out.
public enum LibraryAnswer: Hashable, Sendable {
    /// What lies where the restored item was is another file.
    case restoredItemReplaced(ItemID)
    /// Where it was left; nil where it begins anew.
    case recalled(Generation, Recollection?)
    /// What was chosen for its series; nil where nothing was.
    case choiceRecalled(Generation, SeriesChoice?)
}

/// What is remembered of an item that is about to be played.
public struct Recollection: Hashable, Sendable {
    public var resume: ResumePoint
    /// How long ago that was; never negative.
    public var absence: MediaTime

    public init(resume: ResumePoint, absence: MediaTime) {
        self.resume = resume
        self.absence = absence
    }
}
