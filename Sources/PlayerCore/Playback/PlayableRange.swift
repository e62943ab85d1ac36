/// The part of an item that is played: what lies between its points and is not blocked.
struct PlayableRange: Hashable, Sendable {
    /// The inputs of the range.
    struct Source: Hashable, Sendable {
        /// The points as given, plausible or not.
        var points = TrimPoints()
        var duration: MediaTime?
        var blocked: [TimeRange] = []
    }

    let source: Source
    /// The plausible points.
    let points: TrimPoints
    /// A sentence about points that are ignored.
    let doubt: String?
    /// Includes everything outside ``points``.
    let blocked: BlockedRanges

    init(_ source: Source = Source()) {
        self.source = source
        (points, doubt) = source.points.believed(duration: source.duration)
        let ranges = source.blocked + points.ranges(duration: source.duration)
        // An out point is an end even if the duration is unknown.
        let end = source.duration ?? points.outPoint.map { _ in MediaTime(nanoseconds: .max) }
        blocked = BlockedRanges(ranges, duration: end)
    }

    /// The end for a listener; nil if unknown.
    var end: MediaTime? { blocked.playableEnd ?? source.duration }

    /// The beginning for a listener.
    var start: MediaTime { blocked.blocksAll ? .zero : blocked.landing(for: .zero) }

    /// Returns the range with other points.
    func between(_ points: TrimPoints) -> PlayableRange {
        var source = source
        source.points = points
        return PlayableRange(source)
    }
}

extension Playback {
    /// Derives the playable range of the current item again if its inputs changed.
    mutating func refreshRange() {
        var source = PlayableRange.Source(duration: facts.end)
        if let item = current {
            if !facts.isLive { source.points = points(of: item, findings: facts.findings) }
            if rules.segments.item == item.id { source.blocked = rules.segments.blocked }
        }
        if source != range.source { parts.range = PlayableRange(source) }
        refreshUntilBreak()
    }

    /// Returns the points of an item: those that are being tried out, else the given ones.
    func points(of item: QueueItem, findings: ItemFindings?) -> TrimPoints {
        if let preview = rules.preview, preview.item == item.id, preview.uri == item.description.uri {
            return preview.points
        }
        if let limit = playoutLimit(of: item.id) { return TrimPoints(inPoint: nil, outPoint: limit) }
        return TrimPoints(description: item.description.details?.fields, sidecar: findings?.sidecar)
    }

    /// The end of the current item for a listener; nil if unknown.
    var playableEnd: MediaTime? { range.end }

    /// The beginning of the current item for a listener.
    var playableStart: MediaTime { range.start }

    /// Whether the current item is being trimmed, so that only the selection plays.
    var isPreviewing: Bool { rules.preview.map { $0.item == current?.id } ?? false }

    /// Whether a proposal is presented for the current item.
    var isProposalPresented: Bool { proposed.isPresented }

    /// The proposal for the current item; that of another item does not apply.
    var proposed: PlaybackRules.Proposed {
        rules.proposed.item == current?.id ? rules.proposed : PlaybackRules.Proposed()
    }

    // MARK: Leaving parts that are not played

    /// Seeks past a part that is never played when the position is in it. An item of which nothing is played has
    /// failed.
    mutating func leaveWhatIsNotPlayed(now: MonotonicTime) {
        guard let generation, facts.isPrepared else { return }
        if range.blocked.blocksAll {
            let fault = PlaybackFault(.nothingPlayable, "All of this item is blocked; nothing is played.")
            return failed(generation, fault, now: now)
        }
        if range.points.inPoint == nil, let said = range.source.points.inPoint, said == start, said > .zero {
            // It was prepared at an in point that turned out to be implausible.
            moveStart(to: playableStart, now: now)
        }
        let here = position(at: now)
        guard let range = rangeToLeave(at: here) else { return }
        if facts.canSeek, run.startedAt == nil, self.range.points.outPoint.map({ here >= $0 }) ?? false {
            // The position where it was left, or is to start, is no longer played.
            return seek(to: playableStart, now: now)
        }
        tell(.leftOut(range, from: here, reason: .block))
        if let end = self.range.blocked.playableEnd, range.start >= end { return finishCurrent(now: now) }
        seek(to: range.end, now: now)
    }

    /// The range at a position that is not played and can be left.
    func rangeToLeave(at position: MediaTime) -> TimeRange? {
        guard let range = range.blocked.range(at: position) ?? trimmedEnd(at: position), facts.canSeek || isEnd(range)
        else { return nil }
        return range
    }

    /// The range after the out point, for the very end of the item, which no range contains.
    private func trimmedEnd(at position: MediaTime) -> TimeRange? {
        guard let out = range.points.outPoint, facts.end.map({ position >= $0 }) ?? false else { return nil }
        return range.blocked.range(at: out)
    }

    /// Whether playback ends at a range after an out point, which requires no seek.
    private func isEnd(_ range: TimeRange) -> Bool {
        guard run.startedAt != nil, !facts.isLive, let out = self.range.points.outPoint else { return false }
        return range.contains(out) && self.range.blocked.playableEnd == range.start
    }

    /// Ends the item although it was not played to its end.
    mutating func finishCurrent(now: MonotonicTime) {
        guard let generation else { return }
        // The data goes on: the item is not one that ends before its container says.
        ledger.hadStatedEnd = false
        _ = run.seeking.event(.restarted(isPrepared: facts.isPrepared))
        ended(generation, now: now)
    }

    /// Seeks to the end of a segment, or continues after the item if that is its end.
    mutating func skip(to end: MediaTime, now: MonotonicTime) {
        if playsFirst(onTheWayTo: end, now: now) { return }
        // A skip, like any jump, leads first to what must be watched.
        let destination = destination(of: end, now: now)
        if destination != end {
            seek(to: destination, now: now)
        } else if let last = range.blocked.playableEnd ?? facts.end, end >= last {
            finishCurrent(now: now)
        } else {
            seek(to: end, now: now)
        }
    }

    // MARK: The preview of a trim

    /// The selection changed: seeks to its beginning if the position lies outside. Playback continues.
    mutating func previewChanged(now: MonotonicTime) {
        // The preload was prepared to join the previous end.
        dropPreload()
        guard facts.canSeek else { return }
        let here = position(at: now)
        let isBehind = playableEnd.map { here >= $0 } ?? false
        if isBehind || here < playableStart { seek(to: playableStart, now: now) }
    }

    /// Where a seek lands: after a part that is never played. A preview ends only by being played, so a seek cannot
    /// leave it.
    func landing(of wanted: MediaTime) -> MediaTime {
        if isPreviewing, let end = playableEnd, wanted >= end { return playableStart }
        guard let out = range.points.outPoint, wanted >= out, let end = range.blocked.playableEnd, end <= out
        else { return range.blocked.landing(for: wanted) }
        return end
    }

    /// The preview was heard to its end: returns to its beginning, to wait there or to play again.
    mutating func previewEnded(now: MonotonicTime) {
        // An item that ended before anything of it was heard would begin again for ever.
        let goesOn = rules.preview?.loops == true && !rules.sleepsAtEnd && run.startedAt != nil
        tell(.ended(ItemEnd(fellAsleep: rules.sleepsAtEnd)))
        leaveCurrent(.ended)
        if !goesOn { intent = .paused }
        follow(.same)
        if !goesOn { notify(.seeked(start)) }
    }
}
