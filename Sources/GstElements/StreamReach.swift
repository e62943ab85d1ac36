package import CGStreamer

/// Records how far a stream has played, and detects implausible times.
///
/// A damaged file may contain a time that is years in the future. A sink would wait until then, and so would the
/// following items. Therefore data with implausible times is dropped, and implausible ends are ignored.
package struct StreamReach: Sendable {
    /// The gap that is accepted anywhere in a stream, and also beyond the item's length, in nanoseconds.
    private static let slack: Int64 = 10_000_000_000
    /// The maximum gap, regardless of the item's length, in nanoseconds.
    private static let longestGap: Int64 = 24 * 3_600_000_000_000

    /// The running time at the start of the stream, unless it was moved.
    private var origin: Int64?
    /// The running time of the end of the last data that passed.
    package private(set) var end: Int64?

    package init() {}

    /// Handles the first segment since a flush.
    package mutating func begin(with segment: StreamSegment, isMoved: Bool) {
        // A moved stream begins where its owner placed it.
        if origin == nil, end == nil, !isMoved { origin = segment.runningStart }
    }

    package mutating func reach(_ running: Int64) { end = running }

    /// Whether data that begins at this time must be dropped.
    ///
    /// - Parameter length: the item's length in nanoseconds of media time.
    package func isAstray(_ start: GstClockTime, in segment: StreamSegment, length: Int64?) -> Bool {
        guard start != .max, let last = end ?? origin else { return false }
        return Self.isAstray(start, after: last, in: segment, length: length)
    }

    /// The duration of data in nanoseconds: `duration`, unless the end is implausible.
    ///
    /// - Parameter heard: the duration according to the number of samples, for audio.
    package static func duration(
        _ duration: GstClockTime, from start: GstClockTime, in segment: StreamSegment, length: Int64?,
        heard: GstClockTime?
    ) -> GstClockTime {
        guard start != .max, duration != .max, let begin = segment.runningTime(start),
            isAstray(min(start.plus(duration), .max - 1), after: begin, in: segment, length: length)
        else { return duration }
        return heard ?? 0
    }

    private static func isAstray(
        _ time: GstClockTime, after last: Int64, in segment: StreamSegment, length: Int64?
    ) -> Bool {
        guard let running = segment.runningTime(time) else { return false }
        let step = running.minus(last)
        if step > longestGap { return true }
        guard step > slack, let length, let media = segment.mediaTime(time) else { return false }
        return media > length.plus(slack)
    }
}
