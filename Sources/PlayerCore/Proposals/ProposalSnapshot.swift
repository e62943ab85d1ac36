/// The published proposal of the current item.
public struct ProposalSnapshot: Hashable, Sendable {
    public var state = ProposalMachine.State.none
    /// The proposal; nil with ``ProposalMachine/State/none``.
    public var proposal: Proposal?
    /// The entry of the queue that accepting it plays; it may not be in the queue yet.
    public var item: QueueItem?
    /// Whether the item was heard to its end and a decision is awaited.
    public var isAtEnd = false
    /// Whether it is presented behind the end of the item.
    public var isOver: Bool { state == .presented && isAtEnd }
    /// Its picture, once it was presented and fetched: a `file:` URI.
    public var artworkURI: String?
    /// A picture of a moment of the item, for one without a picture of its own: a `file:` URI.
    public var momentURI: String?
    /// The frame of the picture while it is presented, in the window's pixels; nil: no window.
    public var videoFrame: WindowRect?
    /// The media time left to the automatic acceptance at ``moment``; nil: there is none.
    public var acceptsIn: MediaTime?
    /// The time to which ``acceptsIn`` refers, and the rate at which it decreases; 0 while it is stopped.
    public var moment = MonotonicTime(nanoseconds: 0)
    public var rate = 0.0
    /// Whether playback waits for a sign of presence.
    public var isStillWatching = false

    public init() {}

    /// Returns the media time left at `now`, never negative; nil: there is no automatic acceptance.
    public func acceptsIn(at now: MonotonicTime) -> MediaTime? {
        guard let acceptsIn else { return nil }
        return max(.zero, acceptsIn - (now - moment) * rate)
    }
}
