internal import Gst
internal import PlayerCore

/// Items whose file is still being written: their length grows, and playback waits where nothing is written yet.
extension PlaybackEngine {
    /// How far ahead the end of what is written must be before playback goes on: recorders write in pieces.
    private static let cushion = MediaTime(nanoseconds: 3_000_000_000)
    /// With less data than this, playback waits before it runs dry.
    private static let reserve = MediaTime(nanoseconds: 500_000_000)

    /// The same where the data has ended already, and cannot run dry unnoticed.
    private static let shortReserve = MediaTime(nanoseconds: 100_000_000)

    /// Less data than this is none.
    private static let least = MediaTime(nanoseconds: 20_000_000)

    func growthChanged(_ item: ItemPipeline) {
        tell(.growingChanged(item.generation, item.isGrowing))
        tell(.durationChanged(item.generation, item.duration))
        tell(.seekableChanged(item.generation, item.isSeekable))
        settleEdge(item)
    }

    /// Holds playback at the end of what is written, and lets it go on when enough is.
    func settleEdge(_ item: ItemPipeline) {
        guard item === current, air.carries(item), !seeks.isRunning, let position = currentPosition else { return }
        if item.isDrained { currentDrained() }
        guard air.carries(item) else { return }
        if item.bufferingPercent >= 100 {
            // The other pipeline needs no more time than that, if there is one.
            let reserve = item.isDrained ? Self.shortReserve : Self.reserve
            guard item.isGrowing, item.growth?.read?.isWaiting == true || item.isDrained,
                let loaded = item.bufferedPosition, loaded - position < reserve * item.rate
            else { return }
            item.bufferingPercent = 0
        } else {
            let isEnough = (item.duration ?? position) - position >= Self.cushion * item.rate
            guard !item.isGrowing || isEnough && !item.isDrained else { return }
            item.bufferingPercent = 100
        }
        tellBuffering()
    }

    /// Opens a recording again that held no sample yet.
    func openEmptyAgain(_ item: ItemPipeline) {
        guard item === current || item === next, let fresh = makeAgain(item, item.request, attempt: item.attempt) else {
            return failed(item, item.stuckFault)
        }
        (fresh.emptySince, fresh.keptFormat) = (item.emptySince, item.keptFormat)
        if item === next { next = fresh } else { current = fresh }
        item.retire()
        fresh.open(patience: patience(fresh))
    }

    /// Handles the end of an item's data. Returns whether more of it is written, or will be: another pipeline plays on from
    /// there, which joins like what follows a cut.
    func growsOn(_ item: ItemPipeline) -> Bool {
        guard let growth = item.growth, !item.isCut, item.allowsSeeking else { return false }
        // A demuxer may find nothing behind the target of a seek.
        let end = item.branches.values.compactMap(\.tap.observation.endMediaTime).max()
        let start = max(end.map { MediaTime(nanoseconds: $0) } ?? item.startOfNext, item.startOfNext)
        if let continuation, continuation.phase == .ready {
            // Before the clock goes on: the continuation joins where it stands.
            handOver(from: item, to: continuation)
            item.bufferingPercent = 100
            tellBuffering()
            return true
        }
        guard continuation == nil, !growth.isUndecided else { return true }
        let rest = (growth.length ?? start) - start
        // A file that is complete since it was opened was read whole, whatever its header says.
        guard growth.isGrowing || rest >= Self.reserve && growth.isLonger else { return false }
        guard rest >= Self.cushion || !growth.isGrowing else { return true }
        // Where the last opening found nothing, another one finds something only if more was written.
        let wasRead = start > item.startOfNext + Self.least
        guard wasRead || growth.isLonger else { return growth.isGrowing }
        guard let made = makeAgain(item, at: start, attempt: item.attempt) else { return false }
        made.cuts = item.cuts
        continuation = made
        made.open(patience: patience(made))
        return true
    }
}
