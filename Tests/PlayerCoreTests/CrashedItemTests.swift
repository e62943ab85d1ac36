import Testing

@testable import PlayerCore

/// A restored item that has crashed mediad waits until somebody asks for it.
@Suite struct CrashedItemTests {
    private static let bad = "file:///bad.flac"
    private static let good = "file:///good.flac"
    private static let fault = PlaybackFault(.crashed, for: bad)

    /// - Parameter refuses: whether the engine refuses the item, too.
    private static func restored(at position: MediaTime, refuses: Bool, plays: Bool = true) -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        engine.media[bad] = FakeMedia(duration: .seconds(1_000), fault: refuses ? fault : nil)
        engine.media[good] = FakeMedia(duration: .seconds(1_000))
        let items = [bad, good].enumerated().map { index, uri in
            QueueItem(id: ItemID(rawValue: UInt64(100 + index)), description: MediaDescription(uri: uri))
        }
        let state = StoredSession.State(position: position, duration: .seconds(1_000), wasPlaying: true, savedAt: 5)
        let session = StoredSession(items: items, currentIndex: 0, state: state)
        engine.send(.restore(session, absence: .zero, plays: plays, fault: fault), from: .program)
        return engine
    }

    private static func expectHeld(_ engine: FakeEngine, at position: Double) {
        #expect(engine.status == .paused)
        #expect(engine.snapshot.currentIndex == 0)
        #expect(engine.position == position)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.phase == .failed)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.fault == fault)
        #expect(engine.snapshot.error?.fault.code == .crashed)
        #expect(engine.currentGeneration == nil)
    }

    @Test(arguments: [true, false], [0, 20.0]) func itIsNotOpened(plays: Bool, position: Double) {
        let engine = Self.restored(at: .seconds(position), refuses: true, plays: plays)
        #expect(engine.effects.prepared.isEmpty)
        Self.expectHeld(engine, at: position)
        engine.advance(100)
        #expect(engine.effects.prepared.isEmpty)
        Self.expectHeld(engine, at: position)
        #expect(engine.saved.last.map { $0.state.position == .seconds(position) } ?? true, "nothing is lost")
    }

    @Test func playInsistsAndGoesOnWhereItWas() {
        let engine = Self.restored(at: .seconds(20), refuses: false)
        engine.send(.play)
        guard
            case .prepare(_, let request) = engine.effects.last(where: { if case .prepare = $0 { true } else { false } }
            )
        else {
            Issue.record("it was not opened")
            return
        }
        #expect(request.insists)
        #expect(request.start == .seconds(20))
        engine.advance(10)
        #expect(engine.status == .playing)
        #expect(engine.position == 30)
        #expect(engine.snapshot.error == nil)
    }

    @Test func itStaysIfItIsRefusedAgain() {
        let engine = Self.restored(at: .seconds(20), refuses: true)
        for _ in 0..<2 {
            engine.send(.play)
            engine.advance(1)
            Self.expectHeld(engine, at: 20)
        }
        #expect(engine.effects.prepared == [Self.bad, Self.bad])
    }

    @Test func nextLeavesIt() {
        let engine = Self.restored(at: .seconds(20), refuses: true)
        engine.send(.next)
        engine.send(.play)
        engine.advance(10)
        #expect(engine.playing == Self.good)
        #expect(engine.status == .playing)
        #expect(engine.position == 10)
        // It is skipped like any other that cannot be played.
        engine.send(.goTo(engine.id(0)))
        engine.advance(1)
        #expect(engine.playing == Self.good)
    }

    @Test func stopAndSeeksDoNotOpenIt() {
        let engine = Self.restored(at: .seconds(20), refuses: true)
        engine.send(.seek(by: .seconds(5)))
        engine.send(.setPosition(engine.id(0), .seconds(40)))
        engine.send(.pause)
        engine.send(.setRate(1.5))
        Self.expectHeld(engine, at: 20)
        engine.send(.stop)
        #expect(engine.status == .stopped)
        #expect(engine.effects.prepared.isEmpty)
    }
}
