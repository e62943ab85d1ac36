internal import PlayerCore

/// What an item that fails does to the others.
extension PlaybackEngine {
    func failed(_ item: ItemPipeline, _ fault: PlaybackFault) {
        if item === next {
            if onAir === item { takeBack(item) }
            next = nil
            item.retire()
            tell(.failed(item.generation, fault))
            if let current, current.isDrained { currentDrained() }
        } else if item.hasRefusedSeek, item.allowsSeeking, let running {
            beginAgain(item, afterSeek: running.id)
        } else if !recoversFromSilence(item), !recoversFromChoice(item, fault) {
            cutCurrent()
            tell(.failed(item.generation, fault))
        }
    }

    /// A server that takes no ranges though it did not say so: the connection is gone with the refused seek, so the item
    /// plays from its start again, and is not sought any more.
    private func beginAgain(_ item: ItemPipeline, afterSeek id: SeekID) {
        if let onAir {
            output?.detach(onAir, flushing: true)
            if onAir === next { next?.reposition(to: next?.request.start ?? .zero) }
            self.onAir = nil
        }
        retireContinuation()
        running = nil
        timeline = nil
        standing = nil
        pendingJoin = nil
        handOverTimer = nil
        isDraining = false
        current = makeItem(item.generation, ItemRequest(uri: item.request.uri), attempt: 1)
        current?.allowsSeeking = false
        item.retire()
        log(.info, "\(item.request.uri): the server lets nobody seek; from the start again")
        tell(
            .seekFailed(item.generation, id, "The server lets nobody seek in this item; it plays from its start again.")
        )
        tell(.anchored(item.generation, .standing(at: .zero)))
    }
}
