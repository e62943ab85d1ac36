/// What of an item is played: what lies between its points and is not blocked.
struct PlayableRange: Hashable, Sendable {
    /// What it is made from.
    struct Source: Hashable, Sendable {
        /// As they are said, whether or not they can be true.
        var points = TrimPoints()
        var duration: MediaTime?
        var blocked: [TimeRange] = []
    }

    let source: Source
    /// Those of the points that can be true.
    let points: TrimPoints
    /// A sentence on those that are ignored.
    let doubt: String?
    /// What lies outside of ``points`` is in it, too.
    let blocked: BlockedRanges

    init(_ source: Source = Source()) {
        self.source = source
        (points, doubt) = source.points.believed(duration: source.duration)
        let ranges = source.blocked + points.stretches(duration: source.duration)
        // An out point is an end whether or not anybody knows another one.
        let end = source.duration ?? points.outPoint.map { _ in MediaTime(nanoseconds: .max) }
        blocked = BlockedRanges(ranges, duration: end)
    }

    /// Where it ends for who plays it; nil where that is not known.
    var end: MediaTime? { blocked.playableEnd ?? source.duration }

    /// Where it begins for them.
    var start: MediaTime { blocked.blocksAll ? .zero : blocked.landing(for: .zero) }

    /// What would be played between other points.
    func between(_ points: TrimPoints) -> PlayableRange {
        var source = source
        source.points = points
        return PlayableRange(source)
    }
}

extension Playback {
    /// Finds out what of the current item is played when anything changed that it follows from.
    mutating func refreshRange() {
        var source = PlayableRange.Source(duration: facts.duration)
        if let item = current {
            if !facts.isLive { source.points = points(of: item, findings: facts.findings) }
            if rules.segments.item == item.id { source.blocked = rules.segments.blocked }
        }
        if source != range.source { range = PlayableRange(source) }
        refreshStretch()
    }

    /// What holds for an item: what is tried out, else what is said of it.
    func points(of item: QueueItem, findings: ItemFindings?) -> TrimPoints {
        if let preview = rules.preview, preview.item == item.id, preview.uri == item.description.uri {
            return preview.points
        }
        if let limit = playoutLimit(of: item.id) { return TrimPoints(inPoint: nil, outPoint: limit) }
        return TrimPoints(description: item.description.details?.fields, sidecar: findings?.sidecar)
    }

    /// Where the current item ends for who plays it; nil where it is not known.
    var playableEnd: MediaTime? { range.end }

    /// Where it begins for them.
    var playableStart: MediaTime { range.start }

    /// Whether the current item is being trimmed: only what is selected plays.
    var isPreviewing: Bool { rules.preview.map { $0.item == current?.id } ?? false }

    /// Whether something is presented at the current item.
    var isProposalPresented: Bool { proposed.isPresented }

    /// What is proposed for the current item; what was said of another one means nothing.
    var proposed: PlaybackRules.Proposed {
        rules.proposed.item == current?.id ? rules.proposed : PlaybackRules.Proposed()
    }

    // MARK: Leaving what is not played

    /// Goes on behind what is never played when the position is in it; an item of which nothing is played has failed.
    mutating func leaveWhatIsNotPlayed(now: MonotonicTime) {
        guard let generation, facts.isPrepared else { return }
        if range.blocked.blocksAll {
            let fault = PlaybackFault(.nothingPlayable, "All of this item is blocked; nothing is played.")
            return failed(generation, fault, now: now)
        }
        if range.points.inPoint == nil, let said = range.source.points.inPoint, said == start, said > .zero {
            // It was prepared at an in point that turned out to be none.
            moveStart(to: playableStart, now: now)
        }
        let here = position(at: now)
        guard let range = rangeToLeave(at: here) else { return }
        if facts.canSeek, startedAt == nil, self.range.points.outPoint.map({ here >= $0 }) ?? false {
            // Where it was left, or is to start, is not played any more.
            return seek(to: playableStart, now: now)
        }
        tell(.leftOut(range, from: here, reason: .block))
        if let end = self.range.blocked.playableEnd, range.start >= end { return finishCurrent(now: now) }
        seek(to: range.end, now: now)
    }

    /// What is not played at a position, where it can be left.
    func rangeToLeave(at position: MediaTime) -> TimeRange? {
        guard let range = range.blocked.range(at: position) ?? trimmedEnd(at: position), facts.canSeek || isEnd(range)
        else { return nil }
        return range
    }

    /// What lies behind the out point, for the very end of the item, which no range contains.
    private func trimmedEnd(at position: MediaTime) -> TimeRange? {
        guard let out = range.points.outPoint, facts.duration.map({ position >= $0 }) ?? false else { return nil }
        return range.blocked.range(at: out)
    }

    /// Whether playing comes to its end at a range that is behind an out point: for that nobody has to seek.
    private func isEnd(_ range: TimeRange) -> Bool {
        guard startedAt != nil, !facts.isLive, let out = self.range.points.outPoint else { return false }
        return range.contains(out) && self.range.blocked.playableEnd == range.start
    }

    /// The item is over though it was not played to its end.
    mutating func finishCurrent(now: MonotonicTime) {
        guard let generation else { return }
        _ = seeking.event(.restarted(isPrepared: facts.isPrepared))
        ended(generation, now: now)
    }

    /// To the end of a segment; where that is the item's end, to what comes after the item.
    mutating func skip(to end: MediaTime, now: MonotonicTime) {
        if playsFirst(onTheWayTo: end, now: now) { return }
        // Over what has to be seen first, a skip leads there, like any jump.
        let destination = destination(of: end, now: now)
        if destination != end {
            seek(to: destination, now: now)
        } else if let last = range.blocked.playableEnd ?? facts.duration, end >= last {
            finishCurrent(now: now)
        } else {
            seek(to: end, now: now)
        }
    }

    // MARK: The preview of a trim

    /// The selection is another one: goes to its beginning when the position lies outside; what plays goes on playing.
    mutating func previewChanged(now: MonotonicTime) {
        // What joins the end was prepared for the end that was.
        dropPreload()
        guard facts.canSeek else { return }
        let here = position(at: now)
        let isBehind = playableEnd.map { here >= $0 } ?? false
        if isBehind || here < playableStart { seek(to: playableStart, now: now) }
    }

    /// Where a seek leads: behind what is never played. A preview ends only by being played, so nobody leaves it by a seek.
    func landing(of wanted: MediaTime) -> MediaTime {
        if isPreviewing, let end = playableEnd, wanted >= end { return playableStart }
        guard let out = range.points.outPoint, wanted >= out, let end = range.blocked.playableEnd, end <= out
        else { return range.blocked.landing(for: wanted) }
        return end
    }

    /// The preview was heard to its end: back to its beginning, to wait there or to be heard again.
    mutating func previewEnded(now: MonotonicTime) {
        // What ended before anything of it was heard would begin again for ever.
        let goesOn = rules.preview?.loops == true && !rules.sleepsAtEnd && startedAt != nil
        tell(.ended(ItemEnd(fellAsleep: rules.sleepsAtEnd)))
        leaveCurrent(.ended)
        if !goesOn { intent = .paused }
        follow(.same)
        if !goesOn { notify(.seeked(start)) }
    }
}
