internal import PlayerCore

/// The mapping from the time of an item to the output's running time.
struct Timeline: Hashable, Sendable {
    /// The running time of ``mediaTime``, in nanoseconds.
    var runningTime: Int64
    var mediaTime: MediaTime
    var rate: Double

    /// The media time at a running time.
    func mediaTime(at running: Int64) -> MediaTime {
        mediaTime + (MediaTime(nanoseconds: running) - MediaTime(nanoseconds: runningTime)) * rate
    }

    /// The position as the core counts it on.
    ///
    /// - Parameter baseTime: the clock time of running time 0; nil while the output is paused.
    func anchor(from baseTime: MonotonicTime?) -> PositionAnchor {
        guard let baseTime else { return .standing(at: mediaTime) }
        return PositionAnchor(
            position: mediaTime, moment: baseTime + MediaTime(nanoseconds: runningTime), rate: rate)
    }
}
