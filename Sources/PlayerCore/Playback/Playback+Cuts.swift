// Tells the engine in time about parts that are never heard or shown, so that it leaves them out without a gap.
extension Playback {
    /// Tells the engine about the next blocked range of the current item once it is near, and about all silent ranges.
    mutating func settleEdits(now: MonotonicTime) {
        guard let generation else { return }
        if run.edits.generation != generation { run.edits = SentEdits(generation: generation) }
        // In an item that is not seekable, blocked ranges take their time but are neither heard nor shown.
        let cannotSkip = facts.isPrepared && !facts.isSeekable && !facts.isLive
        let hidden = cannotSkip ? range.blocked.ranges : []
        let silent = cannotSkip ? BlockedRanges(silentRanges + hidden).ranges : silentRanges
        if (silent, hidden) != (run.edits.silent, run.edits.hidden) {
            (run.edits.silent, run.edits.hidden) = (silent, hidden)
            perform(.blank(generation, sound: silent, picture: hidden))
        }
        guard facts.canSeek else { return }
        // The target of a running seek will be heard, however soon another seek follows.
        let here = run.seeking.runningTarget ?? position(at: now)
        let known = run.edits.cuts.first
        let ranges = Self.cuts(of: parts.untilBreak.blocked, after: here, lead: cutLead, known: known)
        guard ranges != run.edits.cuts else { return }
        if ranges.first != known { run.edits.cutHasFailed = false }
        if let known, ranges.first?.start != known.start { waitedAtCut(here, now: now) }
        run.edits.cuts = ranges
        perform(.cut(generation, ranges.map { cut($0, of: parts.untilBreak.blocked) }))
    }

    /// Stops the clock where the position has waited for what was to follow a cut that is now gone. The engine plays on
    /// from there and reports it.
    private mutating func waitedAtCut(_ here: MediaTime, now: MonotonicTime) {
        guard run.seeking.target == nil, !facts.isLive, run.anchor.position(at: now, duration: facts.duration) > here
        else {
            return
        }
        run.anchor = .standing(at: here)
    }

    /// Returns the next parts to leave out after a seek, and notes that the engine knows them.
    mutating func takeCuts(after target: MediaTime) -> [Cut] {
        if run.edits.generation != generation { run.edits = SentEdits(generation: generation) }
        run.edits.cuts = Self.cuts(of: parts.untilBreak.blocked, after: target, lead: cutLead)
        run.edits.cutHasFailed = false
        return run.edits.cuts.map { cut($0, of: parts.untilBreak.blocked) }
    }

    /// The ranges of the current item that are played as silence.
    private var silentRanges: [TimeRange] { rules.segments.item == current?.id ? rules.segments.silent : [] }

    /// Returns the next blocked range if playback reaches it soon, and those that follow it closely.
    ///
    /// - Parameter known: included however far it is, so that what was prepared for it is kept.
    private static func cuts(
        of blocked: BlockedRanges, after here: MediaTime, lead: MediaTime, known: TimeRange? = nil
    ) -> [TimeRange] {
        var cuts: [TimeRange] = []
        var end = here
        while cuts.count < 3, let next = blocked.next(from: end), next.start - end <= lead || next == known {
            cuts.append(next)
            end = next.end
        }
        return cuts
    }

    /// How much media time is left before a cut when the engine is told about it.
    private var cutLead: MediaTime {
        MediaTime(seconds: settings.cutLead.seconds * effectiveRate) ?? settings.cutLead
    }

    private func cut(_ range: TimeRange, of blocked: BlockedRanges) -> Cut {
        let reachesEnd = blocked.playableEnd.map { range.start >= $0 } ?? false
        return Cut(start: range.start, end: reachesEnd ? nil : range.end)
    }

    /// The range that the engine leaves out automatically when playback reaches it.
    var cutAhead: TimeRange? {
        guard let generation, run.edits.generation == generation, !run.edits.cutHasFailed else { return nil }
        return run.edits.cuts.first
    }

    /// When a blocked range next needs attention; nil while the position does not move.
    func editChange(now: MonotonicTime) -> MonotonicTime? {
        guard generation != nil else { return nil }
        return cutChange(after: position(at: now)).flatMap { moment(of: $0) }
    }

    private func cutChange(after position: MediaTime) -> MediaTime? {
        guard let next = parts.untilBreak.blocked.next(from: position) else { return nil }
        if next == cutAhead { return nil }
        let early = next.start - cutLead
        return facts.canSeek && early > position ? early : next.start
    }

    /// Playback continued after the cut. This is not a seek that anyone requested.
    mutating func cutPassed(_ generation: Generation, _ anchor: PositionAnchor, now: MonotonicTime) {
        guard generation == self.generation, let range = run.edits.cuts.first else { return }
        run.edits.cuts.removeFirst()
        run.edits.cutHasFailed = false
        take(anchor)
        tell(.leftOut(range, from: range.start, reason: .block))
        if run.seeking.target == nil { notify(.seeked(position(at: now))) }
    }

    /// The engine cannot prepare what follows the cut, so a seek leaves the range when playback reaches it.
    mutating func cutFailed(_ generation: Generation) {
        if generation == preload?.generation { preload?.edits.cutHasFailed = true }
        guard generation == self.generation, !run.edits.cuts.isEmpty else { return }
        run.edits.cutHasFailed = true
    }

    /// The item ended because the rest of it is blocked.
    mutating func notifyCutToEnd() {
        guard let range = cutAhead, let end = self.range.blocked.playableEnd, range.start >= end else { return }
        tell(.leftOut(range, from: range.start, reason: .block))
    }

    // MARK: The next item

    /// Returns where an item starts without a requested start: after any blocked range there.
    mutating func firstPosition(of item: QueueItem) -> MediaTime {
        let start = start(of: item)
        lookAhead(to: item)
        let blocked = upcoming.cuts.range.blocked
        return blocked.blocksAll ? start : blocked.landing(for: position(toBegin: item, at: start))
    }

    /// Returns where an item starts with a requested start, which must lie in the playable range.
    mutating func position(toBegin item: QueueItem, at start: MediaTime) -> MediaTime {
        lookAhead(to: item)
        let (blocked, points) = (upcoming.cuts.range.blocked, upcoming.cuts.range.points)
        guard points != TrimPoints(), !blocked.blocksAll else { return start }
        let isBehind = points.outPoint.map { start >= min($0, blocked.playableEnd ?? $0) } ?? false
        return isBehind || start < points.inPoint ?? .zero ? blocked.landing(for: .zero) : start
    }

    /// Derives what is left out and silenced of an item before it is current.
    mutating func lookAhead(to item: QueueItem) {
        let isSame = item.id == current?.id
        let known = preload?.id == item.id ? preload?.facts : nil
        let remembered = upcoming.cuts.source.item == item.id ? upcoming.cuts.source : nil
        var source = ItemCuts.Source(
            item: item.id, details: item.description.details,
            findings: known?.findings ?? (isSame ? facts.findings : nil) ?? remembered?.findings,
            // What was known stays valid. Otherwise a preload that is repeated for it would be repeated for ever.
            duration: known?.duration ?? (isSame ? facts.duration : nil) ?? remembered?.duration
                ?? entries.states[item.id]?.duration,
            policies: rules.policies)
        source.points = points(of: item, findings: source.findings)
        if source != upcoming.cuts.source { upcoming.cuts = ItemCuts(source) }
    }

    /// Tells the engine what is silent in the next item, and what is left out shortly after its beginning, because the
    /// item is heard before it becomes current.
    mutating func settleEditsOfPreload() {
        guard let preload, preload.facts.isPrepared, upcoming.cuts.source.item == preload.id else { return }
        var edits = preload.edits
        if upcoming.cuts.silent != edits.silent {
            edits.silent = upcoming.cuts.silent
            perform(.blank(preload.generation, sound: edits.silent, picture: []))
        }
        let near = Self.cuts(of: upcoming.cuts.range.blocked, after: preload.request.start, lead: cutLead)
        if preload.facts.canSeek, near != edits.cuts {
            edits.cuts = near
            perform(.cut(preload.generation, near.map { cut($0, of: upcoming.cuts.range.blocked) }))
        }
        self.preload?.edits = edits
    }
}
