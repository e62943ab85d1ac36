extension PlayerCommand {
    /// What anybody may ask of reading ahead.
    public enum Reading: Hashable, Sendable {
        /// A client looked at these entries: they are read ahead, too. No sign of life: bars look by themselves.
        case lookAt([QueueItem])
    }
}
