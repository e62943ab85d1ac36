extension PlayerCommand {
    /// Commands for the sleep timer.
    public enum SleepTimer: Hashable, Sendable {
        /// Sets the timer; the time applies only to ``PlayerCore/SleepTimer/Kind/duration``.
        case set(PlayerCore.SleepTimer.Kind, MediaTime)
    }
}
