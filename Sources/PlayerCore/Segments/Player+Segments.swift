// Segments: what is followed, skipped, offered and never played.
extension Player {
    /// What the outside may read.
    var segmentSnapshot: SegmentSnapshot {
        var snapshot = segments.published
        snapshot.active = segments.machine.active
        snapshot.offer = segments.machine.offer
        snapshot.requiresLinearPlayback = requiresLinearPlayback
        return snapshot
    }

    /// Derives the segments when what they are made from changed, then what the position means, then the timer.
    mutating func settleSegments(now: MonotonicTime) {
        if generation == nil || segments.item != queue.current?.id { leaveSegments() }
        deriveSegments()
        guard generation != nil else { return disarmSegments() }
        // Not before the length is known, without which nobody can say what is to be believed.
        if facts.isPrepared { followSegments(now: now) }
        settleEdits(now: now)
        armSegmentTimer(now: now)
    }

    /// Derives the segments and what is never played when what they are made from changed.
    mutating func deriveSegments() {
        let item = queue.current
        var source = SegmentState.Source(
            item: item?.id, details: item?.description.details, findings: facts.findings, duration: facts.duration,
            policies: segments.published.policies, titleRules: settings.titleRules,
            areInterstitialsLinear: settings.linearInterstitials)
        if !facts.isLive { source.points = points(of: item, findings: facts.findings) }
        guard source != segments.source else { return }
        segments.source = source
        let proposals = SegmentSources.proposals(
            description: source.details?.fields, findings: source.findings,
            chapters: chapters.published.list.chapters, rules: source.titleRules)
        let (made, doubts) = SegmentNormalizer(policies: source.policies, duration: source.duration).segments(proposals)
        let (points, doubt) = source.points.believed(duration: source.duration)
        for doubt in doubts + [doubt].compactMap(\.self) where segments.doubts.insert(doubt).inserted {
            outcome.remarks.append("\(item?.description.uri ?? ""): \(doubt)")
        }
        segments.points = points
        segments.blocked = Self.blocked(made, points, duration: source.duration)
        segments.silent = Self.silent(made)
        let interstitials = made.filter { $0.kind == .interstitial && $0.action != .ignore }.map(\.range)
        segments.published.display = DisplayTimeline(
            interstitials: interstitials, trimmed: points.stretches(duration: source.duration))
        // What is never played cannot be seen first.
        let visible = interstitials.filter { range in
            !segments.blocked.ranges.contains { $0.start <= range.start && range.end <= $0.end }
        }
        segments.interstitials.replace(with: source.areInterstitialsLinear ? visible : [])
        if made != segments.published.segments {
            segments.published.segments = made
            segments.published.revision += 1
        }
        guard made != segments.machine.segments else { return }
        let isFirstEpisode = self.isFirstEpisode
        let skipsFirst = settings.skipsFirstOpening
        tell(
            segments.machine.replace(
                with: made, armed: { $0.kind != .openingCredits || skipsFirst || !isFirstEpisode },
                at: segments.position))
    }

    /// The opening of a season's first episode is worth seeing once.
    private var isFirstEpisode: Bool {
        let client = queue.current?.description.details?.fields
        let sidecar = facts.findings?.sidecar
        return (client?.episode ?? sidecar?.episode ?? facts.findings?.container.fields.episode) == 1
    }

    /// Nothing of the item that was followed counts any more.
    private mutating func leaveSegments() {
        guard segments.item != nil else { return }
        tell(segments.machine.reset())
        segments.interstitials.reset()
        segments.source = SegmentState.Source()
        segments.doubts = []
        segments.item = nil
        segments.position = nil
        segments.hasJumped = false
    }

    private mutating func disarmSegments() {
        guard segments.armed != nil else { return }
        segments.armed = nil
        perform(.disarm(.segment))
    }

    private mutating func followSegments(now: MonotonicTime) {
        if segments.blocked.blocksAll, let generation {
            return failed(
                generation, PlaybackFault(.nothingPlayable, "All of this item is blocked: nothing of it is played."),
                now: now)
        }
        if segments.points.inPoint == nil, let said = segments.source.points.inPoint, said == start, said > .zero {
            // It was prepared at an in point that turned out to be none.
            moveStart(to: playableStart, now: now)
        }
        let here = position(at: now)
        if let range = segments.blocked.range(at: here) ?? trimmedEnd(at: here), facts.canSeek || isEnd(range) {
            return leaveBlocked(range, from: here, now: now)
        }
        // What is in the item is about to be known: an opening at its very start is not to be missed.
        guard facts.findings != nil || startedAt != nil else { return }
        let last = segments.position
        let isNew = segments.item == nil
        let move: SegmentMachine.Move =
            isNew || last == nil ? (here <= Self.beginning ? .began : .jumped) : segments.hasJumped ? .jumped : .played
        segments.item = queue.current?.id
        segments.position = here
        segments.hasJumped = false
        // Nobody is told of a skip that cannot be made.
        tell(segments.machine.moved(to: here, move, canSkip: notSeekable == nil, now: now), now: now)
        guard move == .played, let last, here > last else { return }
        if let target = segments.interstitials.played(from: last, to: here) { seek(to: target, now: now) }
    }

    /// An item that is at this position when it begins begins at its start.
    private static let beginning = MediaTime(nanoseconds: 500_000_000)

    /// Goes on behind what is never played; where nothing is behind it, the item is over.
    private mutating func leaveBlocked(_ range: TimeRange, from position: MediaTime, now: MonotonicTime) {
        if facts.canSeek, startedAt == nil, segments.points.outPoint.map({ position >= $0 }) ?? false {
            // Where it was left, or is to start, is not played any more.
            return seek(to: playableStart, now: now)
        }
        notifySkip(of: range, from: position, reason: .block)
        if let end = segments.blocked.playableEnd, range.start >= end { return finishCurrent(now: now) }
        seek(to: range.end, now: now)
    }

    /// What lies behind the out point, for the very end of the item, which no range contains.
    private func trimmedEnd(at position: MediaTime) -> TimeRange? {
        guard let out = segments.points.outPoint, facts.duration.map({ position >= $0 }) ?? false else { return nil }
        return segments.blocked.range(at: out)
    }

    /// Whether playing comes to its end at a range that is behind an out point: for that nobody has to seek.
    private func isEnd(_ range: TimeRange) -> Bool {
        guard startedAt != nil, !facts.isLive, let out = segments.points.outPoint else { return false }
        return range.contains(out) && segments.blocked.playableEnd == range.start
    }

    mutating func notifySkip(of range: TimeRange, from position: MediaTime, reason: SkipReason) {
        guard
            let index = segments.published.segments.firstIndex(where: { $0.action == .block && $0.range == range })
        else { return }
        notify(
            .segmentSkipped(
                index, kind: segments.published.segments[index].kind, from: position, to: range.end, reason: reason))
    }

    /// Ignored segments are listed, and nothing is told of them.
    private mutating func tell(_ actions: [SegmentMachine.Action], now: MonotonicTime? = nil) {
        for action in actions {
            switch action {
            case .entered(let index, let segment):
                if segment.action != .ignore { notify(.segmentEntered(index, kind: segment.kind)) }
            case .left(let index, let segment):
                if segment.action != .ignore { notify(.segmentLeft(index, kind: segment.kind)) }
            case .skip(let index, let segment, let from, let to):
                guard let now else { continue }
                notify(.segmentSkipped(index, kind: segment.kind, from: from, to: to, reason: .auto))
                cards.machine.skipped(segment.kind, now: now)
                skip(to: to, now: now)
            }
        }
    }

    /// To the end of a segment; where that is the item's end, to what comes after the item.
    private mutating func skip(to end: MediaTime, now: MonotonicTime) {
        // Over what has to be seen first, a skip leads there, like any jump.
        let destination = segments.interstitials.destination(from: position(at: now), to: end)
        if destination != end {
            seek(to: destination, now: now)
        } else if let last = segments.blocked.playableEnd ?? facts.duration, end >= last {
            finishCurrent(now: now)
        } else {
            seek(to: end, now: now)
        }
    }

    /// The item is over though it was not played to its end.
    private mutating func finishCurrent(now: MonotonicTime) {
        guard let generation else { return }
        _ = seeking.event(.restarted(isPrepared: facts.isPrepared))
        ended(generation, now: now)
    }

    /// While the position moves, wakes up when anything changes, and never else.
    private mutating func armSegmentTimer(now: MonotonicTime) {
        let here = position(at: now)
        let changes = [
            segments.machine.change(after: here), cutChange(after: here),
            segments.interstitials.change(after: here),
        ]
        let moment = changes.compactMap { $0 }.min().flatMap { self.moment(of: $0) }
        guard moment != segments.armed else { return }
        segments.armed = moment
        if let moment { perform(.arm(.segment, moment)) } else { perform(.disarm(.segment)) }
    }

    // MARK: Commands

    /// Skips what is offered.
    mutating func takeOffer(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if requiresLinearPlayback { return .failure(Self.linear) }
        let here = position(at: now)
        if let offer = segments.machine.offer, let refusal = seekRefusal(to: offer.end, now: now) {
            return .failure(refusal)
        }
        guard let skip = segments.machine.takeOffer(at: here, now: now) else {
            return .failure(.noOffer("Nothing is offered to be skipped at this position."))
        }
        let kind = segments.machine.segments[skip.index].kind
        notify(.segmentSkipped(skip.index, kind: kind, from: skip.from, to: skip.to, reason: .offer))
        self.skip(to: skip.to, now: now)
        return .success(.done)
    }

    /// Offers it no more until it is entered again.
    mutating func dismissOffer() -> Result<CommandReply, CommandRefusal> {
        segments.machine.dismissOffer()
            ? .success(.done) : .failure(.noOffer("Nothing is offered to be skipped at this position."))
    }

    /// Back to where the last skip left from; its segment then plays.
    mutating func unskip(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if generation != nil, let notSeekable { return .failure(notSeekable) }
        guard let skip = segments.machine.takeBack() else {
            return .failure(.notPossible("Nothing was skipped in this item that could be taken back."))
        }
        notify(.segmentUnskipped(skip.index, to: skip.from))
        seek(to: skip.from, now: now)
        return .success(.done)
    }

    /// Whether Next is meant for the offer to skip.
    var takesOfferAsNext: Bool {
        settings.nextTakesOffer && segments.machine.offer?.isProminent == true && canTakeOffer
    }

    /// Whether what is offered can be skipped.
    var canTakeOffer: Bool { notSeekable == nil && !requiresLinearPlayback }

    /// Whether Previous is meant for a skip that nobody asked for.
    func undoesSkip(now: MonotonicTime) -> Bool {
        guard notSeekable == nil, let skip = segments.machine.lastSkip, skip.isAutomatic else { return false }
        return now - skip.moment <= Self.regret
    }

    private static let regret = MediaTime(nanoseconds: 5_000_000_000)

    /// Changes the current item's description, so that the queue gives them back.
    mutating func setSegments(_ new: [SegmentDescription]) -> Result<CommandReply, CommandRefusal> {
        guard let item = queue.current else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        fields.segments = new
        return setDescription(item.id, MediaDescription(uri: item.description.uri, details: MediaDetails(fields)))
    }

    /// Kinds that are not named are treated as the configuration says.
    mutating func setPolicies(_ named: [SegmentKind: SegmentAction]) {
        let policies = settings.segmentPolicies.merging(named) { $1 }.filter { $0.value != $0.key.defaultAction }
        guard policies != segments.published.policies else { return }
        segments.published.policies = policies
        segments.published.revision += 1
    }

    // MARK: Linear playback

    var requiresLinearPlayback: Bool {
        wantsLinearPlayback || segments.position.map { segments.interstitials.isLinear(at: $0) } ?? false
    }

    /// For what linear playback does not allow.
    static var linear: CommandRefusal {
        .mustBeLinear("This part has to be played as it comes; pausing and going back are possible.")
    }
}
