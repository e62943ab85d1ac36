extension PlayerCommand {
    /// Commands for trimming.
    public enum Trimming: Hashable, Sendable {
        /// Starts trimming the current item. The points are tried out until trimming is finished.
        case begin
        /// Nil removes it: the item's beginning.
        case setInPoint(MediaTime?)
        /// Nil removes it: the item's end.
        case setOutPoint(MediaTime?)
        /// Keeps the points for this entry of the queue, or restores the previous ones.
        case finish(keep: Bool)
        /// Whether the preview plays again at its end instead of pausing at its beginning.
        case setLoops(Bool)
    }
}

extension PlayerNotice {
    /// Notices about trimming.
    public enum Trimming: Hashable, Sendable {
        /// Trimming ended; its points were kept or discarded.
        case finished(kept: Bool)
    }
}
