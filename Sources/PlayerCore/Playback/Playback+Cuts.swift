// Tells the engine in time about parts that are never heard or shown, so that it leaves them out without a gap.
extension Playback {
    /// Tells the engine about the next blocked range of the current item once it is near, and about all silent ranges.
    mutating func settleEdits(now: MonotonicTime) {
        guard let generation else { return }
        if told.generation != generation { told = EditsTold(generation: generation) }
        // In an item that is not seekable, blocked ranges take their time but are neither heard nor shown.
        let cannotSkip = facts.isPrepared && !facts.isSeekable && !facts.isLive
        let hidden = cannotSkip ? range.blocked.ranges : []
        let silent = cannotSkip ? BlockedRanges(silentRanges + hidden).ranges : silentRanges
        if (silent, hidden) != (told.silent, told.hidden) {
            (told.silent, told.hidden) = (silent, hidden)
            perform(.blank(generation, sound: silent, picture: hidden))
        }
        guard facts.canSeek else { return }
        // The target of a running seek will be heard, however soon another seek follows.
        let here = seeking.runningTarget ?? position(at: now)
        let known = told.cuts.first
        let ranges = Self.cuts(of: stretch.blocked, after: here, lead: cutLead, known: known)
        guard ranges != told.cuts else { return }
        if ranges.first != known { told.cutHasFailed = false }
        if let known, ranges.first?.start != known.start { waitedAtCut(here, now: now) }
        told.cuts = ranges
        perform(.cut(generation, ranges.map { cut($0, of: stretch.blocked) }))
    }

    /// Stops the clock where the position has waited for what was to follow a cut that is now gone. The engine plays on
    /// from there and reports it.
    private mutating func waitedAtCut(_ here: MediaTime, now: MonotonicTime) {
        guard seeking.target == nil, !facts.isLive, anchor.position(at: now, duration: facts.duration) > here else {
            return
        }
        anchor = .standing(at: here)
    }

    /// Returns the next parts to leave out after a seek, and notes that the engine knows them.
    mutating func takeCuts(after target: MediaTime) -> [Cut] {
        if told.generation != generation { told = EditsTold(generation: generation) }
        told.cuts = Self.cuts(of: stretch.blocked, after: target, lead: cutLead)
        told.cutHasFailed = false
        return told.cuts.map { cut($0, of: stretch.blocked) }
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
        guard let generation, told.generation == generation, !told.cutHasFailed else { return nil }
        return told.cuts.first
    }

    /// When a blocked range next needs attention; nil while the position does not move.
    func editChange(now: MonotonicTime) -> MonotonicTime? {
        guard generation != nil else { return nil }
        return cutChange(after: position(at: now)).flatMap { moment(of: $0) }
    }

    private func cutChange(after position: MediaTime) -> MediaTime? {
        guard let next = stretch.blocked.next(from: position) else { return nil }
        if next == cutAhead { return nil }
        let early = next.start - cutLead
        return facts.canSeek && early > position ? early : next.start
    }

    /// Playback continued after the cut. This is not a seek that anyone requested.
    mutating func cutPassed(_ generation: Generation, _ anchor: PositionAnchor, now: MonotonicTime) {
        guard generation == self.generation, let range = told.cuts.first else { return }
        told.cuts.removeFirst()
        told.cutHasFailed = false
        take(anchor)
        tell(.leftOut(range, from: range.start, reason: .block))
        if seeking.target == nil { notify(.seeked(position(at: now))) }
    }

    /// The engine cannot prepare what follows the cut, so a seek leaves the range when playback reaches it.
    mutating func cutFailed(_ generation: Generation) {
        if generation == preload?.generation { preload?.told.cutHasFailed = true }
        guard generation == self.generation, !told.cuts.isEmpty else { return }
        told.cutHasFailed = true
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
        let blocked = ahead.range.blocked
        return blocked.blocksAll ? start : blocked.landing(for: position(toBegin: item, at: start))
    }

    /// Returns where an item starts with a requested start, which must lie in the playable range.
    mutating func position(toBegin item: QueueItem, at start: MediaTime) -> MediaTime {
        lookAhead(to: item)
        let (blocked, points) = (ahead.range.blocked, ahead.range.points)
        guard points != TrimPoints(), !blocked.blocksAll else { return start }
        let isBehind = points.outPoint.map { start >= min($0, blocked.playableEnd ?? $0) } ?? false
        return isBehind || start < points.inPoint ?? .zero ? blocked.landing(for: .zero) : start
    }

    /// Derives what is left out and silenced of an item before it is current.
    mutating func lookAhead(to item: QueueItem) {
        let isSame = item.id == current?.id
        let known = preload?.id == item.id ? preload?.facts : nil
        let remembered = ahead.source.item == item.id ? ahead.source : nil
        var source = ItemCuts.Source(
            item: item.id, details: item.description.details,
            findings: known?.findings ?? (isSame ? facts.findings : nil) ?? remembered?.findings,
            // What was known stays valid. Otherwise a preload that is repeated for it would be repeated for ever.
            duration: known?.duration ?? (isSame ? facts.duration : nil) ?? remembered?.duration
                ?? itemStates[item.id]?.duration,
            policies: rules.policies)
        source.points = points(of: item, findings: source.findings)
        if source != ahead.source { ahead = ItemCuts(source) }
    }

    /// Tells the engine what is silent in the next item, and what is left out shortly after its beginning, because the
    /// item is heard before it becomes current.
    mutating func settleEditsOfPreload() {
        guard let preload, preload.facts.isPrepared, ahead.source.item == preload.id else { return }
        var told = preload.told
        if ahead.silent != told.silent {
            told.silent = ahead.silent
            perform(.blank(preload.generation, sound: told.silent, picture: []))
        }
        let near = Self.cuts(of: ahead.range.blocked, after: preload.request.start, lead: cutLead)
        if preload.facts.canSeek, near != told.cuts {
            told.cuts = near
            perform(.cut(preload.generation, near.map { cut($0, of: ahead.range.blocked) }))
        }
        self.preload?.told = told
    }
}
