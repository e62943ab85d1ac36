/// The state of the playback of an item at a time.
public struct TrackedProperties: Hashable, Sendable {
    /// The time of the state.
    public var moment: MonotonicTime
    /// The number of the playback in a row, from 1: it increases when the item repeats automatically.
    public var round: Int
    public var status: PlayerSnapshot.Status
    public var position: MediaTime
    public var rate: Double
    /// Whether playback is paused for lack of data or of a sound server, although it is wanted.
    public var isStalled: Bool
    /// Since the round began.
    public var total: PlaybackTotals
    /// The part of ``total`` since this tracker's previous properties.
    public var increment: PlaybackTotals
}

/// Totals of a playback; never negative.
public struct PlaybackTotals: Hashable, Sendable {
    /// Listening time in real time, whatever the rate.
    public var played = MediaTime.zero
    public var stalls = 0
    public var stalled = MediaTime.zero
    public var seeks = 0
    /// Pictures that were too late to be shown.
    public var droppedFrames: UInt64 = 0

    public init() {}

    /// Returns what was added since an earlier state; 0 where that was larger.
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

/// A measurement of the quality of a playback.
public struct MetricEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Heard or seen for the first time in this round.
        ///
        /// `waited` is the time from the request to play until then; 0 if the item joined the previous one.
        /// `preparation` is the time that the preparation took, whether it was waited for or not; nil if unknown.
        case startUp(waited: MediaTime, preparation: MediaTime?)
        /// Playback is paused for lack of data or of a sound server, although it is wanted.
        case stall
        /// Playback resumes after a stall, or is no longer wanted.
        case resume(after: MediaTime)
        case seek(from: MediaTime, to: MediaTime, took: MediaTime)
        case rate(from: Double, to: Double)
        case framesDropped(total: UInt64, increment: UInt64)
        case failure(PlaybackFault)
    }

    public var moment: MonotonicTime
    /// The position in the item.
    public var position: MediaTime
    public var kind: Kind
}
