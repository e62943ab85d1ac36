import PlayerCore
import Testing

/// Thousands of random commands and of plausible and stale events; after each one the rules that always hold.
@Suite struct RandomSequenceTests {
    @Test(arguments: 0..<24) func whateverHappensTheInvariantsHold(seed: UInt64) {
        var run = RandomRun(seed: seed)
        for _ in 0..<700 {
            run.step()
            if let violation = run.violation {
                Issue.record("seed \(seed), after \(run.history.suffix(12)): \(violation)")
                return
            }
        }
    }

    /// The same, but with an engine that answers, and time that passes.
    @Test(arguments: 0..<24) func withAnEngineThatAnswersPlaybackGoesOnOrStops(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let engine = FakeEngine(seed: seed)
        for uri in RandomRun.uris {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: engine.media[uri] = .broken
            case 1:
                engine.media[uri] = .broken
                engine.media[uri]?.failsLate = true
            case 2: engine.media[uri] = .live
            case 3: engine.media[uri] = FakeMedia(duration: .seconds(3), isSeekable: false)
            case 4, 5:
                // A list, which may hold others and itself.
                engine.media[uri] = FakeMedia(fault: PlaybackFault(.containerUnknown, "It is no media."))
                let entries = RandomRun.uris.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                if !entries.isEmpty {
                    engine.lists[uri] = .entries(entries.map { ListEntry(MediaDescription(uri: $0)) })
                }
            default: engine.media[uri] = FakeMedia(duration: .seconds(Double.random(in: 1...60, using: &generator)))
            }
        }
        for _ in 0..<400 {
            if Bool.random(using: &generator) {
                engine.send(RandomRun.command(engine.snapshot, &generator))
            } else {
                engine.advance(Double.random(in: 0...30, using: &generator))
            }
            let snapshot = engine.snapshot
            if let violation = RandomRun.violation(of: snapshot, now: engine.now) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
            #expect((snapshot.status == .stopped) == (engine.currentGeneration == nil))
            if snapshot.status == .playing, let current = snapshot.current {
                #expect(snapshot.itemStates[current.id]?.phase == .playing, "the engine answers at once")
            }
        }
    }

    @Test(arguments: 0..<40) func whatTheSnapshotPromisesIsTrue(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let engine = FakeEngine(RandomRun.uris, seed: seed)
        for _ in 0..<60 {
            engine.send(RandomRun.command(engine.snapshot, &generator))
            let before = engine.snapshot
            var probe = engine.player
            _ = probe.handle(.next, from: .person, now: engine.now)
            if before.canGoNext {
                #expect(probe.snapshot().current?.id != before.current?.id)
                // Behind the end, there is nothing that could stay paused.
                #expect(probe.snapshot().status == before.status || before.proposal.isOver)
            } else {
                #expect(probe.snapshot().current?.id == before.current?.id)
            }
            probe = engine.player
            let (seek, outcome) = probe.handle(.seek(by: .zero), from: .person, now: engine.now)
            if before.canSeek {
                #expect(seek == .success(.done))
                #expect(!outcome.effects.isEmpty)
            }
            probe = engine.player
            _ = probe.handle(.play, from: .person, now: engine.now)
            #expect((probe.snapshot().status == .playing) == before.canPlay)
        }
    }
}

/// One player, given nonsense.
struct RandomRun {
    static let uris = (0..<9).map { "file:///\($0).mkv" }

    private var generator: SplitMix64
    private var player: Player
    private var now = MonotonicTime.seconds(5)
    private(set) var history: [String] = []
    private(set) var violation: String?
    private var known: Set<Generation> = []
    private var current: Generation?
    /// Whether the last frame of what was released stays.
    private var isResting = false
    private var preload: Generation?
    private var lastGeneration: UInt64 = 0
    private var lastSeek: UInt64 = 0

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        player = Player(firstID: 1, seed: seed)
    }

    mutating func step() {
        now = now + .seconds(Double.random(in: 0...4, using: &generator))
        if Int.random(in: 0..<3, using: &generator) == 0 {
            let command = Self.command(player.snapshot(), &generator)
            history.append("\(command)")
            let (_, outcome) = player.handle(command, from: .person, now: now)
            check(outcome)
        } else {
            let event = event().map { PlayerEvent.engine($0) } ?? .wake
            history.append("\(event)")
            check(player.handle(event, now: now))
        }
        if violation == nil { violation = Self.violation(of: player.snapshot(), now: now) }
    }

    private mutating func check(_ outcome: PlayerOutcome) {
        for case .engine(let effect) in outcome.effects {
            switch effect {
            case .prepare(let generation, _):
                if generation == preload {
                    preload = nil
                } else if generation.rawValue <= lastGeneration {
                    violation = "generation \(generation) was used before"
                }
                if preload != nil { violation = "another preload is left behind by prepare" }
                current = generation
                isResting = false
                remember(generation)
            case .preload(let generation, _):
                if preload != nil { violation = "two preloads at once" }
                if generation.rawValue <= lastGeneration { violation = "generation \(generation) was used before" }
                preload = generation
                remember(generation)
            case .dropPreload:
                if preload == nil { violation = "nothing to drop" }
                preload = nil
            case .setGain, .chooseDevice, .watchDevices, .watchBuffer, .preferTracks, .styleSubtitles, .delaySound,
                .fillWindow,
                .scalePicture, .redrawPicture, .showCards, .showArtwork, .findFrame, .turnPicture, .disconnect,
                .connect:
                break
            case .release, .rest:
                if current == nil, !isResting { violation = "nothing to release" }
                if preload != nil { violation = "released with a preload" }
                current = nil
                isResting = effect == .rest
            case .seek(let generation, let id, let target, _, _):
                checkSeek(generation, id, target)
            case .setRate(let generation, let id, let rate, let position, _):
                if !(0.25...4).contains(rate) { violation = "rate \(rate)" }
                checkSeek(generation, id, position)
            case .selectAudio(let generation, _), .selectSubtitles(let generation, _), .addSubtitles(let generation, _):
                if generation != current { violation = "an effect for the stale \(generation)" }
            case .cut(let generation, let cuts):
                if generation != current, generation != preload { violation = "a cut for the stale \(generation)" }
                if cuts.contains(where: { $0.end ?? $0.start + .seconds(1) <= $0.start }) {
                    violation = "a cut of nothing"
                }
            case .blank(let generation, _, _):
                if generation != current, generation != preload { violation = "silence for the stale \(generation)" }
            case .setPlaying:
                if current == nil { violation = "setPlaying without an item" }
            case .setVolume(let volume):
                if !(0...1.5).contains(volume) { violation = "volume \(volume)" }
            }
        }
        if outcome.effects.count > 12 { violation = "\(outcome.effects.count) effects at once" }
        if (current == nil) != (player.snapshot().status == .stopped) { violation = "status and pipeline differ" }
    }

    private mutating func checkSeek(_ generation: Generation, _ id: SeekID, _ target: MediaTime) {
        if generation != current { violation = "a seek for the stale \(generation)" }
        if id.rawValue <= lastSeek { violation = "seek \(id) was used before" }
        if target < .zero { violation = "a seek before 0" }
        lastSeek = id.rawValue
    }

    private mutating func remember(_ generation: Generation) {
        known.insert(generation)
        lastGeneration = max(lastGeneration, generation.rawValue)
    }

    private mutating func event() -> EngineEvent? {
        var candidates = [current, preload, current].compactMap { $0 }
        if candidates.isEmpty || Int.random(in: 0..<6, using: &generator) == 0 {
            candidates = [Generation(rawValue: UInt64.random(in: 0...(lastGeneration + 2), using: &generator))]
        }
        let generation = candidates.randomElement(using: &generator) ?? Generation(rawValue: 0)
        let time = MediaTime.seconds(Double.random(in: -5...120, using: &generator))
        let anchor = PositionAnchor(
            position: time, moment: now, rate: [0, 1, 2].randomElement(using: &generator) ?? 0)
        let id = SeekID(
            rawValue: Bool.random(using: &generator) ? lastSeek : UInt64.random(in: 0...5, using: &generator))
        switch Int.random(in: 0..<22, using: &generator) {
        case 0...2:
            return .prepared(
                generation,
                PreparedItem(
                    duration: Int.random(in: 0..<5, using: &generator) == 0 ? nil : max(.zero, time),
                    isSeekable: Int.random(in: 0..<5, using: &generator) != 0,
                    isLive: Int.random(in: 0..<9, using: &generator) == 0, hasVideo: Bool.random(using: &generator)))
        case 3, 4:
            // Only what was pre-rolled and is really waiting can start; a preload then is the current item.
            if generation == preload {
                current = preload
                preload = nil
            }
            return .started(generation, anchor)
        case 5: return .anchored(generation, anchor)
        case 6, 7: return .seekLanded(generation, id, anchor)
        case 8: return .seekFailed(generation, id, "no")
        case 9: return .buffering(generation, percent: Int.random(in: -1...101, using: &generator))
        case 10: return .durationChanged(generation, max(.zero, time))
        case 11: return .seekableChanged(generation, Bool.random(using: &generator))
        case 12: return .tagsChanged(generation, MediaTags())
        case 20: return .cutPassed(generation, anchor)
        case 21: return .cutFailed(generation)
        case 13: return .ended(generation)
        case 14: return .failed(generation, PlaybackFault(.decoderFailed, "It is broken."))
        case 15:
            return Bool.random(using: &generator)
                ? .outputRestored : .outputLost(PlaybackFault(.audioOutputLost, "It is gone."), retryIn: .seconds(1))
        case 16, 17: return nil
        case 19:
            let rect = WindowRect(x: 0, y: 0, width: 100, height: 100)
            let subjects = [Card.offer(.recap), .bar(BarCard())].compactMap { $0.subject(of: .offer) }
            return .cardsPlaced(
                CardAreas(areas: subjects.map { CardArea($0, rect) }, covers: [rect], withoutRoom: [.accept, .line]))
        case 18: return .findingsRead(generation, Self.findings(&generator))
        default: return nil
        }
    }

    static func findings(_ generator: inout SplitMix64) -> ItemFindings {
        var findings = ItemFindings()
        findings.container.chapters = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
            Chapter(
                start: .seconds(Double.random(in: -3...110, using: &generator)),
                end: Bool.random(using: &generator) ? .seconds(Double.random(in: -3...130, using: &generator)) : nil)
        }
        if Bool.random(using: &generator) {
            findings.sidecar = MediaDetails.Fields()
            findings.sidecar?.start = .seconds(Double.random(in: -1...130, using: &generator))
        }
        return findings
    }

    static func command(_ snapshot: PlayerSnapshot, _ generator: inout SplitMix64) -> PlayerCommand {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        let id = snapshot.items.randomElement(using: &generator)?.id ?? ItemID(rawValue: 1)
        let anyID = number(0..<10) == 0 ? ItemID(rawValue: UInt64(number(0..<50))) : id
        let uri = uris[number(0..<uris.count)]
        let time = MediaTime.seconds(Double(number(-40..<140)))
        let descriptions = (0..<number(0..<4)).map { _ in MediaDescription(uri: uris[number(0..<uris.count)]) }
        switch number(0..<38) {
        case 34: return .trimming(.begin)
        case 35: return .trimming(.setInPoint(number(0..<4) == 0 ? nil : time))
        case 36: return .trimming(.setOutPoint(number(0..<4) == 0 ? nil : time))
        case 37:
            return number(0..<2) == 0
                ? .trimming(.finish(keep: number(0..<2) == 0)) : .trimming(.setLoops(number(0..<2) == 0))
        case 30:
            return [.proposals(.accept), .proposals(.reject), .proposals(.deferDecision), .proposals(.withdraw)][
                number(0..<4)]
        case 31, 32:
            return .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: uri),
                        presentAt: number(0..<3) == 0 ? nil : time,
                        automaticAcceptanceInterval: [.nan, -5, 0, 3][number(0..<4)])))
        case 33: return number(0..<3) == 0 ? .proposals(.inhibit("x")) : .proposals(.release(UInt32(number(0..<4))))
        case 0...3: return .play
        case 4: return .pause
        case 5: return .playPause
        case 6: return .stop
        case 7, 8: return .next
        case 9: return .previous
        case 10, 11: return .seek(by: time)
        case 12: return .setPosition(anyID, time)
        case 13: return .openURI(uri)
        case 14: return .setLoop(LoopMode.allCases[number(0..<3)])
        case 15: return .setShuffle(Bool.random(using: &generator))
        case 16: return .setRate(Double(number(-1..<6)) / 2)
        case 17:
            if number(0..<4) == 0 { return .setMuted(Bool.random(using: &generator)) }
            return .setVolume(Double(number(-1..<5)) / 2)
        case 18: return .setProgression(Progression.allCases[number(0..<3)])
        case 19:
            return .replaceQueue(
                descriptions, play: Bool.random(using: &generator), start: number(0..<3) == 0 ? time : nil,
                index: UInt32(number(0..<3)))
        case 20, 21: return .insert(descriptions, at: UInt32(number(0..<8)))
        case 22: return .addTrack(uri, after: anyID, makeCurrent: Bool.random(using: &generator))
        case 23: return .move(anyID, to: UInt32(number(0..<8)))
        case 24: return .remove([anyID, id])
        case 25: return number(0..<6) == 0 ? .clear : .next
        case 26, 27: return .goTo(anyID)
        case 28:
            return .setDescription(anyID, described(uri) { $0.start = number(0..<2) == 0 ? time : nil })
        default: return .tracks(number(0..<2) == 0 ? .selectAudio(1) : .selectSubtitles(nil))
        }
    }

    static func violation(of snapshot: PlayerSnapshot, now: MonotonicTime) -> String? {
        if let index = snapshot.currentIndex {
            guard snapshot.items.indices.contains(index) else { return "currentIndex \(index) is outside" }
            if snapshot.items[index].id != snapshot.current?.id { return "current is not at currentIndex" }
        } else if !snapshot.items.isEmpty || snapshot.current != nil {
            return "items without a current one"
        }
        let ids = Set(snapshot.items.map(\.id))
        if ids.count != snapshot.items.count { return "an id occurs twice" }
        if snapshot.itemStates.keys.contains(where: { !ids.contains($0) }) { return "a state without an item" }
        let active = snapshot.itemStates.filter { $0.value.phase == .playing }
        if active.count > 1 { return "\(active.count) items play" }
        if let id = active.keys.first, id != snapshot.current?.id { return "an item plays that is not current" }
        let duration = snapshot.current?.duration
        let position = snapshot.position.position(at: now, duration: duration)
        if position < .zero || position > duration ?? position { return "position \(position)" }
        if snapshot.position.position < .zero { return "anchor before 0" }
        if let duration, snapshot.position.position > duration { return "anchor past the end" }
        if snapshot.status == .stopped {
            if position != .zero { return "stopped at \(position)" }
            if snapshot.canSeek { return "stopped, yet it can seek" }
        }
        if snapshot.status != .playing, snapshot.position.rate != 0 { return "\(snapshot.status), yet it moves" }
        if snapshot.canPlay == snapshot.items.isEmpty { return "canPlay is wrong" }
        if snapshot.current?.metadata.title.isEmpty == true { return "no title" }
        if snapshot.current?.isLive == true, snapshot.canSeek { return "live, yet it can seek" }
        return nil
    }
}
