/// A known position that is extrapolated: reading the position needs no call into the engine.
public struct PositionAnchor: Hashable, Sendable {
    /// The position at ``moment``.
    public var position: MediaTime
    /// The time to which ``position`` refers.
    public var moment: MonotonicTime
    /// Media seconds per second: 0 while the position does not move (paused, buffering, seeking, stopped).
    public var rate: Double
    /// The extrapolated position does not pass this one; nil: no limit.
    public var limit: MediaTime?

    public init(position: MediaTime, moment: MonotonicTime, rate: Double) {
        self.position = position
        self.moment = moment
        self.rate = rate
    }

    /// A position that does not move.
    public static func standing(at position: MediaTime) -> PositionAnchor {
        PositionAnchor(position: position, moment: MonotonicTime(nanoseconds: 0), rate: 0)
    }

    /// Returns the position at `now`, within `[0, duration]` (without an upper bound if the duration is unknown).
    public func position(at now: MonotonicTime, duration: MediaTime?) -> MediaTime {
        var position = position
        if rate != 0 {
            position = position + (now - moment) * rate
        }
        return max(.zero, min(position, duration ?? position, limit ?? position))
    }
}
