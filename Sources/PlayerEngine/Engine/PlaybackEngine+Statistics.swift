internal import PlayerCore

/// What is counted while an item plays, and read only when somebody asks or it comes to an end.
extension PlaybackEngine {
    /// Tells how many frames of the current item were dropped, if there are new ones.
    public func tellDroppedFrames() {
        guard let current, hasStarted, onAir != nil else { return }
        let now = droppedBySink
        // A sink that was opened anew, or emptied, counts from 0.
        if now < dropped.before { dropped.before = 0 }
        let total = now - dropped.before
        guard total > dropped.told else { return }
        dropped.told = total
        tell(.framesDropped(current.generation, total: total))
    }

    /// Counts from here for a new item.
    func beginCountingFrames() { dropped = (droppedBySink, 0) }

    private var droppedBySink: UInt64 { output?.chains[.video]?.droppedBuffers ?? 0 }
}
