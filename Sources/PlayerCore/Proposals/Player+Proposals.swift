// What comes next, proposed: when it is presented, what people decide, and what happens unasked.
extension Player {
    /// What the outside may read.
    func proposalSnapshot(now: MonotonicTime) -> ProposalSnapshot {
        var snapshot = ProposalSnapshot()
        snapshot.state = proposals.machine.state
        snapshot.proposal = proposals.machine.state == .none ? nil : proposals.proposal
        snapshot.isStillWatching = watching.isAsking
        guard snapshot.state == .presented, let timing = proposalTiming else { return snapshot }
        snapshot.videoFrame = videoFrame
        snapshot.acceptsIn = timeToAcceptance(timing, now: now)
        snapshot.moment = now
        snapshot.rate = proposals.endedAt != nil ? 1 : reportedPosition.rate
        if let source = proposalPicture, case .fetched(let uri) = images[source] { snapshot.artworkURI = uri }
        return snapshot
    }

    /// Derives the proposal when what it is made from changed, then what the position means, then the timer.
    mutating func settleProposal(now: MonotonicTime) {
        deriveProposal()
        guard let timing = proposalTiming, status != .stopped || proposals.endedAt != nil else {
            return disarmProposal()
        }
        let place = proposalPlace(timing, now: now)
        if proposals.machine.moved(to: place, isHeldBack: isProposalHeldBack(timing, place, now: now)) {
            notify(.proposalPresented)
        }
        if proposals.machine.state == .presented {
            fetchProposalPicture()
            if let left = timeToAcceptance(timing, now: now), left <= .zero, isAcceptanceCounting {
                take(.acceptProposal, from: .timer, now: now)
                return disarmProposal()
            }
        }
        armProposalTimer(timing, now: now)
    }

    private var proposalTiming: ProposalTiming? {
        guard let proposal = proposals.proposal else { return nil }
        let end = playableEnd
        let credits = segments.published.segments.filter { $0.kind == .closingCredits && $0.action != .ignore }
            .compactMap { TimeRange(start: $0.start, end: min($0.end, end ?? $0.end)) }
        return ProposalTiming(
            proposal, start: playableStart, duration: end, credits: credits.filter { $0.start < $0.end })
    }

    // MARK: What is proposed

    private mutating func deriveProposal() {
        let item = queue.current
        if proposals.client?.item != item?.id { proposals.client = nil }
        if item?.id != proposals.source.item || generation != nil { proposals.endedAt = nil }
        var source = ProposalState.Source(item: item?.id, client: proposals.client?.proposal)
        source.described = (item?.description.details?.fields.next ?? facts.findings?.sidecar?.next).flatMap(
            Self.proposal)
        if queue.loop != .track, progression == .advance { source.nextID = playable(.forward)?.item.id }
        source.folder =
            source.nextID == nil && settings.proposesNextEpisode ? facts.findings?.nextEpisode : nil
        source.repeats = queue.loop == .track
        guard source != proposals.source else { return }
        let before = (source: proposals.source, proposal: proposals.proposal)
        proposals.source = source
        proposals.waitsForSomebody = false
        proposals.proposal = queue.loop == .track || item == nil ? nil : proposal(from: source)
        let isOther = proposals.proposal != before.proposal || source.item != before.source.item
        if isOther { proposals.machine.replace(hasProposal: proposals.proposal != nil) }
        // What stood in the queue as its next and does not any more is no item of the proposal's own.
        let own = isOther || proposals.item?.id == before.source.nextID ? nil : proposals.item
        proposals.item = proposedItem(own: own)
    }

    /// The item that the proposal means: the queue's next, or one of its own that enters the queue when it is accepted.
    private mutating func proposedItem(own: QueueItem?) -> QueueItem? {
        guard let proposal = proposals.proposal else { return nil }
        let queued = proposals.source.nextID.flatMap { queue.index(of: $0) }.map { queue.items[$0] }
        // A description may name what is queued next anyway: it is not played twice.
        if proposal.source == .queue || queued?.description.uri == proposal.description.uri { return queued }
        return own ?? queue.reserve(proposal.description)
    }

    /// The first source that has one.
    private mutating func proposal(from source: ProposalState.Source) -> Proposal? {
        if let client = source.client { return client }
        if let described = source.described { return described }
        if let id = source.nextID, let index = queue.index(of: id) {
            // The queue goes on at the end of an item anyway.
            return Proposal(source: .queue, description: queue.items[index].description, automaticAcceptanceInterval: 0)
        }
        return source.folder.map {
            Proposal(
                source: .folder, description: MediaDescription(uri: $0),
                automaticAcceptanceInterval: settings.nextEpisodeInterval)
        }
    }

    private static func proposal(_ next: NextDescription) -> Proposal? {
        guard !next.uri.isEmpty else { return nil }
        var fields = MediaDetails.Fields()
        (fields.title, fields.subtitle, fields.artwork) = (next.title, next.subtitle, next.artwork)
        return Proposal(
            source: .description, description: MediaDescription(uri: next.uri, details: MediaDetails(fields)),
            presentAt: next.presentAt, automaticAcceptanceInterval: next.automaticAcceptanceInterval ?? .nan)
    }

    // MARK: Where playback is

    private func proposalPlace(_ timing: ProposalTiming, now: MonotonicTime) -> ProposalMachine.Place {
        if proposals.endedAt != nil { return .end }
        guard case .at(let point) = timing.point, startedAt != nil, position(at: now) >= point else { return .before }
        return .behind
    }

    /// Nothing is presented while somebody inhibits it or playback has to be linear, and no guess in the last seconds:
    /// there it waits for the end.
    private func isProposalHeldBack(
        _ timing: ProposalTiming, _ place: ProposalMachine.Place, now: MonotonicTime
    ) -> Bool {
        if trim.isOn || !proposals.inhibitors.isEmpty || (requiresLinearPlayback && place != .end) { return true }
        guard place == .behind, proposals.machine.state == .scheduled, timing.isGuess, let end = playableEnd
        else { return false }
        return end - position(at: now) < ProposalTiming.leastRest
    }

    /// Whether the time to automatic acceptance goes down: not while paused, buffering or in a seek.
    private var isAcceptanceCounting: Bool {
        proposals.endedAt != nil || (isMoving && seeking.target == nil && sleep.timer.kind != .item)
    }

    /// Media time, and after the end time; nil: there will be none.
    private func timeToAcceptance(_ timing: ProposalTiming, now: MonotonicTime) -> MediaTime? {
        if proposals.waitsForSomebody || progression != .advance { return nil }
        if let endedAt = proposals.endedAt {
            return timing.acceptsAfterEnd.map { max(.zero, $0 - (now - endedAt)) }
                ?? timing.acceptsAt.map { _ in .zero }
        }
        let here = position(at: now)
        if let acceptsAt = timing.acceptsAt { return max(.zero, acceptsAt - here) }
        guard let after = timing.acceptsAfterEnd, let end = playableEnd else { return nil }
        // At the end itself the item's end decides, to the sample.
        return max(MediaTime(nanoseconds: 1), end - here + after)
    }

    // MARK: Decisions

    /// A client's proposal for the current item takes the place of all others.
    mutating func propose(_ proposal: Proposal) -> Result<CommandReply, CommandRefusal> {
        guard let item = queue.current else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        if let refusal = Self.refusal(of: [proposal.description]) { return .failure(refusal) }
        proposals.client = (item.id, proposal)
        return .success(.done)
    }

    mutating func withdrawProposal() -> Result<CommandReply, CommandRefusal> {
        guard proposals.client != nil else { return .failure(.noProposal("No client proposed anything.")) }
        proposals.client = nil
        return .success(.done)
    }

    mutating func acceptProposal(
        _ how: AcceptanceCause, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        let asks = how == .automatic && asksBeforeNext
        guard let item = proposals.item, proposals.machine.accept() else { return .failure(Self.nothingPresented) }
        notify(.proposalAccepted(how))
        if how == .automatic { watching.acceptances += 1 }
        beginAnew()
        leaveCurrent(.ended)
        cause = .finished
        enterProposed(item)
        intent = asks ? .paused : .playing
        if asks { askStillWatching() }
        if !asks || !rollBackToSign() { enterCurrent() }
        return .success(.done)
    }

    /// Makes what was proposed current, right behind the item it was proposed for.
    mutating func enterProposed(_ item: QueueItem) {
        proposals.endedAt = nil
        if queue.index(of: item.id) == nil {
            let index = (queue.currentIndex ?? -1) + 1
            queue.insert(item, at: index)
            notify(.itemsChanged(from: index, removed: 0, inserted: 1))
        }
        if let index = queue.index(of: item.id) { queue.choose(index) }
    }

    /// What the queue has next plays at the end all the same, unless it is what was rejected.
    mutating func rejectProposal(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let isAtEnd = proposals.endedAt != nil
        guard proposals.machine.reject() else { return .failure(Self.nothingPresented) }
        notify(.proposalRejected)
        if isAtEnd, let next = naturalNext() {
            proposals.endedAt = nil
            intent = .playing
            follow(next.step)
        }
        return .success(.done)
    }

    mutating func deferProposal() -> Result<CommandReply, CommandRefusal> {
        guard proposals.machine.deferDecision() else { return .failure(Self.nothingPresented) }
        notify(.proposalDeferred)
        return .success(.done)
    }

    private static var nothingPresented: CommandRefusal { .noProposal("Nothing is proposed at this position.") }

    /// - Returns: a ticket for ``releaseProposals(_:)``.
    mutating func inhibitProposals(_ who: String) -> Result<CommandReply, CommandRefusal> {
        guard proposals.inhibitors.count < 100 else {
            return .failure(.notPossible("There are 100 inhibitors already; release one first."))
        }
        proposals.lastTicket += 1
        proposals.inhibitors[proposals.lastTicket] = who
        return .success(.ticket(proposals.lastTicket))
    }

    mutating func releaseProposals(_ ticket: UInt32) -> Result<CommandReply, CommandRefusal> {
        guard proposals.inhibitors.removeValue(forKey: ticket) != nil else {
            return .failure(.notFound("There is no inhibitor \(ticket); it was released before, or its client left."))
        }
        return .success(.done)
    }

    // MARK: The end of the item

    /// What the proposal means for the end of the current item.
    enum ProposedEnd {
        /// It is as if there were none.
        case queue
        /// This plays.
        case proposed(QueueItem)
        /// Nothing plays until somebody decides, or time does.
        case wait
        /// It was rejected, and there is nothing else.
        case stop
    }

    var proposedEnd: ProposedEnd {
        guard let proposal = proposals.proposal, let item = proposals.item, let timing = proposalTiming,
            !failures.contains(item.id)
        else { return .queue }
        let state = proposals.machine.state
        if proposal.source == .queue { return state == .rejected ? .stop : .queue }
        guard progression == .advance, timing.point != .never, state != .rejected, state != .none, state != .accepted,
            proposals.inhibitors.isEmpty
        else { return .queue }
        return timing.acceptsAfterEnd == .zero && state != .deferred ? .proposed(item) : .wait
    }

    /// What is to be ready though it may not be played: the answer to what is presented.
    var heldProposal: QueueItem? {
        guard proposals.machine.state == .presented, let item = proposals.item, proposals.proposal?.source != .queue,
            !failures.contains(item.id), generation != nil
        else { return nil }
        return item
    }

    // MARK: Picture and timer

    private var proposalPicture: ImageSource? {
        proposals.proposal?.description.details?.fields.artwork.map { .uri($0) }
    }

    private mutating func fetchProposalPicture() {
        guard let source = proposalPicture, images[source] == nil else { return }
        images[source] = .onItsWay
        perform(.fetchImage(source))
    }

    private mutating func disarmProposal() {
        guard proposals.armed != nil else { return }
        proposals.armed = nil
        perform(.disarm(.proposal))
    }

    private mutating func armProposalTimer(_ timing: ProposalTiming, now: MonotonicTime) {
        var moments: [MonotonicTime] = []
        if let endedAt = proposals.endedAt {
            if proposals.machine.state == .presented, !proposals.waitsForSomebody,
                let after = timing.acceptsAfterEnd
            {
                moments.append(endedAt + after)
            }
        } else {
            let here = position(at: now)
            if case .at(let point) = timing.point, point > here, let moment = moment(of: point) {
                moments.append(moment)
            }
            if let acceptsAt = timing.acceptsAt, acceptsAt > here, let moment = moment(of: acceptsAt) {
                moments.append(moment)
            }
        }
        let moment = moments.min()
        guard moment != proposals.armed else { return }
        proposals.armed = moment
        if let moment { perform(.arm(.proposal, moment)) } else { perform(.disarm(.proposal)) }
    }
}
