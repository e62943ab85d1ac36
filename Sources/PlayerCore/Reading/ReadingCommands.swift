extension PlayerCommand {
    /// Commands for reading ahead.
    public enum Reading: Hashable, Sendable {
        /// A client displayed these entries, so they are read ahead, too. This is not a sign of presence: status bars
        /// read by themselves.
        case lookAt([QueueItem])
    }
}
