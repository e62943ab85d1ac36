/// Segments of the current item: following, skipping, offering and blocking them.
struct Segments: CommandedFeature, ListeningFeature {
    /// The inputs of the segments, which are rebuilt when any of them changes.
    private struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        /// Their titles tell kinds. They may come last, from a file that a description names.
        var chapters: [Chapter] = []
        var streamed: [TimedRange] = []
        var duration: MediaTime?
        var policies: [SegmentKind: SegmentAction] = [:]
        var titleRules: ChapterTitleRules?
        var areInterstitialsLinear = false
        /// The points as given, plausible or not.
        var points = TrimPoints()
    }

    private var source = Source()
    private var machine = SegmentMachine()
    private var interstitials = InterstitialMachine()
    private var snapshot = SegmentSnapshot()
    private var rules = PlaybackRules.Segments()
    /// The item that the machine follows, and the last position in it.
    private var item: ItemID?
    private var position: MediaTime?
    /// Whether a seek moved the position since.
    private var hasJumped = false
    /// The clients that want the item to be played linearly; this ends with the item.
    private var linear = (item: ItemID?.none, clients: Set<String>())
    /// Whether an interstitial plays that cannot be skipped.
    private var mustBeSeen = false
    /// What was logged about segments that were left out or trusted less.
    private var doubts: Set<String> = []
    private var takesOfferAsNext = false
    private var canTakeOffer = false
    private var isSeekable = false

    init(_ settings: PlayerSettings) { snapshot.policies = settings.segmentPolicies }

    mutating func handle(
        _ command: PlayerCommand.Segments, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .takeOffer: return takeOffer(scene, &requests)
        case .dismissOffer:
            guard machine.dismissOffer() else { return .failure(Self.nothingOffered) }
        case .unskip: return unskip(scene, &requests)
        case .set(let segments): return set(segments, scene, &requests)
        case .setPolicies(let policies): setPolicies(policies, scene.settings)
        case .setLinear(let isLinear, let client): return setLinear(isLinear, client, scene)
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .configured(let old):
            if old.segmentPolicies != scene.settings.segmentPolicies { setPolicies([:], scene.settings) }
        // What was saved of another item's segments does not apply to this one.
        case .entered: if item == nil { _ = machine.reset() }
        case .sought: hasJumped = true
        case .jumped(let from, let to): _ = interstitials.destination(from: from, to: to)
        case .leftOut(let range, let from, let reason): tellLeftOut(range, from: from, reason, &requests)
        case .restored(let session):
            if scene.item != nil { machine.disarm(session.state.disarmedSegments) }
        default: break
        }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .library(.restoredItemReplaced(let id)) = event, scene.published.rules.waiting?.item == id,
            scene.item?.id == id
        else { return }
        machine.disarm([])
    }

    /// Rebuilds the segments when their inputs changed, then applies the position.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        if scene.generation == nil || item != scene.item?.id { leave(&requests) }
        if linear.item != scene.item?.id { linear = (nil, []) }
        mustBeSeen = scene.interlude?.interstitial.canSkip == false
        let before = rules
        derive(scene, &requests)
        defer {
            isSeekable = scene.notSeekable == nil
            canTakeOffer = isSeekable && !isLinear
            takesOfferAsNext = scene.settings.nextTakesOffer && machine.offer?.isProminent == true && canTakeOffer
        }
        // A position in a range that is now blocked leaves that first.
        guard rules == before else { return requests.settleAgain() }
        // Not before the duration is known, which is needed to judge the segments.
        guard scene.generation != nil, scene.facts.isPrepared, !scene.isLeaving else { return }
        followPosition(scene, &requests)
    }

    /// While the position moves: when anything changes.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard scene.generation != nil else { return nil }
        let here = scene.position
        return [machine.change(after: here), interstitials.change(after: here)].compactMap(\.self).min()
            .flatMap { scene.moment(of: $0) }
    }

    func describe(into published: inout Published) {
        published.snapshot.segments = snapshot
        published.snapshot.segments.active = machine.active
        // Nobody could take it.
        published.snapshot.segments.offer = isSeekable ? machine.offer : nil
        published.snapshot.segments.canTakeOffer = canTakeOffer
        published.snapshot.segments.requiresLinearPlayback = isLinear || mustBeSeen
        published.canUndoSkip = machine.lastSkip?.isAutomatic ?? false
        published.takesOfferAsNext = takesOfferAsNext
        published.disarmedSegments = machine.disarmedSegments
        published.rules.segments = rules
        published.rules.policies = snapshot.policies
        published.rules.interstitials = interstitials
        published.rules.isLinear = isLinear
    }

    // MARK: The segments

    /// Rebuilds the segments and the blocked ranges when their inputs changed.
    private mutating func derive(_ scene: Scene, _ requests: inout Requests) {
        let item = scene.item
        let source = Source(
            item: item?.id, details: item?.description.details, findings: scene.facts.findings,
            chapters: scene.published.snapshot.chapters.list.chapters,
            streamed: scene.facts.timeline?.ranges ?? [], duration: scene.facts.duration, policies: snapshot.policies,
            titleRules: scene.settings.titleRules,
            areInterstitialsLinear: scene.settings.linearInterstitials, points: scene.range.source.points)
        guard source != self.source else { return }
        self.source = source
        let proposals = SegmentSources.proposals(
            description: source.details?.fields, findings: source.findings,
            chapters: source.chapters, streamed: source.streamed,
            rules: source.titleRules)
        let (made, doubts) = SegmentNormalizer(policies: source.policies, duration: source.duration).segments(proposals)
        for doubt in doubts + [scene.range.doubt].compactMap(\.self) where self.doubts.insert(doubt).inserted {
            requests.logLine("\(item?.description.uri ?? ""): \(doubt)")
        }
        rules = PlaybackRules.Segments(
            item: item?.id, blocked: ItemCuts.blocked(made), silent: ItemCuts.silent(made))
        let shown = made.filter { $0.kind == .interstitial && $0.action != .ignore }
        let interstitials = shown.map(\.range)
        snapshot.display = DisplayTimeline(
            interstitials: interstitials, trimmed: scene.range.points.ranges(duration: source.duration))
        // What is never played cannot be watched first.
        let range = PlayableRange(
            .init(points: source.points, duration: source.duration, blocked: rules.blocked))
        let unplayed = range.blocked.ranges
        let linear = shown.filter { source.areInterstitialsLinear || $0.isLinear }.map(\.range)
        self.interstitials.replace(
            with: linear.filter { range in
                !unplayed.contains { $0.start <= range.start && range.end <= $0.end }
            })
        if made != snapshot.segments {
            snapshot.segments = made
            snapshot.revision += 1
        }
        guard made != machine.segments else { return }
        let skipsFirst = scene.settings.skipsFirstOpening || !isFirstEpisode(scene)
        carryOut(
            machine.replace(with: made, armed: { $0.kind != .openingCredits || skipsFirst }, at: position), &requests)
    }

    /// The opening of a season's first episode is worth watching once.
    private func isFirstEpisode(_ scene: Scene) -> Bool {
        let client = scene.item?.description.details?.fields
        let findings = scene.facts.findings
        return (client?.episode ?? findings?.sidecar?.episode ?? findings?.container.fields.episode) == 1
    }

    /// Stops following the item.
    private mutating func leave(_ requests: inout Requests) {
        guard item != nil else { return }
        carryOut(machine.reset(), &requests)
        interstitials.reset()
        source = Source()
        doubts = []
        item = nil
        position = nil
        hasJumped = false
    }

    // MARK: Following the position

    private mutating func followPosition(_ scene: Scene, _ requests: inout Requests) {
        // The segments are known shortly; an opening at the very start must not be missed.
        guard scene.facts.findings != nil || scene.startedAt != nil else { return }
        let here = scene.position
        let last = position
        let isNew = item == nil
        let move: SegmentMachine.Move =
            isNew || last == nil ? (here <= Self.beginning ? .began : .jumped) : hasJumped ? .jumped : .played
        item = scene.item?.id
        position = here
        hasJumped = false
        // A skip that is not possible is not announced.
        carryOut(machine.moved(to: here, move, canSkip: scene.notSeekable == nil, now: scene.now), &requests)
        guard move == .played, let last, here > last else { return }
        if let target = interstitials.played(from: last, to: here) { requests.seek(to: target, .rule) }
    }

    /// An item that is at this position or before it when it begins, begins at its start.
    private static let beginning = MediaTime(nanoseconds: 500_000_000)

    /// Ignored segments are listed but not announced.
    private func carryOut(_ actions: [SegmentMachine.Action], _ requests: inout Requests) {
        for action in actions {
            switch action {
            case .entered(let index, let segment):
                if segment.action != .ignore { requests.notify(.segments(.entered(index, kind: segment.kind))) }
            case .left(let index, let segment):
                if segment.action != .ignore { requests.notify(.segments(.left(index, kind: segment.kind))) }
            case .skip(let index, let segment, let from, let to):
                requests.notify(.segments(.skipped(index, kind: segment.kind, from: from, to: to, reason: .auto)))
                requests.seek(to: to, .skip)
            }
        }
    }

    private func tellLeftOut(
        _ range: TimeRange, from position: MediaTime, _ reason: SkipReason, _ requests: inout Requests
    ) {
        guard let index = snapshot.segments.firstIndex(where: { $0.action == .block && $0.range == range })
        else { return }
        let kind = snapshot.segments[index].kind
        requests.notify(.segments(.skipped(index, kind: kind, from: position, to: range.end, reason: reason)))
    }

    // MARK: Commands

    private static var nothingOffered: CommandRefusal { .noOffer("Skipping is not offered at this position.") }

    /// Skips the interstitial that plays, or the offered segment.
    private mutating func takeOffer(
        _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        if let interlude = scene.interlude, machine.offer == nil {
            guard interlude.interstitial.canSkip else { return .failure(Playback.linear) }
            requests.take(.next, from: .person)
            return .success(.done)
        }
        if isLinear { return .failure(Playback.linear) }
        if let offer = machine.offer, let refusal = scene.seekRefusal(to: offer.end) { return .failure(refusal) }
        guard let skip = machine.takeOffer(at: scene.position, now: scene.now) else {
            return .failure(Self.nothingOffered)
        }
        let kind = machine.segments[skip.index].kind
        requests.notify(.segments(.skipped(skip.index, kind: kind, from: skip.from, to: skip.to, reason: .offer)))
        requests.seek(to: skip.to, .skip)
        return .success(.done)
    }

    /// Returns to where the last skip began; its segment then plays.
    private mutating func unskip(_ scene: Scene, _ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        if scene.generation != nil, let refusal = scene.notSeekable { return .failure(refusal) }
        guard let skip = machine.takeBack() else {
            return .failure(.notPossible("Nothing was skipped in this item."))
        }
        requests.notify(.segments(.unskipped(skip.index, to: skip.from)))
        requests.seek(to: skip.from, .rule)
        return .success(.done)
    }

    /// Whether Previous undoes an automatic skip.
    func undoesSkip(_ scene: Scene) -> Bool {
        guard scene.notSeekable == nil, let skip = machine.lastSkip, skip.isAutomatic else { return false }
        return scene.now - skip.moment <= Self.regret
    }

    private static let regret = MediaTime(nanoseconds: 5_000_000_000)

    /// Changes the current item's description, so that the queue returns the segments.
    private func set(
        _ segments: [SegmentDescription], _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard let item = scene.item else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        fields.segments = segments
        requests.describe(item, fields)
        return .success(.done)
    }

    /// Sets the policies; kinds that are not named follow the configuration.
    private mutating func setPolicies(_ named: [SegmentKind: SegmentAction], _ settings: PlayerSettings) {
        let policies = settings.segmentPolicies.merging(named) { $1 }.filter { $0.value != $0.key.defaultAction }
        guard policies != snapshot.policies else { return }
        snapshot.policies = policies
        snapshot.revision += 1
    }

    // MARK: Linear playback

    /// Whether forward seeks, faster rates, skips and steps to the next chapter are refused.
    private var isLinear: Bool {
        !linear.clients.isEmpty || position.map { interstitials.isLinear(at: $0) } ?? false
    }

    private mutating func setLinear(
        _ isWanted: Bool, _ client: String, _ scene: Scene
    ) -> Result<CommandReply, CommandRefusal> {
        guard isWanted else {
            linear.clients.remove(client)
            return .success(.done)
        }
        guard let item = scene.item else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        if linear.item != item.id { linear = (item.id, []) }
        linear.clients.insert(client)
        return .success(.done)
    }
}
