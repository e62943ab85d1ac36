internal import PlayerCore

/// Counters of an item, which are read only on request or at its end.
extension PlaybackEngine {
    /// Reports the number of dropped frames of the current item if it has increased.
    public func tellDroppedFrames() {
        guard let current, let total = air.droppedFrames() else { return }
        tell(.framesDropped(current.generation, total: total))
    }
}
