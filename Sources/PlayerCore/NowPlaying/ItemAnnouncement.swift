/// When clients are told what the current item is: a change of item is one change, not one for each thing that becomes known.
///
/// It is told when its title and picture are known or after a moment, whichever is sooner. What comes later while the item is
/// being opened comes in one more. The snapshot has everything at once; only the signal waits.
struct ItemAnnouncement: Sendable {
    /// What is told.
    struct Content: Hashable, Sendable {
        var metadata: ItemMetadata
        var duration: MediaTime?
        /// Of the chapters.
        var revision: UInt64
    }

    /// What the player knows at a moment.
    struct Situation: Sendable {
        var item: QueueItem
        var content: Content
        /// Title, picture and length are known, from the item itself or from what is remembered of it.
        var isKnown: Bool
        /// Nothing more is expected: the item is open, or nobody opens it.
        var isSettled: Bool
        /// The position of the item is told with this change, which means nothing before the item.
        var tellsPosition: Bool
    }

    private var item: QueueItem?
    /// What clients know; nil before anything was told of ``item``.
    private var told: Content?
    /// Until when the signal waits at the latest.
    private(set) var until: MonotonicTime?

    var isHeld: Bool { until != nil }

    /// Another item is told after this at the latest.
    static let patience = MediaTime(nanoseconds: 150_000_000)
    /// What becomes known of it later waits so long for the rest.
    static let laterPatience = MediaTime(nanoseconds: 500_000_000)

    /// Decides whether the signal waits.
    mutating func follow(_ scene: Situation?, now: MonotonicTime) {
        guard let scene else {
            (item, told, until) = (nil, nil, nil)
            return
        }
        if scene.item.id != item?.id {
            told = nil
            // Whoever steps through the queue is never further behind than that.
            until = min(until ?? now + Self.patience, now + Self.patience)
        } else if scene.item != item {
            // Whoever describes it anew is told before the answer.
            until = nil
        } else if told != nil, scene.content != told, until == nil, !scene.isSettled {
            until = now + Self.laterPatience
        }
        item = scene.item
        let isReady = scene.isSettled || (told == nil && scene.isKnown) || scene.tellsPosition
        if let until, !isReady, now < until { return }
        until = nil
        told = scene.content
    }
}
