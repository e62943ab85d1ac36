extension PlayerCommand {
    /// Commands for the order of the queue, and for the queue before it.
    public enum Arranging: Hashable, Sendable {
        /// Brings the items into this order; those that are not named follow.
        case sort([ItemID])
        /// Brings the items into a random order, once, that begins with the current one.
        case mix
        /// Brings the replaced queue back, where it was left.
        case bringBack
        /// The last run left a replaced queue, so long ago.
        case recall(FormerQueue, age: MediaTime)
    }
}
