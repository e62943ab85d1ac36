// Next and Previous.
extension Playback {
    /// MPRIS Next, in the queue.
    mutating func stepForward(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if interlude != nil { return skipInterlude(now: now) }
        guard queue.hasNeighbour(.forward) else {
            return .failure(.notPossible("This is the last item of the queue."))
        }
        goNext(now: now)
        return .success(.done)
    }

    /// Whether Next leads anywhere: MPRIS CanGoNext.
    func canStepForward(_ published: Published) -> Bool {
        if let interlude { return interlude.interstitial.canSkip }
        return published.rules.proposed.isPresented || published.takesOfferAsNext
            || (published.hasChapterAhead
                ? !isLinear : queue.hasNeighbour(.forward) || published.rules.proposed.followsQueue)
    }

    /// Whether Previous leads anywhere: to an item's beginning, or to another item: MPRIS CanGoPrevious.
    var canStepBackward: Bool { queue.current != nil && (!facts.isLive || queue.hasNeighbour(.backward)) }

    /// MPRIS Previous, in the item or the queue.
    mutating func stepBackward(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard canStepBackward else {
            return .failure(
                .notPossible("There is no previous item, and a live stream has no start."))
        }
        goPrevious(now: now)
        return .success(.done)
    }
}
