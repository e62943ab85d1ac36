/// Whether anybody is still there: what was played unasked since somebody last did something.
struct StillWatching: Sendable {
    /// The last thing that somebody did, and where playback was then.
    struct SignOfLife: Sendable {
        var moment: MonotonicTime
        var item: ItemID?
        var position: MediaTime
    }

    var lastSign: SignOfLife?
    /// Automatic acceptances since then.
    var acceptances = 0
    /// Playback is paused and waits for a sign.
    var isAsking = false
    var armed: MonotonicTime?
}
