internal import Gst
internal import PlayerCore

/// Leaves out parts that are never played: the item ends where a cut begins, and continues after it in a second
/// pipeline that was prepared there and is joined like the next item.
extension PlaybackEngine {
    /// Sets the next cuts of an item.
    func setCuts(_ generation: Generation, _ cuts: [Cut]) {
        guard let item = [current, next].compactMap({ $0 }).first(where: { $0.generation == generation }),
            item.edits.cuts != cuts
        else { return }
        if item.edits.cuts.first == cuts.first {
            // Only later cuts have changed.
            item.edits.cuts = cuts
            if item === current { continuation?.edits.cuts = item.cutsBehind }
            return
        }
        let isMoved = item.edits.cut != nil && item.edits.cut?.start != cuts.first?.start
        let isMixed = item.hasStretched(past: cuts.first?.start)
        let isTooLate = isMoved && (item.isCut || item.edits.rate != 1) || isMixed
        // The clock runs on while what follows the cut is awaited. Nothing after the cut has been heard.
        let heardEnd = item === current && item.isCut ? item.edits.cut?.start : nil
        let position = currentPosition.map { min($0, heardEnd ?? $0) }
        let wasJoined = item === current && air.carries(continuation)
        if wasJoined, let continuation { takeBack(continuation) }
        guard item === current else {
            item.edits.cuts = cuts
            guard isMixed else { return }
            return air.carries(item) ? takeBack(item) : item.reposition(to: item.request.start)
        }
        replaceCuts(of: item, by: cuts)
        if isMixed, air.item == nil { return item.reposition(to: item.seeking.start) }
        // Data that was dropped after the old cut, or on the way to its end, is needed after all.
        if wasJoined || isTooLate, let position { refill(at: position) }
    }

    /// Replaces the cuts of the current item. The continuation is kept if it is still valid.
    func replaceCuts(of item: ItemPipeline, by cuts: [Cut]) {
        item.edits.cuts = cuts
        if let continuation,
            continuation.request.start != item.startBehind || continuation.edits.rate != item.edits.rate
        {
            retireContinuation()
        }
        continuation?.edits.cuts = item.cutsBehind
        prepareContinuation()
    }

    /// Sets the gain of an item in all its pipelines.
    func setGain(_ generation: Generation, _ gain: SoundGain) {
        for item in [current, next, continuation].compactMap({ $0 }) where item.generation == generation {
            item.edits.gain = gain
        }
    }

    func blank(_ generation: Generation, sound: [TimeRange], picture: [TimeRange]) {
        for item in [current, next, continuation].compactMap({ $0 }) where item.generation == generation {
            let blanks = [StreamKind.audio: sound, .video: picture].mapValues { ranges in
                ranges.map { $0.start.nanoseconds..<$0.end.nanoseconds }
            }
            let isMixed = (blanks[.audio] ?? []).contains { range in
                item.edits.blanks[.audio]?.contains(range) != true && isAhead(range, of: item)
                    && item.hasStretched(past: MediaTime(nanoseconds: range.lowerBound))
            }
            item.edits.blanks = blanks
            if isMixed { decodeAgain(item) }
        }
    }

    /// Whether a stretch of an item is not over yet.
    private func isAhead(_ range: Range<Int64>, of item: ItemPipeline) -> Bool {
        let position = air.carries(item) && item === current ? currentPosition : item.seeking.start
        return position.map { $0.nanoseconds < range.upperBound } ?? true
    }

    /// Decodes an item again whose sound was stretched before its silences were known.
    private func decodeAgain(_ item: ItemPipeline) {
        if item === current, air.carries(item) { return refill() }
        guard air.carries(item) else { return item.reposition(to: item.seeking.start) }
        let position = currentPosition
        takeBack(item)
        // Without the end that the current item had for what follows.
        if item === continuation, let position { refill(at: position) }
    }

    /// Opens the current item a second time, at the end of its cut, or shortly before its next part.
    func prepareContinuation() {
        guard let current, continuation == nil, !current.isLive else { return }
        guard let start = current.edits.cut?.end else { return prepareNextPart(of: current) }
        guard current.seeking.isAllowed,
            let item = makeContinuation(of: current, at: start)
        else { return tell(.cutFailed(current.generation)) }
        continuation = item
        item.open(patience: patience(item))
    }

    private func makeContinuation(of item: ItemPipeline, at start: MediaTime, attempt: Int = 0) -> ItemPipeline? {
        let made = makeAgain(item, at: start, attempt: attempt)
        made?.edits.cuts = item.cutsBehind
        return made
    }

    /// Prepares the continuation again after a change of tracks, since data of the old tracks is useless.
    func prepareContinuationAgain() {
        guard continuation != nil, !air.carries(continuation) else { return }
        retireContinuation()
        prepareContinuation()
    }

    func retireContinuation() {
        guard let old = continuation else { return }
        if air.carries(old) {
            output?.detach(old, flushing: true)
            air.leave()
        }
        continuation = nil
        old.retire()
    }

    func handleContinuation(_ item: ItemPipeline, _ event: ItemPipeline.Event) {
        switch event {
        case .ready:
            guard !item.opening.hasMissedStart else { return continuationFailed("the source cannot be opened twice") }
            if let current, current.isDrained { currentDrained() }
        case .failed(let fault): continuationFailed(fault.message)
        case .stuck, .empty:
            guard !item.isNetwork, item.attempts.number < 2, let current,
                let fresh = makeContinuation(of: current, at: item.request.start, attempt: item.attempts.number + 1)
            else { return continuationFailed("it cannot be opened a second time") }
            retireContinuation()
            continuation = fresh
            fresh.open(patience: patience(fresh))
        case .hung:
            if air.carries(item) { outputHung() } else { continuationFailed("its disk does not respond") }
        case .tagsPassed(let ahead): tagsPassed(ahead)
        case .frameDropped: air.dropFrame()
        case .growthChanged, .durationChanged:
            if item.supply.growth != nil || item.lengths.outlasted != nil {
                tell(.durationChanged(item.generation, item.duration))
            }
        case .passed, .drained, .buffering, .tagsChanged, .tracksChanged, .subtitlesRead,
            .partLoaded, .aspectChanged, .edgeMoved:
            break
        }
    }

    private func continuationFailed(_ reason: String) {
        guard let current else { return retireContinuation() }
        if let growth = current.supply.growth, !current.isCut {
            if let continuation, air.carries(continuation) { takeBack(continuation) }
            retireContinuation()
            log(.info, "\(current.uri): what was written since it was opened cannot be played: \(reason)")
            growth.giveUp()
            return lookAtEnd()
        }
        if current.edits.cut == nil, let failed = continuation, failed.edits.place != nil {
            return leaveOutPart(failed, reason)
        }
        log(.info, "\(current.uri): playback seeks past cuts: \(reason)")
        if let continuation, air.carries(continuation) { takeBack(continuation) }
        retireContinuation()
        tell(.cutFailed(current.generation))
    }
}
