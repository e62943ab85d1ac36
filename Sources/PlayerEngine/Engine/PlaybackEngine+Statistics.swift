internal import PlayerCore

/// Counters of an item, which are read only on request or at its end.
extension PlaybackEngine {
    /// Reports the number of dropped frames of the current item if it has increased.
    public func tellDroppedFrames() {
        guard let current, hasStarted, onAir != nil else { return }
        let now = droppedBySink
        // A sink that was opened again or flushed counts from 0.
        if now < dropped.before { dropped.before = 0 }
        let total = now - dropped.before
        guard total > dropped.told else { return }
        dropped.told = total
        tell(.framesDropped(current.generation, total: total))
    }

    /// Restarts the count for a new item.
    func beginCountingFrames() { dropped = (droppedBySink, 0) }

    private var droppedBySink: UInt64 { output?.chains[.video]?.droppedBuffers ?? 0 }
}
