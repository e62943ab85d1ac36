// Cards: what is drawn over the picture.
extension Player {
    /// Where in the window the picture sits while a proposal is presented; nil: there is no window.
    var videoFrame: WindowRect? {
        guard window.isVisible, let geometry = window.geometry else { return nil }
        return cards.pictureFrame ?? WindowRect(x: 0, y: 0, width: geometry.width, height: geometry.height)
    }

    /// Has them drawn when they are others than before, and wakes up when they change by themselves.
    mutating func settleCards(now: MonotonicTime) {
        if cards.item != queue.current?.id {
            cards.item = queue.current?.id
            cards.machine.itemChanged()
        }
        for action in cards.machine.settle(cardSituation(now: now), now: now) {
            switch action {
            case .show(let cards): perform(.showCards(cards))
            case .arm(let moment): perform(.arm(.cards, moment))
            case .disarm: perform(.disarm(.cards))
            }
        }
    }

    private func cardSituation(now: MonotonicTime) -> CardMachine.Situation {
        var situation = CardMachine.Situation()
        situation.mode = settings.cards
        situation.window = windowSnapshot.state
        situation.isSeeking = seeking.target != nil || (generation != nil && startedAt == nil)
        guard situation.mode != .off, situation.window != .none, startedAt != nil else {
            situation.window = .none
            return situation
        }
        situation.isPlaying = status == .playing
        situation.isPaused = status == .paused
        let display = segments.published.display
        situation.position = display.display(position(at: now))
        situation.length = facts.duration.map(display.display)
        situation.rate = reportedPosition.rate
        situation.canUndoSkip = segments.machine.lastSkip?.isAutomatic ?? false
        if let offer = segments.machine.offer, offer.isProminent, canTakeOffer {
            situation.offer = segments.machine.segments[offer.index].kind
        }
        guard proposals.machine.state == .presented else { return situation }
        let proposed = proposalSnapshot(now: now)
        guard let proposal = proposed.proposal else { return situation }
        let metadata = ItemMetadata(proposal.description, findings: nil, tags: MediaTags(), isLive: false)
        situation.proposal = ProposalCard(
            title: metadata.title, subtitle: metadata.subtitle, artworkURI: proposed.artworkURI)
        situation.acceptsIn = proposed.acceptsIn
        situation.countingRate = proposed.rate
        return situation
    }

    /// Shows people what their command did; what programs and timers change shows nothing.
    mutating func noteFeedback(
        _ command: PlayerCommand, volumeBefore: Double, generationBefore: Generation?, now: MonotonicTime
    ) {
        if leavesPosition(command) { cards.machine.movedOn() }
        switch command {
        case .setVolume:
            if volume != volumeBefore { cards.machine.volumeChanged(to: volume, now: now) }
        case .seek, .setPosition, .goToChapter, .nextChapter, .previousChapter, .next, .previous, .unskip:
            // To another item is no jump in this one.
            guard generation == generationBefore, startedAt != nil, let target = seeking.target else { return }
            if isByChapter(command), namesChapter(at: target) { return }
            let display = segments.published.display
            cards.machine.sought(to: display.display(target), of: facts.duration.map(display.display), now: now)
        default: break
        }
    }

    private func leavesPosition(_ command: PlayerCommand) -> Bool {
        switch command {
        case .seek, .setPosition, .goToChapter, .nextChapter, .previousChapter, .next, .previous, .unskip, .takeOffer,
            .goTo, .openURI, .replaceQueue, .acceptProposal, .stop:
            true
        default: false
        }
    }

    private func isByChapter(_ command: PlayerCommand) -> Bool {
        switch command {
        case .goToChapter, .nextChapter, .previousChapter, .next, .previous: true
        default: false
        }
    }

    /// Whether going there makes another chapter current whose name is shown then.
    private func namesChapter(at target: MediaTime) -> Bool {
        guard let index = chapters.timeline.index(at: target), index != chapters.told.index else { return false }
        return !chapters.published.chapters[index].title.isEmpty
    }
}
