/// How the playing of an item stands at a moment.
public struct TrackedProperties: Hashable, Sendable {
    /// When this was so.
    public var moment: MonotonicTime
    /// The how-many-th time in a row the item plays, from 1: counted on where it repeats by itself.
    public var round: Int
    public var status: PlayerSnapshot.Status
    public var position: MediaTime
    public var rate: Double
    /// Whether it stands for want of data or of a sound server, though it should play.
    public var isStalled: Bool
    /// Since the round began.
    public var total: PlaybackTotals
    /// Of ``total``, what is new since this tracker's last properties.
    public var increment: PlaybackTotals
}

/// What adds up while something plays; never negative.
public struct PlaybackTotals: Hashable, Sendable {
    /// Listening time, whatever the rate: what the clock on the wall says.
    public var played = MediaTime.zero
    public var stalls = 0
    public var stalled = MediaTime.zero
    public var seeks = 0
    /// Pictures that came too late to be shown.
    public var droppedFrames: UInt64 = 0

    public init() {}

    /// What was added since an earlier state; 0 where that was larger.
    public func since(_ earlier: PlaybackTotals) -> PlaybackTotals {
        var difference = PlaybackTotals()
        difference.played = max(.zero, played - earlier.played)
        difference.stalls = max(0, stalls - earlier.stalls)
        difference.stalled = max(.zero, stalled - earlier.stalled)
        difference.seeks = max(0, seeks - earlier.seeks)
        difference.droppedFrames = droppedFrames - min(droppedFrames, earlier.droppedFrames)
        return difference
    }
}

/// Something that tells how well an item plays.
public struct MetricEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Heard or seen for the first time in this round.
        ///
        /// `waited` is the time that somebody waited for it: from wanting it to play, 0 where it joined the item before
        /// it. `preparation` is the time that making it ready took, whether anybody waited or not; nil when unknown.
        case startUp(waited: MediaTime, preparation: MediaTime?)
        /// It stands for want of data or of a sound server, though it should play.
        case stall
        /// It goes on after a stall, or nobody wants it to any more.
        case resume(after: MediaTime)
        case seek(from: MediaTime, to: MediaTime, took: MediaTime)
        case rate(from: Double, to: Double)
        case framesDropped(total: UInt64, increment: UInt64)
        case failure(PlaybackFault)
    }

    public var moment: MonotonicTime
    /// Where the item was.
    public var position: MediaTime
    public var kind: Kind
}
