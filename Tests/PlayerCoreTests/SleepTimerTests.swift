import Testing

@testable import PlayerCore

/// The sleep timer against a fake clock.
@Suite struct SleepTimerTests {
    private static func engine(items: Int = 2, chapters: Bool = true) -> FakeEngine {
        let engine = FakeEngine()
        var findings = ItemFindings()
        if chapters {
            findings.container.chapters = [
                Chapter(start: .zero, end: .seconds(40), titles: [ChapterTitle("One")]),
                Chapter(start: .seconds(40), end: .seconds(100), titles: [ChapterTitle("Two")]),
            ]
        }
        let uris = (0..<items).map { "file:///\($0)" }
        for uri in uris { engine.media[uri] = FakeMedia(duration: .seconds(100), findings: findings) }
        engine.send(.replaceQueue(uris.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        engine.forget()
        return engine
    }

    private func volumes(_ engine: FakeEngine) -> [Double] {
        engine.effects.compactMap { if case .setVolume(let volume) = $0 { volume } else { nil } }
    }

    @Test func aDurationFadesPausesAndRestoresTheVolume() {
        let engine = Self.engine()
        engine.send(.setVolume(0.8))
        engine.send(.sleepTimer(.set(.duration, .seconds(20))))
        engine.advance(14.9)
        engine.forget()
        engine.advance(5)
        let faded = volumes(engine)
        #expect(faded.count >= 20)
        #expect(zip(faded, faded.dropFirst()).allSatisfy { $0 > $1 }, "\(faded)")
        #expect(engine.snapshot.volume == 0.8, "what clients see stays")
        engine.advance(1)
        #expect(engine.status == .paused)
        #expect(abs(engine.position - 20) < 0.01, "where it fired")
        #expect(volumes(engine).last == 0.8)
        #expect(engine.snapshot.sleepTimer.kind == .none)
        engine.send(.play)
        engine.advance(10)
        #expect(engine.status == .playing)
    }

    @Test func theEndOfTheChapter() {
        let engine = Self.engine()
        engine.send(.sleepTimer(.set(.chapter, .zero)))
        engine.advance(39)
        #expect(engine.status == .playing)
        engine.advance(2)
        #expect(engine.status == .paused)
        #expect(engine.position >= 40 && engine.position < 40.1)
    }

    /// Where a part of a book joins, the engine says where it is, and the clock was a little behind.
    @Test func aStepOverTheEndOfTheChapterIsPlaying() throws {
        let engine = Self.engine()
        engine.send(.sleepTimer(.set(.chapter, .zero)))
        engine.advance(39.9)
        let generation = try #require(engine.currentGeneration)
        engine.tell(
            .anchored(generation, PositionAnchor(position: .seconds(40.05), moment: engine.now, rate: 1)))
        #expect(engine.status == .paused)
    }

    /// The clock may be a little behind when the next item joins.
    @Test func theLastChapterEndsWithItsItem() throws {
        let engine = Self.engine()
        engine.send(.setPosition(engine.id(0), .seconds(60)))
        engine.send(.sleepTimer(.set(.chapter, .zero)))
        engine.advance(39.9)
        let generation = try #require(engine.preloadGeneration)
        engine.tell(.started(generation, PositionAnchor(position: .zero, moment: engine.now, rate: 1)))
        #expect(engine.snapshot.currentIndex == 1 && engine.status == .paused)
        #expect(engine.snapshot.sleepTimer.kind == .none)
        let last = Self.engine(items: 1)
        last.send(.sleepTimer(.set(.chapter, .zero)))
        last.send(.setPosition(last.id(0), .seconds(60)))
        last.advance(45)
        #expect(last.status == .stopped && last.snapshot.sleepTimer.kind == .none)
    }

    @Test func whoSeeksOverTheEndOfTheChapterStaysAwakeUntilTheNext() {
        let engine = Self.engine(items: 1)
        engine.send(.sleepTimer(.set(.chapter, .zero)))
        engine.advance(39.8)
        engine.send(.setPosition(engine.id(0), .seconds(60)))
        engine.advance(20)
        #expect(engine.status == .playing)
        #expect(engine.snapshot.sleepTimer.kind == .chapter)
    }

    @Test func theEndOfTheItemPausesAtTheNext() {
        let engine = Self.engine()
        engine.send(.sleepTimer(.set(.item, .zero)))
        engine.advance(101)
        #expect(engine.status == .paused)
        #expect(engine.playing == "file:///1")
        #expect(engine.position == 0)
        #expect(engine.snapshot.sleepTimer.kind == .none)
    }

    @Test func theVolumeComesBackWhenTheTimerIsTakenBack() {
        let engine = Self.engine()
        engine.send(.sleepTimer(.set(.duration, .seconds(4))))
        engine.advance(2)
        #expect(volumes(engine).last ?? 1 < 0.6)
        engine.send(.sleepTimer(.set(.none, .zero)))
        #expect(volumes(engine).last == 1)
        engine.advance(5)
        #expect(engine.status == .playing)
    }

    @Test func aTimerLastsAWeekAtMost() {
        let engine = Self.engine(chapters: false)
        let week = MediaTime.seconds(604_800)
        #expect(engine.send(.sleepTimer(.set(.duration, week))) == .success(.done))
        let longer = engine.send(.sleepTimer(.set(.duration, week + MediaTime(microseconds: 1))))
        #expect(longer == .failure(.invalid("A sleep timer must be longer than zero and at most a week.")))
    }

    @Test func whatMakesNoSenseIsRefused() {
        let engine = Self.engine(chapters: false)
        for (kind, seconds) in [(SleepTimer.Kind.duration, 0.0), (.duration, -1), (.duration, 1e7)] {
            guard case .failure(.invalid) = engine.send(.sleepTimer(.set(kind, .seconds(seconds)))) else {
                Issue.record("\(kind) \(seconds)")
                continue
            }
        }
        guard case .failure(.notPossible) = engine.send(.sleepTimer(.set(.chapter, .zero))) else {
            Issue.record("a chapter where there is none")
            return
        }
        guard case .failure(.notPossible) = FakeEngine().send(.sleepTimer(.set(.item, .zero))) else {
            Issue.record("the end of no item")
            return
        }
    }

    @Test func nothingWakesUpWhileItIsFarOff() {
        let engine = Self.engine(items: 1, chapters: false)
        engine.send(.sleepTimer(.set(.duration, .seconds(3_600))))
        engine.forget()
        engine.advance(60)
        #expect(volumes(engine).isEmpty)
        #expect(engine.timers[.sleep].map { $0 > engine.now + .seconds(3_000) } ?? false)
    }
}
