/// Whether a list or a folder that is played from its beginning goes on where it was left.
public enum Continuing: String, Hashable, Sendable, CaseIterable {
    /// It plays from its beginning and offers to go on.
    case ask
    /// Books, podcasts and series go on.
    case always
    case never
}

/// Where a list or a folder goes on.
public struct Continuation: Hashable, Sendable {
    public var item: ItemID
    /// Where the item was left; nil: it begins at its beginning.
    public var recollection: Recollection?

    public init(item: ItemID, recollection: Recollection?) {
        self.item = item
        self.recollection = recollection
    }

    /// Longer queues are no books and no seasons.
    public static let mostItems = 2_000

    /// Returns the item with which a queue goes on, and its entry of the history if it was left in the middle; nil: the
    /// queue begins at its beginning.
    ///
    /// That is the item that was left in the middle last: spoken word, or an episode. Without one it is the episode that
    /// had only begun, or the one after the last that was finished; after a finished part of a book on this machine it
    /// is always the next part. Music always begins at its beginning.
    ///
    /// - Parameter items: the queue, each item with its entry of the history, if it was played.
    public static func place(
        in items: [(item: QueueItem, entry: HistoryEntry?)]
    ) -> (item: QueueItem, entry: HistoryEntry?)? {
        func time(_ index: Int) -> Double { items[index].entry?.lastPlayed ?? -.infinity }
        let played = items.indices.filter { items[$0].entry != nil }
        if let newest = played.max(by: { time($0) < time($1) }), let entry = items[newest].entry, entry.resume == nil,
            entry.kind == .speech, FileURI.escapedPath(of: items[newest].item.description.uri) != nil
        {
            // A part that is too short to be resumed begins again.
            let next = entry.wasFinished ? newest + 1 : newest
            if next > 0, items.indices.contains(next), items[next].entry?.isPlayed != true || !entry.wasFinished {
                return (items[next].item, nil)
            }
        }
        let left = played.filter { items[$0].entry?.goesOnInQueue == true }
        return left.max { time($0) < time($1) }.map { items[$0] } ?? following(in: items)
    }

    /// Where nothing was left in the middle: the episode that had only begun, or the one after the last finished one. The
    /// newest episode of a podcast is its first entry: there it is the first that was not played.
    private static func following(
        in items: [(item: QueueItem, entry: HistoryEntry?)]
    ) -> (item: QueueItem, entry: HistoryEntry?)? {
        let played = items.indices.filter { items[$0].entry != nil }
        let newest = played.max { (items[$0].entry?.lastPlayed ?? 0) < (items[$1].entry?.lastPlayed ?? 0) }
        guard let newest, let entry = items[newest].entry, entry.isOfSeries else { return nil }
        let next: Int?
        if !entry.wasFinished {
            next = newest
        } else if FileURI.escapedPath(of: items[newest].item.description.uri) != nil {
            next = newest + 1
        } else {
            next = items.indices.first { items[$0].entry?.isPlayed != true }
        }
        guard let next, next > 0, items.indices.contains(next) else { return nil }
        return (items[next].item, nil)
    }
}

extension HistoryEntry {
    /// Whether it was left in the middle and belongs to a book, a podcast or a series.
    fileprivate var goesOnInQueue: Bool {
        guard let resume else { return false }
        return resume.isSpeech || isOfSeries
    }

    /// Whether it was played to its end the last time. One that was left in its first half has been begun again since.
    fileprivate var wasFinished: Bool {
        guard isPlayed, let duration else { return isPlayed }
        return position.seconds >= duration.seconds / 2
    }

    fileprivate var isOfSeries: Bool { kind == .speech || season != nil || episode != nil }
}

/// An offer to go on where the queue was left, while it plays from its beginning.
struct ContinuationOffer: Hashable, Sendable {
    /// The item that plays from its beginning.
    var playing: ItemID
    var continuation: Continuation

    /// The id of the action.
    static let action = "mediad.continue"
    /// How long it is offered, in the item.
    static let lasts = MediaTime(nanoseconds: 60_000_000_000)
}
