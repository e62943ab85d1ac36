extension PlayerCommand {
    /// What anybody may ask of the sleep timer.
    public enum SleepTimer: Hashable, Sendable {
        /// Pauses by itself; the time only counts with ``PlayerCore/SleepTimer/Kind/duration``.
        case set(PlayerCore.SleepTimer.Kind, MediaTime)
    }
}
