/// The half-open range `[start, end)` of a media timeline.
public struct TimeRange: Hashable, Sendable {
    public let start: MediaTime
    public let end: MediaTime

    /// Nil if `end` is before `start`; an empty range (a marker) is allowed.
    public init?(start: MediaTime, end: MediaTime) {
        guard start <= end else { return nil }
        self.start = start
        self.end = end
    }

    public var duration: MediaTime { end - start }
    public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }
}
