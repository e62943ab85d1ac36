internal import CGStreamer

/// How far a stream got, and whether what comes next is still of this world.
///
/// A damaged file may say that its next sample is due in years. A sink would wait until then, and whatever follows the item
/// with it; so what is astray is left out, and ends that are astray do not count.
struct StreamReach: Sendable {
    /// Nanoseconds that a stream may leave out wherever they are, and lie behind the item's length.
    private static let slack: Int64 = 10_000_000_000
    /// Nanoseconds that no item leaves out, whatever it says of its length.
    private static let longestGap: Int64 = 24 * 3_600_000_000_000

    /// Running time at which the stream begins, where nothing moved it there.
    private var origin: Int64?
    /// Running time of the end of the last data that went out.
    private(set) var end: Int64?

    /// The first segment since a flush.
    mutating func begin(with segment: StreamSegment, isMoved: Bool) {
        // What was moved begins where its owner wanted it.
        if origin == nil, end == nil, !isMoved { origin = segment.runningStart }
    }

    mutating func reach(_ running: Int64) { end = running }

    /// Whether data that begins there is to be left out.
    ///
    /// - Parameter length: the item's, in nanoseconds of media time.
    func isAstray(_ start: GstClockTime, in segment: StreamSegment, length: Int64?) -> Bool {
        guard start != .max, let last = end ?? origin else { return false }
        return Self.isAstray(start, after: last, in: segment, length: length)
    }

    /// How long data lasts that says `duration`, in nanoseconds: as long, unless that ends astray.
    ///
    /// - Parameter heard: how long it is by its samples, where it is sound.
    static func duration(
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
