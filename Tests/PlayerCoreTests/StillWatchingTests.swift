import PlayerCore
import Testing

/// Pausing when nobody seems to be there any more.
@Suite struct StillWatchingTests {
    private static func engine(_ change: (inout PlayerSettings) -> Void) -> FakeEngine {
        var settings = PlayerSettings()
        change(&settings)
        let engine = FakeEngine(settings: settings)
        let uris = (0..<6).map { "file:///\($0).mkv" }
        for uri in uris {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        }
        engine.send(.replaceQueue(uris.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        return engine
    }

    private func isAsked(_ engine: FakeEngine) -> Bool { engine.snapshot.proposal.isStillWatching }

    @Test func itIsOffByDefault() {
        let engine = Self.engine { _ in }
        engine.advance(5_500)
        #expect(engine.playing == "file:///5.mkv")
        #expect(engine.status == .playing)
    }

    @Test func afterSoManyItemsInARowItPausesAtTheNext() {
        let engine = Self.engine { $0.stillWatching.items = 3 }
        engine.advance(2_500)
        #expect(engine.status == .playing)
        engine.advance(1_000)
        #expect(engine.playing == "file:///3.mkv")
        #expect(engine.status == .paused)
        #expect(isAsked(engine))
        #expect(engine.position == 0)
        engine.send(.setVolume(0.5))
        #expect(!isAsked(engine))
        #expect(engine.status == .playing, "any command is an answer")
        engine.advance(1_500)
        #expect(engine.playing == "file:///4.mkv")
    }

    @Test func aNextIsASignOfLife() {
        let engine = Self.engine { $0.stillWatching.items = 2 }
        engine.advance(1_500)
        engine.send(.next)
        engine.advance(1_100)
        #expect(engine.status == .playing)
        engine.advance(1_000)
        #expect(isAsked(engine))
    }

    @Test func afterSoLongItPausesWhereItIs() {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(89)
        #expect(engine.status == .playing)
        engine.advance(2)
        #expect(engine.status == .paused)
        #expect(isAsked(engine))
        #expect(engine.position == 90)
        engine.send(.playPause)
        #expect(engine.status == .playing)
        engine.advance(60)
        engine.send(.seek(by: .seconds(5)))
        engine.advance(60)
        #expect(engine.status == .playing)
    }

    @Test(arguments: [PlayerCommand.pause, .stop])
    func whoWantsQuietGetsIt(command: PlayerCommand) {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(100)
        engine.send(command)
        #expect(!isAsked(engine))
        #expect(engine.status != .playing)
    }

    @Test func programsAreNoSignOfLife() {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(80)
        engine.send(.setDescription(engine.id(0), described("file:///0.mkv") { $0.title = "New" }), from: .program)
        engine.send(.proposals(.inhibit("a program")), from: .program)
        engine.advance(11)
        #expect(isAsked(engine))
        engine.send(.setDescription(engine.id(0), described("file:///0.mkv") { $0.title = "Newer" }), from: .program)
        #expect(isAsked(engine))
        #expect(engine.status == .paused)
    }

    @Test func spaceInTheWindowIsAnAnswerAndASignOfLife() {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(100)
        #expect(isAsked(engine))
        engine.tell(.window(.changed(.key(KeyPress(name: "space", modifiers: [])))))
        #expect(!isAsked(engine))
        #expect(engine.status == .playing)
        engine.advance(80)
        #expect(engine.status == .playing)
    }

    /// What hands do in the window; none of it pauses.
    static let gestures: [WindowEvent] = [
        .key(KeyPress(name: "Right", modifiers: [])), .key(KeyPress(name: "x", modifiers: [])),
        .pointer(.scrolled(dx: 0, dy: 1)), .pointer(.pressed(button: 1, x: 5, y: 5)),
        .pointer(.doubleClicked(x: 5, y: 5)),
    ]

    @Test(arguments: gestures) func keysAndClicksInTheWindowAreSignsOfLife(event: WindowEvent) {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(60)
        engine.tell(.window(.changed(event)))
        engine.advance(60)
        #expect(engine.status == .playing)
        engine.advance(31)
        #expect(isAsked(engine))
    }

    @Test func aPointerThatOnlyMovesIsNoSign() {
        let engine = Self.engine { $0.stillWatching.time = .seconds(90) }
        engine.advance(60)
        engine.tell(.window(.changed(.pointer(.moved(x: 1, y: 1)))))
        engine.advance(31)
        #expect(isAsked(engine))
    }

    @Test func theSleepTimerIsNoSign() {
        let engine = Self.engine { $0.stillWatching.items = 2 }
        engine.advance(1_500)
        engine.send(.sleepTimer(.set(.duration, .seconds(5))), from: .program)
        engine.advance(10)
        #expect(engine.status == .paused)
        engine.send(.play, from: .program)
        engine.advance(600)
        #expect(isAsked(engine))
    }

    @Test func itRollsBackToTheLastSignIfWanted() {
        let engine = Self.engine {
            $0.stillWatching.items = 2
            $0.stillWatching.rollsBack = true
        }
        engine.advance(300)
        engine.send(.setVolume(0.8))
        engine.advance(1_701)
        #expect(isAsked(engine))
        #expect(engine.playing == "file:///0.mkv")
        #expect(engine.position == 300)
        #expect(engine.status == .paused)
    }

    @Test func theMinutesCountFromTheStartWhereASessionPlaysOn() throws {
        let before = Self.engine { $0.hasJournal = true }
        before.advance(10)
        var settings = PlayerSettings()
        settings.stillWatching.time = .seconds(600)
        let engine = FakeEngine(settings: settings)
        engine.media = before.media
        engine.send(.restore(try #require(before.saved.last), absence: .zero, plays: true))
        engine.advance(590)
        #expect(engine.status == .playing)
        engine.advance(20)
        #expect(engine.status == .paused)
        #expect(isAsked(engine))
    }
}
