extension PlayerCommand {
    /// What anybody may ask of trimming.
    public enum Trimming: Hashable, Sendable {
        /// The current item is to begin and end elsewhere, which is tried out until it is finished.
        case begin
        /// Nil unsets it: the item's beginning.
        case setInPoint(MediaTime?)
        /// Nil unsets it: the item's end.
        case setOutPoint(MediaTime?)
        /// Keeps what was set for this entry of the queue, or goes back to what was.
        case finish(keep: Bool)
        /// Whether the preview begins again at its end, instead of pausing at its beginning.
        case setLoops(Bool)
    }
}

extension PlayerNotice {
    /// What becomes of trimming.
    public enum Trimming: Hashable, Sendable {
        /// It is over, and what was set is kept or gone.
        case finished(kept: Bool)
    }
}
