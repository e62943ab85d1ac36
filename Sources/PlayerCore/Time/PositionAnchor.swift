/// Where an item is, known once and extrapolated for ever: a property read needs no call into the engine.
public struct PositionAnchor: Hashable, Sendable {
    /// The position at ``moment``.
    public var position: MediaTime
    /// When ``position`` was true.
    public var moment: MonotonicTime
    /// Media seconds a second: 0 while the position stands (paused, buffering, seeking, stopped).
    public var rate: Double
    /// It comes no further by itself; nil: no bound.
    public var limit: MediaTime?

    public init(position: MediaTime, moment: MonotonicTime, rate: Double) {
        self.position = position
        self.moment = moment
        self.rate = rate
    }

    /// A position that stands.
    public static func standing(at position: MediaTime) -> PositionAnchor {
        PositionAnchor(position: position, moment: MonotonicTime(nanoseconds: 0), rate: 0)
    }

    /// The position at `now`, within `[0, duration]` (no upper bound when the duration is unknown).
    public func position(at now: MonotonicTime, duration: MediaTime?) -> MediaTime {
        var position = position
        if rate != 0 {
            position = position + (now - moment) * rate
        }
        return max(.zero, min(position, duration ?? position, limit ?? position))
    }
}
