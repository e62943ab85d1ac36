internal import Gst
internal import PlayerCore

/// Items whose file is still being written: their length grows, and playback waits where nothing is written yet.
extension PlaybackEngine {
    func growthChanged(_ item: ItemPipeline) {
        tell(.growingChanged(item.generation, item.isGrowing))
        tell(.durationChanged(item.generation, item.duration))
        tell(.seekableChanged(item.generation, item.isSeekable))
        settleEdge(item)
    }

    /// Holds playback at the end of what is written, and lets it go on when enough is.
    func settleEdge(_ item: ItemPipeline) {
        guard item === current, air.carries(item), !seeks.isRunning, let position = currentPosition else { return }
        keepLength(of: item, aheadOf: position)
        if item.isDrained {
            item.supply.growth?.hurry()
            currentDrained()
        }
        guard air.carries(item) else { return }
        let edge = WrittenEdge(
            isGrowing: item.isGrowing, isReaderWaiting: item.supply.growth?.read?.isWaiting == true,
            isDrained: item.isDrained,
            position: position, loaded: item.bufferedPosition, length: item.duration, rate: item.edits.rate)
        let isHeld = item.supply.percent < 100
        guard isHeld ? edge.isFar : edge.isDry else { return }
        item.supply.percent = isHeld ? 100 : 0
        tellBuffering()
    }

    /// How far ahead of the position the length is, at least: the item is looked at five times a second.
    private static let lengthLead = MediaTime(nanoseconds: 500_000_000)

    private func keepLength(of item: ItemPipeline, aheadOf position: MediaTime) {
        guard let growth = item.supply.growth,
            growth.reach(position + Self.lengthLead * item.edits.rate, loaded: item.bufferedPosition)
        else { return }
        item.updateLength()
        tell(.durationChanged(item.generation, item.duration))
    }

    /// Opens a recording again that held no sample yet.
    func openEmptyAgain(_ item: ItemPipeline) {
        guard item === current || item === next,
            let fresh = makeAgain(item, item.request, attempt: item.attempts.number)
        else {
            return failed(item, item.stuckFault)
        }
        (fresh.supply.emptySince, fresh.edits.keptFormat) = (item.supply.emptySince, item.edits.keptFormat)
        if item === next { next = fresh } else { current = fresh }
        item.retire()
        fresh.open(patience: patience(fresh))
    }

    /// What is known of a recording at the end of its data; nil for other items, and at a cut.
    func growth(of item: ItemPipeline) -> HandOver.Growth? {
        guard let growth = item.supply.growth, !item.isCut, item.seeking.isAllowed else { return nil }
        // A demuxer may find nothing behind the target of a seek.
        let end = item.branches.values.compactMap(\.tap.observation.endMediaTime).max()
        return HandOver.Growth(
            end: max(end.map { MediaTime(nanoseconds: $0) } ?? item.seeking.start, item.seeking.start),
            start: item.seeking.start, length: growth.length, isGrowing: growth.isGrowing, isLonger: growth.isLonger,
            isUndecided: growth.isUndecided)
    }

    /// Another pipeline plays an item on: a recording from where its data ends, or its next part. It joins like what follows a cut.
    func openContinuation(of item: ItemPipeline, at start: MediaTime) {
        guard let made = makeAgain(item, at: start, attempt: item.attempts.number) else { return endsHere(item) }
        made.edits.cuts = item.cutsBehind
        continuation = made
        made.open(patience: patience(made))
    }

    func joinContinuation(to item: ItemPipeline) {
        guard let continuation else { return }
        let growsOn = item.supply.growth != nil && !item.isCut
        // Before the clock goes on: the continuation joins where it stands.
        join(continuation, to: item)
        guard growsOn else { return }
        // More is written than when the pipeline before it looked.
        tell(.durationChanged(continuation.generation, continuation.duration))
        item.supply.percent = 100
        tellBuffering()
    }
}
