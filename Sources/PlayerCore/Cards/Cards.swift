/// Cards: text and symbols drawn over the picture.
struct Cards: ListeningFeature {
    private var machine = CardMachine()
    /// The item whose cards are shown.
    private var item: ItemID?
    /// The frame of the picture within the window beside a proposal.
    private var pictureFrame: WindowRect?
    /// What has no room on the picture.
    private var withoutRoom: Set<Prompt.Subject> = []
    /// What was drawn last.
    private var drawn = CardDrawing()
    /// The geometry of the window while it is on the screen.
    private var geometry: WindowRect?
    /// The title of an item that was to be played next and cannot be, and why: it is missed when its turn comes.
    private var missing: (title: String, why: String)?

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .personActed(let command, let generationBefore): noteFeedback(command, generationBefore, scene)
        case .personRefused(let command, _):
            if let why = refusal(of: command, scene) { machine.refused(why, now: scene.now) }
        default: break
        }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .engine(.pictureFramed(let rect)): pictureFrame = rect
        case .pictures(.screenshotSaved(let name)):
            machine.chose(Words.text(.saved, name, scene.settings.language), now: scene.now)
        case .pictures(.screenshotFailed(let sentence)): machine.chose(sentence, now: scene.now)
        case .engine(.cardsPlaced(let areas)): withoutRoom = Set(areas.withoutRoom.compactMap(\.prompted))
        case .window(.changed(.pointer(.entered))), .window(.changed(.pointer(.moved))):
            machine.pointerMoved(now: scene.now)
        case .window(.changed(.pointer(.left))): machine.pointerLeft()
        default: break
        }
    }

    /// Has the cards drawn when they change.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        noteWhatHappened(scene)
        if let refusal = scene.published.controls.refusal, refusal.at == scene.now {
            machine.refused(refusal.why, now: scene.now)
        }
        if item != scene.item?.id {
            item = scene.item?.id
            machine.itemChanged()
            tellMissing(scene)
        }
        if scene.isResting { tellMissing(scene) }
        geometry = scene.published.snapshot.window.geometry
        machine.settle(situation(scene), now: scene.now)
        let light = machine.shown.isEmpty ? nil : scene.published.controls.light
        // While playback is paused no frames follow that could move.
        let drawing = CardDrawing(
            machine.shown, light: light, language: scene.settings.language,
            isAnimated: scene.settings.animatesPicture && scene.status == .playing,
            canShowBar: scene.published.snapshot.window.state != .pictureInPicture)
        guard drawing != drawn, !(drawing.cards.isEmpty && drawn.cards.isEmpty) else { return }
        drawn = drawing
        requests.perform(.engine(.showCards(drawing)))
    }

    /// When the cards change if nothing else happens.
    func wakesAt(_ scene: Scene) -> MonotonicTime? { machine.changesAt }

    func describe(into published: inout Published) {
        published.snapshot.cards = machine.shown
        published.snapshot.window.cardsWithoutRoom = withoutRoom
        guard published.snapshot.proposal.state == .presented else { return }
        published.snapshot.proposal.videoFrame = geometry.map {
            pictureFrame ?? WindowRect(x: 0, y: 0, width: $0.width, height: $0.height)
        }
    }

    private func situation(_ scene: Scene) -> CardMachine.Situation {
        let snapshot = scene.published.snapshot
        var situation = CardMachine.Situation()
        situation.mode = scene.settings.cards
        situation.window = snapshot.window.state
        situation.isSeeking = scene.seekTarget != nil || (scene.generation != nil && !scene.isPresent)
        guard situation.mode != .off, situation.window != .none, scene.isPresent, scene.hasPicture else {
            situation.window = .none
            return situation
        }
        addProposal(to: &situation, scene)
        let controls = scene.published.controls
        let content = BarContent(scene: scene)
        situation.panel = controls.panel.flatMap { content.panel($0, row: controls.row, tab: controls.tab) }
        // Behind its end, an item has no position and nothing to steer.
        if scene.isResting { return situation }
        situation.progress =
            switch scene.status {
            case .playing: .playing
            case .paused: snapshot.proposal.isStillWatching ? .stillWatching : .paused
            case .stopped: .none
            }
        let display = snapshot.segments.display
        situation.position = display.display(scene.position)
        situation.length = scene.facts.duration.map(display.display)
        situation.rate = scene.anchor.rate
        situation.canUndoSkip = scene.published.canUndoSkip
        if let offer = snapshot.segments.offer, offer.isProminent, snapshot.segments.canTakeOffer {
            situation.offer = snapshot.segments.segments[offer.index].kind
        }
        situation.actions =
            snapshot.actions.offered.isEmpty
            ? [] : snapshot.actions.visible.map { ActionButton(id: $0.id, title: $0.title) }
        if let shown = snapshot.interstitial {
            situation.interstitial = InterstitialCard(number: shown.index + 1, count: shown.count)
            situation.interstitialEndsIn = shown.remaining.map { max(.zero, $0 - scene.position) }
        }
        if snapshot.interstitial?.canSkip == true { situation.offer = .interstitial }
        if !scene.facts.hasVideo {
            situation.nowPlaying = nowPlaying(scene)
            situation.lyrics = lyrics(scene)
        }
        if controls.isBarShown { situation.bar = content.bar }
        if controls.isBarShown { situation.hint = controls.hint.flatMap(content.hint) }
        return situation
    }

    private func addProposal(to situation: inout CardMachine.Situation, _ scene: Scene) {
        guard let card = ProposalContent(scene: scene).card else { return }
        let proposal = scene.published.snapshot.proposal
        situation.proposal = card
        situation.acceptsIn = proposal.acceptsIn
        situation.countingRate = proposal.rate
    }

    private func nowPlaying(_ scene: Scene) -> NowPlayingCard {
        let metadata = scene.metadata
        let chapters = scene.published.snapshot.chapters
        let chapter = chapters.current.map { chapters.chapters[$0].title }
        let details = [metadata?.artists.first ?? metadata?.album, chapter].compactMap(\.self).filter { !$0.isEmpty }
        return NowPlayingCard(title: metadata?.title ?? "", detail: details.joined(separator: " · "))
    }

    private func lyrics(_ scene: Scene) -> LyricsCard? {
        let shown = scene.published.snapshot.lyrics
        let lines = shown.lyrics.lines
        guard !lines.isEmpty else { return nil }
        let next = shown.current.map { $0 + 1 } ?? 0
        let card = LyricsCard(
            line: shown.current.map { lines[$0].text } ?? "", next: lines.indices.contains(next) ? lines[next].text : ""
        )
        return card.line.isEmpty && card.next.isEmpty ? nil : card
    }

    /// What is shown of a refusal; nil: nothing, since the window is not where it was asked.
    private func refusal(of command: PlayerCommand, _ scene: Scene) -> Refused? {
        switch command {
        case .next, .previous:
            if scene.interlude?.interstitial.canSkip == false { return .duringInterstitial }
            return scene.isLinear ? .linear : .nothingThere
        case .seek, .setPosition, .chapters(.goTo), .chapters(.next), .chapters(.previous), .segments(.takeOffer),
            .setRate:
            if scene.interlude?.interstitial.canSkip == false { return .duringInterstitial }
            if scene.isLinear { return .linear }
            if scene.notSeekable != nil { return .notSeekable }
            guard case .chapters = command else { return nil }
            return scene.published.snapshot.chapters.chapters.isEmpty ? .noChapters : .nothingThere
        case .segments(.unskip): return .nothingToUndo
        case .step: return scene.notSeekable == nil ? nil : .notSeekable
        default: return nil
        }
    }

    // MARK: One-time events

    /// Takes in the notices that earlier features sent with this change.
    private mutating func noteWhatHappened(_ scene: Scene) {
        for notice in scene.notices {
            switch notice {
            case .segments(.skipped(_, let kind, _, _, reason: .auto)): machine.skipped(kind, now: scene.now)
            // The first chapter of a new item is not a chapter change for a viewer.
            case .chapters(.changed(_, let title)) where item == scene.item?.id && scene.startedAt != nil:
                machine.chapterBegan(title, now: scene.now)
            // What is missing of an interstitial is not missed.
            case .itemFailed(let id, let fault) where !id.isOfInterstitial:
                let title =
                    scene.index(of: id).map { scene.memory.metadata(of: scene.items[$0]).title }
                    ?? ItemMetadata(MediaDescription(uri: fault.uri), isLive: false).title
                missing = (title, fault.briefly)
                if scene.startedAt == nil || id == scene.item?.id { tellMissing(scene) }
            default: break
            }
        }
    }

    private mutating func tellMissing(_ scene: Scene) {
        guard let (title, why) = missing else { return }
        missing = nil
        machine.failed(title, why: why, now: scene.now)
    }

    /// Shows the effect of a person's command. Changes by programs and timers show nothing.
    private mutating func noteFeedback(
        _ command: PlayerCommand, _ generationBefore: Generation?, _ scene: Scene
    ) {
        if leavesPosition(command) { machine.movedOn() }
        // Whoever goes elsewhere does not miss it.
        if scene.generation != generationBefore { missing = nil }
        switch command {
        // Also when it is the loudest already: whoever presses a key sees that it did something.
        case .setVolume, .setMuted: machine.volumeSet(to: scene.volume, isMuted: scene.isMuted, now: scene.now)
        case .setRate: machine.rateSet(to: scene.rate, now: scene.now)
        case .window(.setScaling(let scaling)):
            machine.chose(
                Words.text(scaling == .fill ? .filledWindow : .wholePicture, scene.settings.language), now: scene.now)
        case .tracks(let command): if let text = chosen(command, scene) { machine.chose(text, now: scene.now) }
        case .seek, .setPosition, .chapters(.goTo), .chapters(.next), .chapters(.previous), .next, .previous,
            .segments(.unskip):
            // A step to another item is not a jump within this item.
            guard scene.generation == generationBefore, scene.startedAt != nil, let target = scene.seekTarget
            else { return }
            if isByChapter(command), namesChapter(at: target, scene) { return }
            let display = scene.published.snapshot.segments.display
            machine.sought(to: display.display(target), of: scene.facts.duration.map(display.display), now: scene.now)
        default: break
        }
    }

    /// What a person chose of the tracks, in words: `Untertitel: Deutsch`, `Subtitles: +0.2 s`. Nil if that shows by itself.
    private func chosen(_ command: PlayerCommand.Tracks, _ scene: Scene) -> String? {
        let (language, tracks) = (scene.settings.language, scene.facts.tracks)
        func name(_ id: UInt32, in tracks: [MediaTrack]) -> String? {
            tracks.firstIndex { $0.id == id }.map {
                TrackLabel(track: tracks[$0], number: $0 + 1, language: language, item: scene.item?.description.uri)
                    .text
            }
        }
        let subtitles = Words.text(.subtitles, language)
        switch command {
        case .selectAudio(let id): return name(id, in: tracks.audio)
        case .selectSubtitles(nil): return "\(subtitles): \(Words.text(.off, language))"
        case .selectSubtitles(let id?): return name(id, in: tracks.subtitles).map { "\(subtitles): \($0)" }
        // What holds, as the command may have been refused.
        case .setSubtitleDelay: return "\(subtitles): \(Self.delay(scene.subtitles.delay))"
        case .setAudioDelay: return "\(Words.text(.audio, language)): \(Self.delay(scene.audioDelay))"
        case .setSubtitleScale: return "\(subtitles): \(Int((scene.subtitles.scale * 100).rounded())) %"
        case .addSubtitles: return nil
        }
    }

    /// A delay in tenths of a second, such as `+0.2 s`.
    private static func delay(_ delay: MediaTime) -> String {
        let tenths = (delay.seconds * 10).rounded() / 10
        return "\(tenths > 0 ? "+" : "")\(tenths) s"
    }

    private func leavesPosition(_ command: PlayerCommand) -> Bool {
        switch command {
        case .seek, .setPosition, .chapters(.goTo), .chapters(.next), .chapters(.previous), .next, .previous,
            .segments(.unskip), .segments(.takeOffer), .goTo, .openURI, .replaceQueue, .proposals(.accept),
            .proposals(.goOn),
            .proposals(.stop), .stop, .quit:
            true
        default: false
        }
    }

    private func isByChapter(_ command: PlayerCommand) -> Bool {
        switch command {
        case .chapters(.goTo), .chapters(.next), .chapters(.previous), .next, .previous: true
        default: false
        }
    }

    /// Whether a seek there makes another chapter current whose title will be shown.
    private func namesChapter(at target: MediaTime, _ scene: Scene) -> Bool {
        let chapters = scene.published.snapshot.chapters
        guard let index = scene.published.timeline.index(at: target), index != chapters.current else { return false }
        return !chapters.chapters[index].title.isEmpty
    }
}

extension CardTarget {
    /// The prompt that its card stands for, if that cannot be answered without it; nil: none.
    fileprivate var prompted: Prompt.Subject? {
        switch self {
        case .offer: .offer
        case .accept: .proposal
        case .goOn: .stillWatching
        case .action: .actions
        default: nil
        }
    }
}
