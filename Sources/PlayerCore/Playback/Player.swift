/// Makes all decisions: it takes commands and events, and returns effects, notices and a snapshot.
///
/// ``Playback`` moves playback; each of the ``Features`` decides about one subject and requests movements. After each
/// command or event the player settles: playback, then the features in order, again while any of them moved playback;
/// then the features that only show or record the result.
public struct Player: Sendable {
    /// Playback, and what the features see of it and of each other.
    private(set) var scene: Scene
    private(set) var features: Features
    /// Collected while a command or event is handled.
    private var outcome = PlayerOutcome()
    /// Whether something changed that earlier features must know.
    private var hasMoved = false

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: the seed of shuffling.
    public init(firstID: UInt64, seed: UInt64, settings: PlayerSettings = PlayerSettings()) {
        scene = Scene(Playback(firstID: firstID, seed: seed, settings: settings))
        features = Features(settings)
        for feature in Features.all { feature.describe(&features, &scene.published) }
        scene.playback.follow(scene.published.rules)
        for feature in Features.deciding { follow(feature) }
        outcome = PlayerOutcome()
    }

    /// Handles a command; `now` is the time of the call.
    ///
    /// - Returns: the reply for the caller, and the outcome for the others. A refused command changes nothing.
    public mutating func handle(
        _ command: PlayerCommand, from origin: CommandOrigin, now: MonotonicTime
    ) -> (Result<CommandReply, CommandRefusal>, PlayerOutcome) {
        begin(at: now)
        let result = take(command, from: origin)
        return (result, settle())
    }

    /// Handles an event from anything but a client; `now` is the time of handling it. Events of an older generation
    /// change nothing.
    public mutating func handle(_ event: PlayerEvent, now: MonotonicTime) -> PlayerOutcome {
        begin(at: now)
        switch event {
        case .engine(let event): move { $0.handle(event, now: now) }
        case .reading(let event): move { $0.handle(event, now: now) }
        default: break
        }
        for feature in Features.all {
            guard let hear = feature.hear else { continue }
            var requests = scene.requests
            hear(&features, event, scene, &requests)
            finish(feature.describe, requests)
        }
        return settle()
    }

    /// Returns the state as one value. It shares the queue and the item states with the player, so it is cheap.
    public func snapshot() -> PlayerSnapshot {
        var snapshot = scene.published.snapshot
        scene.playback.describe(into: &snapshot, scene.published)
        return snapshot
    }

    private mutating func begin(at now: MonotonicTime) {
        scene.now = now
        scene.isFirstRound = true
        scene.playback.note(now)
    }

    // MARK: Commands

    /// The single entry for calls on the bus, keys and clicks in the window, and timers.
    @discardableResult
    private mutating func take(
        _ command: PlayerCommand, from origin: CommandOrigin
    ) -> Result<CommandReply, CommandRefusal> {
        guard origin == .person else { return carryOut(command, from: origin) }
        tell(.personActs(command))
        let generation = scene.playback.generation
        let result = carryOut(command, from: origin)
        tell(.personActed(command, generationBefore: generation))
        if case .failure(let refusal) = result { tell(.personRefused(command, refusal)) }
        return result
    }

    private mutating func carryOut(
        _ command: PlayerCommand, from origin: CommandOrigin
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .chapters(let command): return handle(command, \.chapters)
        case .step(let frames): return handle(frames, \.frameSteps)
        case .rotate(let degrees): return handle(degrees, \.rotation)
        case .loudness(let command): return handle(command, \.loudness)
        case .devices(let command): return handle(command, \.devices)
        case .segments(let command): return handle(command, \.segments)
        case .live(let command): return handle(command, \.live)
        case .actions(let command): return handle(command, \.actions)
        case .proposals(let command): return handle(Proposals.Asked(command, origin), \.proposals)
        case .sleepTimer(let command): return handle(command, \.sleepTimer)
        case .trimming(let command): return handle(command, \.trimming)
        case .window(let command): return handle(command, \.window)
        case .reading(let command): return handle(command, \.reading)
        case .exports(let command): return handle(command, \.exports)
        case .configure(let settings):
            let old = scene.playback.settings
            move { $0.configure(settings) }
            tell(.configured(from: old))
            return .success(.done)
        // Whoever goes on while a proposal is shown means it, and after the end there is nothing else to play.
        case .next where scene.published.rules.proposed.isPresented: return acceptAsNext(from: origin)
        case .play where scene.published.snapshot.proposal.isOver,
            .playPause where scene.published.snapshot.proposal.isOver:
            return handle(Proposals.Asked(.accept, origin), \.proposals)
        // Whoever leaves behind the end has seen the item.
        case .stop where scene.published.snapshot.proposal.isOver, .quit where scene.published.snapshot.proposal.isOver:
            return handle(Proposals.Asked(.stop, origin), \.proposals)
        // The last line can be heard again.
        case .seek(let offset) where scene.published.snapshot.proposal.isOver && offset < .zero:
            move { $0.goBackFromEnd(by: offset) }
            return .success(.done)
        case .previous where scene.published.snapshot.proposal.isOver:
            let now = scene.now
            return move { $0.handle(.play, now: now) }
        // Next and Previous can take an offer or step by chapter.
        case .next where scene.published.takesOfferAsNext: return handle(.takeOffer, \.segments)
        case .next where scene.published.stepsByChapter && features.chapters.canStep(.forward, scene):
            return handle(.next, \.chapters)
        case .next where scene.published.rules.proposed.followsQueue: return acceptAsNext(from: origin)
        case .previous where features.segments.undoesSkip(scene): return handle(.unskip, \.segments)
        case .previous where scene.published.stepsByChapter && features.chapters.canStep(.backward, scene):
            return handle(.previous, \.chapters)
        default:
            let now = scene.now
            return move { $0.handle(command, now: now) }
        }
    }

    /// The proposed item becomes current; what is paused or stopped stays so, as MPRIS asks of Next.
    private mutating func acceptAsNext(from origin: CommandOrigin) -> Result<CommandReply, CommandRefusal> {
        let isAtEnd = scene.published.snapshot.proposal.isAtEnd
        let staysPaused = scene.status == .paused && !isAtEnd
        let staysStopped = scene.status == .stopped && !isAtEnd
        let result = handle(Proposals.Asked(staysStopped ? .stop : .goOn, origin), \.proposals)
        let now = scene.now
        if staysPaused { _ = move { $0.handle(.pause, now: now) } }
        return result
    }

    private mutating func handle<Part: CommandedFeature>(
        _ command: Part.Command, _ part: WritableKeyPath<Features, Part>
    ) -> Result<CommandReply, CommandRefusal> {
        var requests = scene.requests
        let result = features[keyPath: part].handle(command, scene, &requests)
        finish({ $0[keyPath: part].describe(into: &$1) }, requests)
        return result
    }

    // MARK: Settling

    /// Derives all consequences of the new state, and hands out what was collected.
    private mutating func settle() -> PlayerOutcome {
        let now = scene.now
        // Each round may end an item, and the next item has consequences, too. This terminates, because an item that
        // ends as soon as it begins counts as failed.
        var rounds = 4 * scene.playback.settings.failureLimit + 16
        repeat {
            let generation = scene.playback.generation
            move { $0.settleMovement(now: now) }
            hasMoved = scene.playback.generation != generation
            for feature in Features.deciding { follow(feature) }
            scene.isFirstRound = false
            rounds -= 1
        } while hasMoved && rounds > 0
        if rounds == 0 { outcome.logLines.append("The player does not settle; please report this with the log.") }
        move {
            $0.settleAhead(now: now)
            $0.settleAccount()
        }
        for feature in Features.telling { follow(feature) }
        outcome.wake = scene.playback.wakesAt(now: now)
        for feature in Features.all {
            guard let wake = feature.wakesAt(&features, scene) else { continue }
            outcome.wake = min(wake, outcome.wake ?? wake)
        }
        scene.notices = []
        defer { outcome = PlayerOutcome() }
        return outcome
    }

    private mutating func follow(_ feature: FeatureSlot) {
        var requests = scene.requests
        feature.follow(&features, scene, &requests)
        finish(feature.describe, requests)
    }

    /// Publishes what a feature describes, then carries out its requests.
    private mutating func finish(
        _ describe: (inout Features, inout Published) -> Void, _ requests: Requests
    ) {
        describe(&features, &scene.published)
        if scene.published.rules != scene.playback.rules {
            scene.playback.follow(scene.published.rules)
            hasMoved = true
        }
        scene.playback.noteReserved(before: requests.nextID)
        for request in requests.all { carryOut(request) }
    }

    private mutating func carryOut(_ request: Requests.Request) {
        switch request {
        case .effect(let effect): outcome.effects.append(effect)
        case .notice(let notice): notify(notice)
        case .logLine(let sentence): outcome.logLines.append(sentence)
        case .command(let command, let origin):
            hasMoved = true
            take(command, from: origin)
        case .picture(let source, let origin):
            var requests = scene.requests
            features.nowPlaying.fetch(source, namedBy: origin, &requests)
            finish({ $0.nowPlaying.describe(into: &$1) }, requests)
        case .settleAgain: hasMoved = true
        default:
            hasMoved = true
            let now = scene.now
            move { $0.carryOut(request, now: now) }
        }
    }

    /// Runs a change of playback, and sends its events to the features.
    @discardableResult
    private mutating func move<Answer>(_ body: (inout Playback) -> Answer) -> Answer {
        let answer = body(&scene.playback)
        let done = scene.playback.takeOutcome()
        outcome.effects += done.outcome.effects
        outcome.logLines += done.outcome.logLines
        for notice in done.outcome.notices { notify(notice) }
        for event in done.events { tell(event) }
        return answer
    }

    private mutating func tell(_ event: PlaybackEvent) {
        hasMoved = true
        for feature in Features.all {
            guard let hear = feature.hearPlayback else { continue }
            var requests = scene.requests
            hear(&features, event, scene, &requests)
            finish(feature.describe, requests)
        }
    }

    private mutating func notify(_ notice: PlayerNotice) {
        outcome.notices.append(notice)
        scene.notices.append(notice)
    }
}
