/// Proposals for the next item: when one is presented, people's decisions, and automatic acceptance.
struct Proposals: CommandedFeature, ListeningFeature {
    /// A command and its origin: an acceptance by a timer is automatic.
    struct Asked: Sendable {
        var command: PlayerCommand.Proposals
        var origin: CommandOrigin

        init(_ command: PlayerCommand.Proposals, _ origin: CommandOrigin) {
            self.command = command
            self.origin = origin
        }
    }

    /// The maximum number of tickets that all clients may hold together.
    static let mostInhibitors = 100

    /// The inputs of the proposal, which is rebuilt when any of them changes.
    private struct Source: Hashable, Sendable {
        var item: ItemID?
        var client: Proposal?
        var described: Proposal?
        var nextID: ItemID?
        var folder: String?
        /// Whether the item repeats, so that nothing comes after it.
        var repeats = false
        /// What was proposed and cannot be played.
        var unplayable: String?
    }

    private var source = Source()
    private var machine = ProposalMachine()
    private var proposal: Proposal?
    /// The item that would be played, with the id that it will have in the queue.
    private var item: QueueItem?
    /// The proposal of a client for this item.
    private var client: (item: ItemID, proposal: Proposal)?
    /// The clients that hold back presentation, by ticket.
    private var inhibitors: [UInt32: String] = [:]
    private var lastTicket: UInt32 = 0
    /// When the item was heard to its end, while a decision is awaited.
    private var endedAt: MonotonicTime?
    /// Whether nothing is accepted automatically until a person decides: they put the decision off, or the sleep timer elapsed
    /// during the proposal.
    private var waitsForSomebody = false
    private var timing: ProposalTiming?
    private var snapshot = ProposalSnapshot()
    private var rules = PlaybackRules.Proposed()

    mutating func handle(
        _ asked: Asked, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch asked.command {
        case .propose(let proposal): return propose(proposal, scene)
        case .withdraw:
            guard client != nil else { return .failure(.noProposal("No client has proposed anything.")) }
            client = nil
        case .accept: return accept(asked.origin == .timer ? .automatic : .user, &requests)
        case .goOn: return accept(.user, isEarly: rules.followsQueue, &requests)
        case .stop: return stop(&requests)
        case .reject: return reject(&requests)
        case .deferDecision:
            guard machine.deferDecision() else { return .failure(Self.nothingPresented) }
            // Whoever says "not now" is asked again, and nothing is decided for them.
            waitsForSomebody = true
            requests.notify(.proposals(.deferred))
        case .inhibit(let who): return inhibit(who)
        case .release(let ticket):
            guard inhibitors.removeValue(forKey: ticket) != nil else {
                return .failure(
                    .notFound("There is no inhibitor \(ticket); it was released, or its client left the bus."))
            }
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .proposalTaken:
            _ = machine.accept()
            endedAt = nil
            requests.notify(.proposals(.accepted(.automatic)))
        // What was put off belongs to that playing of the item.
        case .opened where endedAt == nil: waitsForSomebody = false
        // Otherwise it would be played while the viewer sleeps.
        case .fellAsleep: if endedAt != nil { waitsForSomebody = true }
        // Whoever stops does not want the next item either.
        case .personActed(.stop, _) where endedAt != nil || machine.state == .presented,
            .personActed(.quit, _) where endedAt != nil || machine.state == .presented:
            endedAt = nil
            machine.replace(hasProposal: proposal != nil)
        case .ended(let end) where end.waits:
            endedAt = scene.now
            waitsForSomebody = waitsForSomebody || end.fellAsleep || end.asks
        default: break
        }
    }

    /// Rebuilds the proposal when its inputs changed, then applies the position.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        derive(scene, &requests)
        timing = timing(scene)
        defer { publish(scene) }
        guard let timing, scene.status != .stopped || endedAt != nil else { return }
        let place = place(timing, scene)
        if machine.moved(to: place, isHeldBack: isHeldBack(timing, place, scene)) {
            requests.notify(.proposals(.presented))
        }
        guard machine.state == .presented else { return }
        if let picture { requests.picture(picture, namedBy: proposal?.description.list) }
        if let left = timeToAcceptance(timing, scene), left <= .zero, isCounting(scene) {
            requests.take(.proposals(.accept), from: .timer)
        }
    }

    /// When the proposal is presented or accepted automatically.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard let timing, scene.status != .stopped || endedAt != nil else { return nil }
        if let endedAt {
            guard machine.state == .presented, !waitsForSomebody, let after = timing.acceptsAfterEnd else { return nil }
            return endedAt + after
        }
        var points: [MediaTime] = []
        if case .at(let point) = timing.point { points.append(point) }
        if let acceptsAt = timing.acceptsAt { points.append(acceptsAt) }
        let here = scene.position
        return points.filter { $0 > here }.compactMap { scene.moment(of: $0) }.min()
    }

    func describe(into published: inout Published) {
        published.snapshot.proposal = snapshot
        published.rules.proposed = rules
    }

    // MARK: The proposal

    private mutating func derive(_ scene: Scene, _ requests: inout Requests) {
        let current = scene.item
        let findings = scene.facts.findings
        if client?.item != current?.id { client = nil }
        if current?.id != source.item || scene.generation != nil { endedAt = nil }
        let repeats = scene.queue.loop == .track
        var source = Source(item: current?.id, client: client?.proposal, repeats: repeats)
        if current?.id == self.source.item { source.unplayable = self.source.unplayable }
        if let item, scene.hasFailed(item.id) { source.unplayable = item.description.uri }
        source.described = (current?.description.details?.fields.next ?? findings?.sidecar?.next).flatMap(Self.proposal)
        let next = repeats || scene.progression != .advance ? nil : scene.next
        source.nextID = next?.id
        if next == nil, scene.interlude == nil, scene.settings.proposesNextEpisode {
            source.folder = findings?.nextEpisode.flatMap { scene.hasFailed(uri: $0) ? nil : $0 }
        }
        guard source != self.source else { return }
        let before = (source: self.source, proposal: proposal)
        self.source = source
        waitsForSomebody = false
        proposal = repeats || current == nil ? nil : proposal(from: source, next, scene.settings)
        if let unplayable = source.unplayable, proposal?.description.uri == unplayable { proposal = nil }
        let isOther = proposal != before.proposal || source.item != before.source.item
        if isOther { machine.replace(hasProposal: proposal != nil) }
        // An item that was the queue's next one before is not a separate item of the proposal.
        let own = isOther || item?.id == before.source.nextID ? nil : item
        item = proposedItem(own: own, next, &requests)
    }

    /// The item of the proposal: the queue's next, or a separate item that enters the queue when it is accepted.
    private func proposedItem(own: QueueItem?, _ next: QueueItem?, _ requests: inout Requests) -> QueueItem? {
        guard let proposal else { return nil }
        // A description may name the queue's next item: it is not played twice.
        if proposal.source == .queue || next?.description.uri == proposal.description.uri { return next }
        return own ?? requests.reserve(proposal.description)
    }

    /// The proposal of the first source that has one.
    private func proposal(from source: Source, _ next: QueueItem?, _ settings: PlayerSettings) -> Proposal? {
        if let client = source.client { return client }
        if let described = source.described { return described }
        if let next {
            // At the end of an item the queue continues anyway.
            return Proposal(source: .queue, description: next.description, automaticAcceptanceInterval: 0)
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
        (fields.description, fields.genre, fields.contentRating) = (next.description, next.genre, next.contentRating)
        return Proposal(
            source: .description, description: MediaDescription(uri: next.uri, details: MediaDetails(fields)),
            presentAt: next.presentAt, automaticAcceptanceInterval: next.automaticAcceptanceInterval ?? .nan)
    }

    private var picture: ImageSource? { proposal?.description.details?.fields.artwork.map { .uri($0) } }

    // MARK: The position

    private func timing(_ scene: Scene) -> ProposalTiming? {
        guard let proposal else { return nil }
        let end = scene.range.end
        let credits = scene.published.snapshot.segments.segments
            .filter { $0.kind == .closingCredits && $0.action != .ignore }
            .compactMap { TimeRange(start: $0.start, end: min($0.end, end ?? $0.end)) }
        return ProposalTiming(
            proposal, start: scene.range.start, duration: end, credits: credits.filter { $0.start < $0.end })
    }

    private func place(_ timing: ProposalTiming, _ scene: Scene) -> ProposalMachine.Place {
        if endedAt != nil { return .end }
        guard case .at(let point) = timing.point, scene.startedAt != nil, scene.position >= point else {
            return .before
        }
        return .behind
    }

    /// Nothing is presented while a client holds it back or playback must be linear. A guess is not presented in the
    /// last seconds; it waits for the end.
    private func isHeldBack(_ timing: ProposalTiming, _ place: ProposalMachine.Place, _ scene: Scene) -> Bool {
        if scene.isTrimming || !inhibitors.isEmpty || (scene.isLinear && place != .end) { return true }
        guard place == .behind, machine.state == .scheduled, timing.isGuess, let end = scene.range.end
        else { return false }
        return end - scene.position < ProposalTiming.leastRest
    }

    /// Whether the time to automatic acceptance decreases: not while paused, buffering or seeking.
    private func isCounting(_ scene: Scene) -> Bool {
        endedAt != nil || (scene.isMoving && scene.seekTarget == nil)
    }

    /// The remaining media time, and after the end real time; nil: there is no automatic acceptance.
    private func timeToAcceptance(_ timing: ProposalTiming, _ scene: Scene) -> MediaTime? {
        if waitsForSomebody || scene.progression != .advance { return nil }
        // What follows waits for somebody who is awake.
        if endedAt == nil, scene.published.rules.sleepsAtEnd { return nil }
        if let endedAt {
            return timing.acceptsAfterEnd.map { max(.zero, $0 - (scene.now - endedAt)) }
                ?? timing.acceptsAt.map { _ in .zero }
        }
        let here = scene.position
        if let acceptsAt = timing.acceptsAt { return max(.zero, acceptsAt - here) }
        guard let after = timing.acceptsAfterEnd, let end = scene.range.end else { return nil }
        // At the end itself, the end of the item decides with the accuracy of a sample.
        return max(MediaTime(nanoseconds: 1), end - here + after)
    }

    private mutating func publish(_ scene: Scene) {
        snapshot = ProposalSnapshot()
        snapshot.state = machine.state
        snapshot.proposal = machine.state == .none ? nil : proposal
        snapshot.item = machine.state == .none ? nil : item
        snapshot.isAtEnd = endedAt != nil
        if snapshot.state == .presented, let timing {
            snapshot.acceptsIn = timeToAcceptance(timing, scene)
            snapshot.moment = scene.now
            snapshot.rate = endedAt != nil ? 1 : scene.anchor.rate
            if let picture, case .fetched(let uri) = scene.published.images[picture] { snapshot.artworkURI = uri }
        }
        rules = PlaybackRules.Proposed(item: scene.item?.id, isPresented: machine.state == .presented)
        guard let proposal, let item, let timing else { return }
        rules.followsQueue = followsQueue(proposal, scene)
        if machine.state == .presented, proposal.source != .queue { rules.held = item }
        if !scene.hasFailed(item.id) { rules.end = end(proposal, item, timing, scene) }
    }

    /// Whether it is what comes next although it is not presented: the next episode of the folder, of which the queue has
    /// nothing.
    private func followsQueue(_ proposal: Proposal, _ scene: Scene) -> Bool {
        guard machine.state == .scheduled || machine.state == .deferred, proposal.source == .folder else {
            return false
        }
        return inhibitors.isEmpty && !scene.isTrimming && !scene.isLinear
    }

    /// The effect of the proposal on the end of the current item.
    private func end(
        _ proposal: Proposal, _ item: QueueItem, _ timing: ProposalTiming, _ scene: Scene
    ) -> PlaybackRules.ProposedEnd {
        let state = machine.state
        if proposal.source == .queue {
            return switch state {
            case .rejected: .stop
            case .deferred: .wait
            default: .queue
            }
        }
        guard scene.progression == .advance, timing.point != .never, state != .rejected, state != .none,
            state != .accepted, inhibitors.isEmpty
        else { return .queue }
        return timing.acceptsAfterEnd == .zero && state != .deferred ? .proposed(item) : .wait
    }

    // MARK: Decisions

    private static var nothingPresented: CommandRefusal { .noProposal("No proposal is presented now.") }

    /// Sets a client's proposal for the current item, which takes precedence over all others.
    private mutating func propose(_ proposal: Proposal, _ scene: Scene) -> Result<CommandReply, CommandRefusal> {
        guard let item = scene.item else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        if let refusal = Playback.refusal(of: [proposal.description]) { return .failure(refusal) }
        client = (item.id, proposal)
        return .success(.done)
    }

    private mutating func accept(
        _ how: AcceptanceCause, isEarly: Bool = false, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard let item, machine.accept(isEarly: isEarly) else { return .failure(Self.nothingPresented) }
        endedAt = nil
        requests.notify(.proposals(.accepted(how)))
        requests.accept(item, isUnasked: how == .automatic)
        return .success(.done)
    }

    /// Whoever stops at a proposal has seen the item: the next evening begins with the proposed one.
    private mutating func stop(_ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        guard let item, machine.accept(isEarly: rules.followsQueue) else { return .failure(Self.nothingPresented) }
        endedAt = nil
        requests.notify(.proposals(.rejected))
        requests.stop(before: item)
        return .success(.done)
    }

    /// Rejects the proposal. The queue's next item still plays at the end, unless it is the rejected one.
    private mutating func reject(_ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        guard machine.reject() else { return .failure(Self.nothingPresented) }
        requests.notify(.proposals(.rejected))
        rules.end = proposal?.source == .queue ? .stop : .queue
        // The next item of the queue is not the proposed one.
        rules.isPresented = false
        if endedAt != nil { requests.goOnAfterEnd() }
        return .success(.done)
    }

    /// - Returns: a ticket for the release.
    private mutating func inhibit(_ who: String) -> Result<CommandReply, CommandRefusal> {
        guard inhibitors.count < Self.mostInhibitors else {
            return .failure(
                .notPossible("There are already \(Self.mostInhibitors) inhibitors: release one first."))
        }
        lastTicket += 1
        inhibitors[lastTicket] = who
        return .success(.ticket(lastTicket))
    }
}
