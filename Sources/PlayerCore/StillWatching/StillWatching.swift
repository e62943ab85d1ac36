/// Pauses after a long time without a sign of presence, like Netflix and Jellyfin; unlike there, Next counts as a
/// sign.
struct StillWatching: ListeningFeature {
    /// The last action of a person, and the position of playback then.
    private struct SignOfLife: Sendable {
        var moment: MonotonicTime
        var item: ItemID?
        var position: MediaTime
    }

    private var lastSign: SignOfLife?
    /// The number of automatic acceptances since then.
    private var acceptances = 0
    /// Whether playback is paused and waits for a sign.
    private var isAsking = false
    private var asksBeforeNext = false
    private var goesBackTo: PlaybackRules.Place?

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .personActs(let command): answer(command, &requests)
        case .personActed: noteSign(scene)
        case .proposalTaken: acceptances += 1
        case .ended(let end):
            if end.isUnasked { acceptances += 1 }
            if end.asks { ask() }
        default: return
        }
        derive(scene)
    }

    /// Every key press and click in the window is a sign, even one without a meaning.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .window(.changed(let event)) = event else { return }
        switch event {
        case .key: noteSign(scene)
        case .pointer(let pointer):
            switch pointer {
            case .entered, .moved, .left: break
            default: noteSign(scene)
            }
        default: break
        }
    }

    /// Asks after too long a time without a sign.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        // A restored session plays without any sign so far.
        if lastSign == nil, scene.status == .playing { noteSign(scene) }
        if let due = due(scene), due <= scene.now {
            ask()
            requests.take(.pause, from: .timer)
            if let sign = sign(scene) { requests.goBack(to: sign.item, at: sign.position) }
        }
        derive(scene)
    }

    func wakesAt(_ scene: Scene) -> MonotonicTime? { due(scene) }

    func describe(into published: inout Published) {
        published.snapshot.proposal.isStillWatching = isAsking
        published.rules.asksBeforeNext = asksBeforeNext
        published.rules.lastSign = goesBackTo
    }

    private func due(_ scene: Scene) -> MonotonicTime? {
        guard let limit = scene.settings.stillWatching.time, let lastSign, scene.status == .playing else { return nil }
        return lastSign.moment + limit
    }

    /// A person acted: playback resumes, unless the command itself resumes, pauses or ends it.
    private mutating func answer(_ command: PlayerCommand, _ requests: inout Requests) {
        guard isAsking else { return }
        isAsking = false
        switch command {
        case .play, .playPause, .pause, .stop, .quit, .clear, .replaceQueue, .sleepTimer: break
        default: requests.take(.play, from: .program)
        }
    }

    /// Remembers the position of playback when a person acted.
    private mutating func noteSign(_ scene: Scene) {
        acceptances = 0
        lastSign = SignOfLife(
            moment: scene.now, item: scene.item?.id, position: scene.generation == nil ? .zero : scene.position)
    }

    /// From here on, automatic playback waits for a sign.
    private mutating func ask() {
        isAsking = true
        acceptances = 0
    }

    /// The position of the last sign, if playback must go back there.
    private func sign(_ scene: Scene) -> PlaybackRules.Place? {
        guard scene.settings.stillWatching.rollsBack, let lastSign, let item = lastSign.item else { return nil }
        return PlaybackRules.Place(item: item, position: lastSign.position)
    }

    /// Derives whether the item that follows the current one automatically waits for a sign.
    private mutating func derive(_ scene: Scene) {
        goesBackTo = sign(scene)
        guard let limit = scene.settings.stillWatching.items, !isAsking, acceptances + 1 >= limit else {
            asksBeforeNext = false
            return
        }
        let proposed = scene.published.rules.proposed
        if case .proposed = proposed.end { asksBeforeNext = true } else { asksBeforeNext = proposed.isPresented }
    }
}
