/// Decides when the current item is announced to clients, so that a change of item is one change and not one for each
/// detail that becomes known.
///
/// The item is announced when its title and picture are known or after a delay, whichever is sooner. Later details
/// while the item is being opened are announced together. The snapshot has everything at once; only the signal waits.
struct ItemAnnouncement: Sendable {
    /// The announced content.
    struct Content: Hashable, Sendable {
        var metadata: ItemMetadata
        var duration: MediaTime?
        /// The revision of the chapters.
        var revision: UInt64
    }

    /// What the player knows at a time.
    struct Situation: Sendable {
        var item: QueueItem
        var content: Content
        /// Title, picture and length are known, from the item itself or from memory.
        var isKnown: Bool
        /// Nothing more is expected: the item is open, or it is not being opened.
        var isSettled: Bool
        /// The position of the item is announced with this change, which is meaningless before the item.
        var tellsPosition: Bool
    }

    private var item: QueueItem?
    /// What was announced; nil before anything of ``item`` was announced.
    private var lastSent: Content?
    /// When the signal is sent at the latest.
    private(set) var until: MonotonicTime?

    var isHeld: Bool { until != nil }

    /// The longest delay for another item.
    static let patience = MediaTime(nanoseconds: 150_000_000)
    /// How long later details wait for the rest.
    static let laterPatience = MediaTime(nanoseconds: 500_000_000)

    /// Decides whether the signal waits.
    mutating func follow(_ scene: Situation?, now: MonotonicTime) {
        guard let scene else {
            (item, lastSent, until) = (nil, nil, nil)
            return
        }
        if scene.item.id != item?.id {
            lastSent = nil
            // A client that steps through the queue is never further behind than that.
            until = min(until ?? now + Self.patience, now + Self.patience)
        } else if scene.item != item {
            // A client that changes the description sees the change before its reply.
            until = nil
        } else if lastSent != nil, scene.content != lastSent, until == nil, !scene.isSettled {
            until = now + Self.laterPatience
        }
        item = scene.item
        let isReady = scene.isSettled || (lastSent == nil && scene.isKnown) || scene.tellsPosition
        if let until, !isReady, now < until { return }
        until = nil
        lastSent = scene.content
    }
}
