// Plays interstitials before, within and after an item.
extension Playback {
    /// The item that plays or would play: an interstitial's asset, or else the queue's current item.
    var current: QueueItem? { interlude?.asset ?? queue.current }

    /// Whether forward seeks and faster rates are refused.
    var isLinear: Bool { rules.isLinear || interlude?.interstitial.canSkip == false }

    // MARK: Reaching an interstitial

    /// The playable interstitials of the queue's current item, sorted by position; those of another item do not apply.
    private var breaks: [(point: MediaTime, interstitial: Break)] {
        guard interlude == nil, !isPreviewing, rules.breaks.item == queue.current?.id, generation != nil else {
            return []
        }
        return rules.breaks.breaks.compactMap { interstitial in
            guard !interstitial.assets.allSatisfy({ attempts.failures.contains($0.id) }) else { return nil }
            return point(of: interstitial).map { ($0, interstitial) }
        }
    }

    /// Nil if the position is unknown, or if playback could not return from there.
    private func point(of interstitial: Break) -> MediaTime? {
        switch interstitial.point {
        case .start: return .zero
        case .end: return range.end
        case .position(let position):
            guard facts.canSeek || !facts.isPrepared else { return position == .zero ? .zero : nil }
            // Playback never reaches a position after the end.
            if let end = range.end, position > end { return nil }
            let landing = range.blocked.landing(for: position)
            return range.end.map { min($0, landing) } ?? landing
        }
    }

    /// The next interstitial that playback reaches.
    var breakAhead: (point: MediaTime, interstitial: Break)? {
        let here = position(at: moment)
        return breaks.filter { $0.interstitial.isArmed && $0.interstitial.point != .start && $0.point >= here }
            .min { $0.point < $1.point }
    }

    /// Derives the part of the current item that is played until the next interstitial.
    mutating func refreshUntilBreak() {
        var points = range.points
        if let ahead = breakAhead, ahead.interstitial.point != .end, range.end.map({ ahead.point < $0 }) ?? true {
            points.outPoint = ahead.point
        }
        parts.untilBreak = points == range.points ? range : range.between(points)
    }

    /// Plays an interstitial that is due before anything of the item is heard.
    mutating func settleInterstitials(now: MonotonicTime) {
        guard run.startedAt == nil, let main = queue.current, interlude == nil else { return }
        let here = position(at: now)
        let due = breaks.first { point, interstitial in
            guard interstitial.isArmed, interstitial.point != .end else { return false }
            return interstitial.point == .start || point == here
        }
        guard let due, entries.states[main.id]?.phase != .failed else { return }
        let isAtStart = due.interstitial.point == .start
        begin(due.interstitial, resume: isAtStart ? here : here + due.interstitial.resumeOffset, left: here)
    }

    /// Plays an interstitial that must be watched before a position after it; of several, the one nearest to the
    /// target.
    ///
    /// - Returns: whether one plays now.
    mutating func playsFirst(onTheWayTo target: MediaTime, now: MonotonicTime) -> Bool {
        let here = position(at: now)
        let passed = breaks.filter { point, interstitial in
            interstitial.isUnseen && interstitial.point != .end && interstitial.point != .start && here <= point
                && point <= target
        }
        guard let nearest = passed.last?.point, let jumped = passed.first(where: { $0.point == nearest }) else {
            return false
        }
        begin(jumped.interstitial, resume: target, left: jumped.point)
        return true
    }

    private mutating func begin(_ interstitial: Break, resume: MediaTime, left: MediaTime) {
        leaveCurrent(.ready)
        guard let index = interstitial.assets.firstIndex(where: { !attempts.failures.contains($0.id) }) else { return }
        tell(.interludeBegan(interstitial.id))
        enterCurrent(
            start: .zero,
            interlude: Interlude(interstitial: interstitial, index: index, resume: returning(to: resume), left: left))
    }

    /// Where the item is opened again: a live stream at its edge, where it starts.
    private func returning(to position: MediaTime) -> MediaTime { facts.isMadeNow ? .zero : position }

    // MARK: From one asset to the next, and back

    /// What follows automatically within the queue's current item: an interstitial, its next asset, or the item again.
    var nextWithinItem: (item: QueueItem, step: Preload.Step)? {
        if let interlude {
            let rest = interlude.interstitial.assets.indices.dropFirst(interlude.index + 1)
            let left = interlude.limit.map { $0 - (range.end ?? .zero) }
            if left.map({ $0 > .zero }) ?? true, let index = rest.first(where: { isPlayable($0, of: interlude) }) {
                return (interlude.interstitial.assets[index], .asset(index))
            }
            if let next = nextAtTheSamePoint(as: interlude) { return next }
            guard let resume = interlude.resume, let main = queue.current, !attempts.failures.contains(main.id) else {
                return nil
            }
            return (main, .back(resume))
        }
        guard let ahead = breakAhead,
            let asset = ahead.interstitial.assets.first(where: { !attempts.failures.contains($0.id) })
        else { return nil }
        return (asset, .interstitial(ahead.interstitial))
    }

    /// Another interstitial at the point of the one that plays. Several at one point play in their order.
    private func nextAtTheSamePoint(as interlude: Interlude) -> (item: QueueItem, step: Preload.Step)? {
        guard rules.breaks.item == queue.current?.id else { return nil }
        for interstitial in rules.breaks.breaks where interstitial.isArmed {
            guard interstitial.id != interlude.interstitial.id, interlude.isAtPoint(of: interstitial),
                let asset = interstitial.assets.first(where: { !attempts.failures.contains($0.id) })
            else { continue }
            return (asset, .interstitial(interstitial))
        }
        return nil
    }

    private func isPlayable(_ index: Int, of interlude: Interlude) -> Bool {
        !attempts.failures.contains(interlude.interstitial.assets[index].id)
    }

    /// An interstitial begins without a gap, also after another one at the same point.
    mutating func enter(_ interstitial: Break) {
        let before = interlude
        endInterlude()
        let point = before?.left ?? point(of: interstitial) ?? position(at: moment)
        guard let index = interstitial.assets.firstIndex(where: { !attempts.failures.contains($0.id) }) else { return }
        var resume = interstitial.point == .end ? nil : returning(to: point + interstitial.resumeOffset)
        // Where a seek wants to go, or the offset of the one before, if that is farther.
        if let farther = before?.resume { resume = resume.map { max($0, farther) } }
        parts.interlude = Interlude(interstitial: interstitial, index: index, resume: resume, left: point)
        tell(.interludeBegan(interstitial.id))
    }

    /// The next asset of the interstitial begins.
    mutating func step(toAsset index: Int) {
        guard var interlude else { return }
        interlude.elapsed = interlude.elapsed + (range.end ?? .zero)
        interlude.index = index
        self.parts.interlude = interlude
    }

    /// Ends the interstitial.
    mutating func endInterlude() {
        guard let id = interlude?.interstitial.id else { return }
        parts.interlude = nil
        tell(.interludeEnded(id))
    }

    /// Skips the interstitial: resumes the queue's current item, or continues after it.
    mutating func skipInterlude(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard let interlude else { return .success(.done) }
        if isLinear { return .failure(Self.linear) }
        beginAnew()
        leaveCurrent(.idle)
        endInterlude()
        if let resume = interlude.resume { enterCurrent(start: resume) } else { goOnBehindItem(now: now) }
        return .success(.done)
    }

    /// Continues after the queue's current item, whose last interstitial is over.
    private mutating func goOnBehindItem(now: MonotonicTime) {
        if queue.hasNeighbour(.forward), queue.loop != .track {
            goNext(now: now)
        } else if queue.loop != .none {
            enterCurrent()
        } else {
            halt(.ended)
        }
    }

    /// The asset that plays failed.
    mutating func interludeFailed(_ item: QueueItem, _ fault: PlaybackFault, now: MonotonicTime) {
        assetFailed(item, fault)
        ledger.cause = .failed(fault)
        leaveCurrent(.idle)
        if let next = nextWithinItem { return follow(next.step) }
        endInterlude()
        goOnBehindItem(now: now)
    }

    /// Leaves out an asset that cannot be played.
    mutating func assetFailed(_ item: QueueItem, _ fault: PlaybackFault) {
        attempts.failures.insert(item.id)
        outbox.outcome.logLines.append("an interstitial is skipped: \(fault.message)")
        tellFailed(item.id, ItemFault(fault: fault, uri: item.description.uri))
    }

    /// How long an asset may be played; nil without a limit.
    func playoutLimit(of id: ItemID) -> MediaTime? {
        guard id.isOfInterstitial else { return nil }
        if let interlude, interlude.interstitial.assets.contains(where: { $0.id == id }) {
            return interlude.asset.id == id ? interlude.limit : interlude.limit.map { $0 - (range.end ?? .zero) }
        }
        return rules.breaks.breaks.first { $0.assets.contains { $0.id == id } }?.playoutLimit
    }
}
