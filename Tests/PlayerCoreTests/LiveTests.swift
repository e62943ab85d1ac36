import Testing

@testable import PlayerCore

/// Streams that are being made while they play.
@Suite struct LiveTests {
    private static let noon: Int64 = 1_795_000_000_000_000

    /// A live stream of which 60 to 90 s are there; 60 s is noon. It plays at 80 s.
    private static func engine() throws -> FakeEngine {
        let engine = FakeEngine()
        engine.media["http://a/live.m3u8"] = FakeMedia(duration: nil)
        engine.send(.openURI("http://a/live.m3u8"))
        try slide(engine, to: 60)
        engine.send(.setPosition(engine.id(0), .seconds(80)))
        engine.forget()
        return engine
    }

    private static func slide(_ engine: FakeEngine, to start: Double) throws {
        var timeline = StreamTimeline()
        timeline.isLive = true
        timeline.window = TimeRange(start: .seconds(start), end: .seconds(start + 30))
        timeline.dates = [StreamTimeline.DateAnchor(time: .seconds(60), date: noon)]
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
    }

    @Test func theEdgeAndTheDate() throws {
        let engine = try Self.engine()
        let live = engine.snapshot.live
        #expect(live.isLive && live.edge == .seconds(90))
        #expect(live.timeline?.date(at: .seconds(70)) == Self.noon + 10_000_000)
        #expect(live.timeline?.date(at: .seconds(50)) == Self.noon - 10_000_000)
    }

    @Test func goLive() throws {
        let engine = try Self.engine()
        #expect(engine.send(.live(.goLive)) == .success(.done))
        #expect(engine.position == 89)
        // Nearer to the edge it stays where it is.
        engine.advance(0.5)
        #expect(engine.send(.live(.goLive)) == .success(.done))
        #expect(engine.position == 89.5)
    }

    @Test("a radio station says what it is, and that it cannot be sought") func station() {
        let engine = FakeEngine()
        var media = FakeMedia(duration: nil, isSeekable: false)
        (media.tags.isStation, media.tags.organization) = (true, "Radio")
        engine.media["http://radio.example/"] = media
        engine.send(.openURI("http://radio.example/"))
        let sentence =
            "This is a radio station: it is heard as it is broadcast. It has no live edge, and cannot be sought."
        for command: PlayerCommand.Live in [.goLive, .seekToDate(Self.noon)] {
            #expect(engine.send(.live(command)) == .failure(.notPossible(sentence)))
        }
    }

    @Test func seekToDate() throws {
        let engine = try Self.engine()
        #expect(engine.send(.live(.seekToDate(Self.noon + 5_000_000))) == .success(.done))
        #expect(engine.position == 65)
        for date in [Self.noon - 5_000_000, Self.noon + 100_000_000, .max, .min] {
            guard case .failure = engine.send(.live(.seekToDate(date))) else {
                Issue.record("\(date) is outside")
                continue
            }
        }
        #expect(engine.position == 65)
    }

    @Test func seeksStayWithinTheWindow() throws {
        let engine = try Self.engine()
        engine.send(.seek(by: .seconds(100)))
        #expect(engine.position == 90)
        engine.send(.seek(by: .seconds(-100)))
        #expect(engine.position == 60)
    }

    @Test func whatWasPausedForTooLongGoesOnAtTheOldestMoment() throws {
        let engine = try Self.engine()
        engine.send(.pause)
        try Self.slide(engine, to: 85)
        #expect(engine.position == 80, "while it is paused nothing moves")
        engine.send(.play)
        #expect(engine.position == 87)
        #expect(engine.notices.contains(.live(.fellBehind(.seconds(87)))))
        #expect(engine.logLines.contains { $0.contains("paused for longer") })
    }

    /// Of a stream that has ended, the window that was left remains, and its time goes on.
    @Test func theEndOfALiveStreamMovesNothing() throws {
        let engine = try Self.engine()
        let generation = try #require(engine.currentGeneration)
        var timeline = StreamTimeline()
        timeline.window = TimeRange(start: .seconds(70), end: .seconds(100))
        engine.tell(.timelineChanged(generation, timeline))
        engine.tell(.durationChanged(generation, .seconds(100)))
        #expect(engine.position == 80 && !engine.snapshot.live.isLive)
        #expect(engine.snapshot.live.seekable == timeline.window)
        engine.send(.seek(by: .seconds(-50)))
        #expect(engine.position == 70, "nothing is left before it")
        engine.send(.pause)
        timeline.window = TimeRange(start: .seconds(85), end: .seconds(100))
        engine.tell(.timelineChanged(generation, timeline))
        engine.send(.play)
        #expect(engine.position == 87, "it ended while it was paused")
    }

    @Test func aShortPauseGoesOnWhereItWas() throws {
        let engine = try Self.engine()
        engine.send(.pause)
        try Self.slide(engine, to: 70)
        engine.send(.play)
        #expect(engine.position == 80)
    }

    /// Faster than it is made it plays until it comes near the edge.
    @Test func itIsNotFasterThanItIsMade() throws {
        let engine = try Self.engine()
        engine.send(.setRate(1.5))
        #expect(engine.snapshot.rate == 1.5)
        engine.advance(3)
        #expect(engine.snapshot.rate == 1.5)
        engine.advance(0.5)
        #expect(engine.snapshot.rate == 1 && engine.snapshot.status == .playing)
        engine.send(.setRate(2))
        #expect(engine.snapshot.rate == 1)
    }

    /// A file that is being written is no live stream, but has a newest part.
    @Test func aRecordingThatGrowsHasANewestPart() throws {
        let engine = FakeEngine(["file:///a"])
        engine.send(.play)
        engine.tell(.growingChanged(try #require(engine.currentGeneration), true))
        #expect(!engine.snapshot.live.isLive)
        #expect(engine.send(.live(.goLive)) == .success(.done))
        #expect(engine.position == 95)
    }

    @Test func aRecordingHasNoEdge() {
        let engine = FakeEngine(["file:///a"])
        guard case .failure(.notPossible) = engine.send(.live(.goLive)) else {
            Issue.record("nothing plays")
            return
        }
        engine.send(.play)
        #expect(engine.snapshot.live.seekable == TimeRange(start: .zero, end: .seconds(100)))
        #expect(engine.snapshot.live.edge == nil)
        for command in [PlayerCommand.Live.goLive, .seekToDate(Self.noon)] {
            guard case .failure(.notPossible) = engine.send(.live(command)) else {
                Issue.record("\(command) is refused")
                continue
            }
        }
    }

    @Test func whatCannotBeSoughtInIsAtItsEdge() {
        let engine = FakeEngine()
        engine.media["http://a/radio"] = .live
        engine.send(.openURI("http://a/radio"))
        engine.advance(5)
        #expect(engine.snapshot.live.isLive && engine.snapshot.live.seekable == nil)
        #expect(engine.send(.live(.goLive)) == .success(.done))
    }

    @Test func aLivePositionIsNotComeBackTo() throws {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        engine.media["http://a/live.m3u8"] = FakeMedia(duration: nil)
        engine.send(.openURI("http://a/live.m3u8"))
        try Self.slide(engine, to: 60)
        engine.advance(10)
        engine.send(.pause)
        #expect(engine.saved.last?.state.position == .zero)
    }

    @Test func datesWithJumps() {
        var timeline = StreamTimeline()
        timeline.dates = [
            StreamTimeline.DateAnchor(time: .seconds(0), date: 1_000_000_000),
            StreamTimeline.DateAnchor(time: .seconds(10), date: 2_000_000_000),
        ]
        #expect(timeline.position(of: 1_005_000_000) == .seconds(5))
        #expect(timeline.position(of: 2_005_000_000) == .seconds(15))
        #expect(timeline.position(of: 1_500_000_000) == .seconds(10), "nothing was made then: where it goes on")
        #expect(timeline.date(at: .seconds(12)) == 2_002_000_000)
        timeline.dates = [StreamTimeline.DateAnchor(time: .seconds(0), date: .max)]
        #expect(timeline.date(at: .seconds(1)) == nil)
        #expect(timeline.position(of: .min) == nil)
    }
}
