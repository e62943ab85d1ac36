/// What the player keeps of the sleep timer between two events.
struct SleepState: Sendable {
    var timer = SleepTimer()
    /// Of the chapter that plays, for ``SleepTimer/Kind/chapter``.
    var end: MediaTime?
    var armed: MonotonicTime?
}
