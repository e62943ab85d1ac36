import GLibLoop
import PlayerCore
import PlayerRuntime
import Testing

/// The loop between the core and its ports.
@Suite @MediaActor struct PlayerLoopTests {
    private let item = "file:///nowhere/a.mkv"

    @Test func everyEffectReachesItsPortAndNoOtherInOrder() throws {
        let rig = Rig()
        rig.begin()
        var decided = rig.perform(.insert([MediaDescription(uri: item), MediaDescription(uri: item + "2")], at: 0))
        decided += rig.perform(.play)
        let film = PreparedItem(duration: nil, isSeekable: true, isLive: false, hasVideo: true)
        decided += rig.tell(.window(.opened(.x11, .nothing, reason: nil)))
        let generation = try #require(rig.generation)
        decided += rig.tell(.engine(.prepared(generation, film)))
        decided += rig.tell(.engine(.started(generation, .standing(at: .zero))))
        decided += rig.perform(.setVolume(0.5))
        decided += rig.perform(.stop)
        #expect(rig.log.effects == decided)
        #expect(decided.contains { if case .engine = $0 { true } else { false } })
        #expect(decided.contains { if case .reading = $0 { true } else { false } })
        #expect(decided.contains { if case .window = $0 { true } else { false } })
        #expect(decided.contains { if case .library = $0 { true } else { false } })
    }

    @Test func eachCommandIsPublishedBeforeItsEffects() throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        #expect(rig.log.entries.first == .published(.playing, duration: nil))
        #expect(rig.log.entries.count { if case .published = $0 { true } else { false } } == 1)
    }

    /// A seek may wait for a disk or a sound server. Of a pause the engine tells at once where it is.
    @Test func onlyTheReplyToASeekDoesNotWaitForTheEffects() throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        let facts = PreparedItem(
            duration: MediaTime(nanoseconds: 60_000_000_000), isSeekable: true, isLive: false, hasVideo: false)
        rig.tell(.engine(.prepared(try #require(rig.generation), facts)))
        let now = MonotonicTime(microseconds: MonotonicClock.microseconds)
        let anchor = PositionAnchor(position: .zero, moment: now, rate: 1)
        rig.tell(.engine(.started(try #require(rig.generation), anchor)))
        for command in [PlayerCommand.seek(by: MediaTime(nanoseconds: 5_000_000_000)), .pause] {
            rig.log.forget()
            var before: [PlayerEffect]?
            rig.loop.perform(command, from: .person) { _ in before = rig.log.effects }
            #expect(!rig.log.effects.isEmpty)
            #expect(before == (command == .pause ? rig.log.effects : []), "\(command)")
        }
        rig.loop.shutDown()
        var refusal: CommandRefusal?
        rig.loop.perform(.stop, from: .person) { result in if case .failure(let why) = result { refusal = why } }
        #expect(refusal != nil)
    }

    @Test func whatIsToldWhileEffectsAreCarriedOutWaitsForTheLast() throws {
        let rig = Rig()
        rig.begin()
        rig.engine.answer = { [loop = rig.loop] effect in
            guard case .prepare(let generation, _) = effect else { return }
            let facts = PreparedItem(
                duration: MediaTime(nanoseconds: 5), isSeekable: true, isLive: false, hasVideo: false)
            loop.tell(.engine(.prepared(generation, facts)))
        }
        let decided = rig.perform(.openURI(item))
        // The command's snapshot without what was told, then all that it decided, then the next snapshot with it.
        #expect(rig.log.entries.first == .published(.playing, duration: nil))
        #expect(rig.log.effects.starts(with: decided))
        #expect(decided.last != .engine(.prepare(try #require(rig.generation), ItemRequest(uri: item))))
        let second = try #require(
            rig.log.entries.firstIndex(of: .published(.playing, duration: MediaTime(nanoseconds: 5))))
        let carriedOut = rig.log.entries[..<second].compactMap { entry in
            if case .effect(let effect) = entry { effect } else { nil }
        }
        #expect(carriedOut == decided)
    }

    @Test func whatIsDecidedBeforeThePortsAreThereIsShownAtOnceAndCarriedOutThen() {
        let rig = Rig()
        let decided = rig.perform(.openURI(item))
        #expect(rig.log.entries.isEmpty)
        #expect(rig.loop.snapshot.status == .playing)
        rig.begin()
        #expect(rig.log.effects == decided)
        #expect(rig.log.entries.first == .published(.playing, duration: nil))
    }

    // MARK: The wake-up

    /// Of an item that is not heard: only the end of the timer wakes anybody then.
    private func sleepTimer(endsIn seconds: Double) -> PlayerCommand {
        .sleepTimer(.set(.duration, MediaTime(nanoseconds: Int64(seconds * 1e9))))
    }

    @Test func theWakeUpComesAndIsArmedAnew() async throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        rig.log.forget()
        for _ in 1...2 {
            rig.perform(.play)
            rig.perform(sleepTimer(endsIn: 0.02))
            #expect(rig.loop.snapshot.status == .playing)
            try await rig.log.wait { $0.contains(.published(.paused, duration: nil)) }
            #expect(rig.loop.snapshot.status == .paused)
            rig.log.forget()
        }
    }

    @Test func aLaterOutcomeReplacesTheWakeUp() async throws {
        let rig = Rig()
        rig.begin()
        let first = MonotonicClock.microseconds
        // In the same turn of the loop, so that the first moment cannot have come. There is no item that wakes anybody.
        rig.perform(sleepTimer(endsIn: 0.02))
        rig.perform(.sleepTimer(.set(.none, .zero)))
        rig.perform(sleepTimer(endsIn: 0.2))
        rig.log.forget()
        try await rig.log.wait { !$0.isEmpty }
        let woken = try #require(rig.lines.moments(of: "event wake").first)
        #expect(woken - first >= 200_000)
    }

    @Test func anEarlierWakeUpReplacesALaterOne() async throws {
        let rig = Rig()
        rig.begin()
        rig.perform(sleepTimer(endsIn: 3600))
        rig.perform(sleepTimer(endsIn: 0.02))
        rig.log.forget()
        try await rig.log.wait { !$0.isEmpty }
        #expect(!rig.lines.moments(of: "event wake").isEmpty)
    }

    // MARK: The journal

    @Test func theJournalsAnswerLetsTheEngineGo() async throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        let generation = try #require(rig.generation)
        let held = try #require(rig.log.entries.firstIndex(of: .hold(generation, 1)))
        let asked = try #require(
            rig.log.entries.firstIndex(of: .effect(.library(.recall(generation, uri: item, name: nil)))))
        #expect(held < asked, "an answer that comes at once must find the item held")
        #expect(!rig.log.entries.contains(.letGo(generation, 1)))
        let left = ResumePoint(position: MediaTime(nanoseconds: 60_000_000_000))
        let recollection = Recollection(resume: left, absence: .zero)
        let event = PlayerEvent.library(.recalled(generation, recollection))
        var isKnown = false
        rig.engine.onLetGo = { [lines = rig.lines] in isKnown = lines.moments(of: "event \(event)").count == 1 }
        try rig.library.answer { effect in
            guard case .recall(let generation, _, _) = effect else { return nil }
            return .recalled(generation, recollection)
        }
        try await rig.log.wait { $0.contains(.letGo(generation, 1)) }
        #expect(isKnown, "the core is told before anything is heard")
    }

    /// The tracks of an item come before the place where it was left.
    @Test func anItemIsHeldUntilTheWholeAnswer() async throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        let generation = try #require(rig.generation)
        let tracks = ItemTracks(subtitles: .off)
        let isRecall = { (effect: LibraryEffect) in if case .recall = effect { true } else { false } }
        try rig.library.answer(keeping: true) { isRecall($0) ? .tracksRecalled(generation, tracks) : nil }
        let told = PlayerEffect.engine(.preferTracks(generation, TrackWishes(item: tracks)))
        try await rig.log.wait { $0.contains(.effect(told)) }
        #expect(!rig.log.entries.contains(.letGo(generation, 1)))
        try rig.library.answer { isRecall($0) ? .recalled(generation, nil) : nil }
        try await rig.log.wait { $0.contains(.letGo(generation, 1)) }
    }

    @Test func whatIsOnlyWrittenHoldsNothing() {
        let rig = Rig()
        rig.begin()
        rig.perform(.insert([MediaDescription(uri: item)], at: 0))
        rig.loop.writeDown()
        #expect(rig.log.effects.contains { if case .library(.save) = $0 { true } else { false } })
        #expect(!rig.log.entries.contains { if case .hold = $0 { true } else { false } })
    }

    // MARK: The window, the count of frames, the end

    @Test(arguments: [WindowEvent.destroyed, .displayLost("gone")])
    func aWindowThatIsGoneIsOpenedAgainOnceTheCoreKnows(event: WindowEvent) throws {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        rig.log.forget()
        rig.loop.tell(.window(.changed(event)))
        #expect(rig.log.entries.last == .reopenVideo)
        #expect(rig.log.entries.contains { if case .published = $0 { true } else { false } })
    }

    @Test func framesAreCountedBeforeEachCommand() {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        rig.perform(.stop)
        #expect(rig.engine.counts == 2)
    }

    @Test func nothingHappensAfterTheEnd() {
        let rig = Rig()
        rig.begin()
        rig.perform(.openURI(item))
        rig.perform(sleepTimer(endsIn: 1))
        rig.log.forget()
        rig.loop.shutDown()
        #expect(rig.log.entries == [.shutDown("reading"), .shutDown("engine")])
        rig.loop.tell(.wake)
        #expect(rig.loop.perform(.play, from: .person) != .success(.done))
        #expect(rig.log.entries == [.shutDown("reading"), .shutDown("engine")])
    }
}
