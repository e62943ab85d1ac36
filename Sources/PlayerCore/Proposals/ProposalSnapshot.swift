/// The proposal of the current item as the outside may read it.
public struct ProposalSnapshot: Hashable, Sendable {
    public var state = ProposalMachine.State.none
    /// What is proposed; nil with ``ProposalMachine/State/none``.
    public var proposal: Proposal?
    /// The entry of the queue that accepting it plays; it may not be in the queue yet.
    public var item: QueueItem?
    /// Everything was heard, and a decision is waited for.
    public var isAtEnd = false
    /// Its picture, once it was presented and fetched: a `file:` URI.
    public var artworkURI: String?
    /// Where in the window the picture sits while it is presented, in the window's pixels; nil: no window.
    public var videoFrame: WindowRect?
    /// Media time left to the automatic acceptance at ``moment``; nil: there will be none.
    public var acceptsIn: MediaTime?
    /// When ``acceptsIn`` was true, and at which rate it shrinks; 0 while it stands.
    public var moment = MonotonicTime(nanoseconds: 0)
    public var rate = 0.0
    /// Playback waits for a sign that somebody is still there.
    public var isStillWatching = false

    public init() {}

    /// Media time left at `now`, never negative; nil: there will be no automatic acceptance.
    public func acceptsIn(at now: MonotonicTime) -> MediaTime? {
        guard let acceptsIn else { return nil }
        return max(.zero, acceptsIn - (now - moment) * rate)
    }
}
