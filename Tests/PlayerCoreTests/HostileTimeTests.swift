import Testing

@testable import PlayerCore

/// Times, counts and rates that nobody means: whatever comes in, nothing traps, wraps or is woken for ever.
@Suite(.timeLimit(.minutes(10))) struct HostileTimeTests {
    static let extremes: [Int64] = [
        .max, .max - 1, .max / 2, 9_223_372_036_000_000_000, 9_223_372_036, 1, 0, -1, -9_223_372_036_000_000_000,
        .min + 1, .min,
    ]
    static let reals: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 9_223_372_036,
        -9_223_372_036, 9_223_372_037, 1e300, .leastNonzeroMagnitude, 0, -0.0, -1,
    ]

    // MARK: Arithmetic

    @Test(arguments: extremes) func sumsAndProductsSaturate(_ nanoseconds: Int64) {
        let (time, moment) = (MediaTime(nanoseconds: nanoseconds), MonotonicTime(nanoseconds: nanoseconds))
        for other in Self.extremes.map({ MediaTime(nanoseconds: $0) }) {
            let exact = Int128(nanoseconds) + Int128(other.nanoseconds)
            let wanted = Int64(max(Int128(Int64.min), min(exact, Int128(Int64.max))))
            #expect((time + other).nanoseconds == wanted)
            #expect((moment + other).nanoseconds == wanted)
            let difference = Int128(nanoseconds) - Int128(other.nanoseconds)
            let nearest = Int64(max(Int128(Int64.min), min(difference, Int128(Int64.max))))
            #expect((time - other).nanoseconds == nearest)
            #expect((moment - MonotonicTime(nanoseconds: other.nanoseconds)).nanoseconds == nearest)
        }
        for factor in Self.reals {
            let product = time * factor
            #expect(factor.isNaN ? product == .zero : true)
            #expect(factor > 1 && nanoseconds > 1 && factor.isInfinite ? product.nanoseconds == .max : true)
        }
        _ = (MediaTime(microseconds: nanoseconds), MonotonicTime(microseconds: nanoseconds))
    }

    @Test(arguments: reals) func secondsThatAreNoTimeAreNone(_ seconds: Double) {
        #expect((MediaTime(seconds: seconds) != nil) == (abs(seconds) <= 9_223_372_036))
    }

    @Test func aPositionThatWasKnownLongAgoStaysInTheItem() {
        for moment in Self.extremes {
            for rate in Self.reals {
                var anchor = PositionAnchor(
                    position: .seconds(5), moment: MonotonicTime(nanoseconds: moment), rate: rate)
                let position = anchor.position(at: .seconds(10), duration: .seconds(100))
                #expect(position >= .zero && position <= .seconds(100))
                anchor.limit = .seconds(7)
                #expect(anchor.position(at: .seconds(10), duration: nil) <= .seconds(7))
            }
        }
    }

    // MARK: The player

    /// Every command that carries a time, a rate, a count or an amount.
    private static func commands(_ id: ItemID, _ time: MediaTime, _ real: Double, _ count: UInt32) -> [PlayerCommand] {
        let item = described("file:///a.mkv") { describe(&$0, time, real) }
        let segments = [
            SegmentDescription(start: time, end: .zero - time, kind: "blocked"),
            SegmentDescription(start: .zero, end: time, kind: "closing-credits"),
        ]
        let state = StoredSession.State(
            position: time, chapterStart: .zero - time, duration: time, wasPlaying: true, volume: real, rate: real,
            savedAt: real)
        let session = StoredSession(
            items: [QueueItem(id: id, description: item)], currentIndex: Int(clamping: time.nanoseconds), state: state)
        return [
            .seek(by: time), .setPosition(id, time), .setRate(real), .setVolume(real), .setDescription(id, item),
            .insert([item], at: count), .move(id, to: count),
            .chapters(.goTo(count)), .chapters(.setMarkers(title: "", [Chapter(start: time, end: time)])),
            .chapters(.setMarkers(title: "x", [Chapter(start: time, end: .zero - time)])),
            .chapters(.next), .chapters(.previous), .segments(.set(segments)), .segments(.takeOffer),
            .segments(.unskip),
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///next.mkv"), presentAt: time,
                        automaticAcceptanceInterval: real))),
            .proposals(.release(count)), .trimming(.begin), .trimming(.setInPoint(time)),
            .trimming(.setOutPoint(time)), .trimming(.finish(keep: true)), .sleepTimer(.set(.duration, time)),
            .sleepTimer(.set(.chapter, time)), .window(.setWidth(count)), .window(.restoreCompleted(count, true)),
            .tracks(.selectAudio(count)), .tracks(.selectSubtitles(count)), .exports(.cancel(count)), .next, .previous,
            .replaceQueue([item, item], play: true, start: time, index: count % 2), .play,
            .restore(session, absence: time, plays: true),
        ]
    }

    private static func describe(_ fields: inout MediaDetails.Fields, _ time: MediaTime, _ real: Double) {
        fields.start = time
        fields.inPoint = time
        fields.outPoint = .zero - time
        fields.chapters = [Chapter(start: time), Chapter(start: .zero, end: time)]
        fields.segments = [SegmentDescription(start: .zero - time, end: time, kind: "blocked")]
        var next = NextDescription(uri: "file:///next.mkv")
        (next.presentAt, next.automaticAcceptanceInterval) = (time, real)
        fields.next = next
    }

    private static func engine(duration: MediaTime?, _ time: MediaTime) -> FakeEngine {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.container.chapters = [
            Chapter(start: .zero, end: .seconds(40)), Chapter(start: .seconds(40), end: time), Chapter(start: time),
        ]
        for uri in ["file:///a.mkv", "file:///b.mkv", "file:///next.mkv"] {
            engine.media[uri] = FakeMedia(duration: duration, findings: findings, hasVideo: true)
        }
        let item = described("file:///b.mkv") { fields in
            fields.segments = [
                SegmentDescription(start: .seconds(10), end: .seconds(20), kind: "recap"),
                SegmentDescription(start: .seconds(50), end: .seconds(60), kind: "blocked"),
            ]
        }
        engine.send(.replaceQueue([item, item], play: true, start: nil, index: 0))
        return engine
    }

    /// - Returns: what is wrong; nil where nothing is.
    private static func fault(of engine: FakeEngine) -> String? {
        if let wake = engine.wake, wake <= engine.now, engine.now.nanoseconds != .max {
            return "it wants to be woken at \(wake.nanoseconds), which has passed at \(engine.now.nanoseconds)"
        }
        let snapshot = engine.snapshot
        if let left = snapshot.proposal.acceptsIn(at: engine.now), left < .zero { return "\(left) are left" }
        return RandomRun.violation(of: snapshot, now: engine.now)
    }

    @Test(arguments: extremes) func everyCommandWithATimeIsTakenOrRefused(_ nanoseconds: Int64) {
        let time = MediaTime(nanoseconds: nanoseconds)
        let durations = [MediaTime.seconds(100), nil, .zero, MediaTime(nanoseconds: .max)]
        for (index, real) in Self.reals.enumerated() {
            let duration = durations[index % durations.count]
            for number in 0..<Self.commands(ItemID(rawValue: 1), time, real, .max).count {
                let engine = Self.engine(duration: duration, time)
                let id = engine.snapshot.current?.id ?? ItemID(rawValue: 1)
                let command = Self.commands(id, time, real, number % 2 == 0 ? .max : 0)[number]
                engine.send(command)
                engine.advance(1.5)
                engine.send(.seek(by: time))
                if let fault = Self.fault(of: engine) {
                    Issue.record("\(command), in \(duration?.seconds ?? -1) s: \(fault)")
                    return
                }
            }
        }
    }

    @Test(arguments: extremes) func oneAfterTheOtherTheyDoNoHarm(_ nanoseconds: Int64) {
        let time = MediaTime(nanoseconds: nanoseconds)
        for real in Self.reals {
            let engine = Self.engine(duration: .seconds(100), time)
            for holds in [true, false] {
                engine.holdsPreparing = holds
                for number in 0..<Self.commands(ItemID(rawValue: 1), time, real, .max).count {
                    let id = engine.snapshot.current?.id ?? ItemID(rawValue: 1)
                    let command = Self.commands(id, time, real, UInt32(number))[number]
                    engine.send(command)
                    engine.advance(0.3)
                    if let fault = Self.fault(of: engine) {
                        Issue.record("\(command), \(real): \(fault)")
                        return
                    }
                }
            }
        }
    }

    /// What an engine says of a damaged file.
    @Test(arguments: extremes) func whatAnEngineTellsIsNotBelieved(_ nanoseconds: Int64) {
        let time = MediaTime(nanoseconds: nanoseconds)
        for rate in Self.reals {
            let engine = Self.engine(duration: .seconds(100), time)
            guard let generation = engine.currentGeneration else { return }
            let anchor = PositionAnchor(position: time, moment: MonotonicTime(nanoseconds: nanoseconds), rate: rate)
            for event in [
                EngineEvent.durationChanged(generation, time), .anchored(generation, anchor),
                .started(generation, anchor), .cutPassed(generation, anchor),
                .buffering(generation, percent: Int(nanoseconds)),
                .outputLost(PlaybackFault(.audioOutputLost, "It is gone."), retryIn: time), .outputRestored,
            ] {
                engine.tell(event)
                _ = engine.snapshot.position.position(at: engine.now, duration: engine.snapshot.current?.duration)
                var player = engine.player
                _ = player.handle(.wake, now: MonotonicTime(nanoseconds: nanoseconds))
            }
        }
    }

    // MARK: Cards

    @Test(arguments: extremes) func aCountdownOfAnyLengthIsShown(_ nanoseconds: Int64) {
        let engine = FakeEngine()
        for uri in ["file:///a.mkv", "file:///next.mkv"] {
            engine.media[uri] = FakeMedia(duration: .seconds(10), findings: ItemFindings(), hasVideo: true)
        }
        engine.send(.insert([MediaDescription(uri: "file:///a.mkv")], at: 0))
        engine.send(.play)
        engine.send(
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///next.mkv"),
                        presentAt: .seconds(1), automaticAcceptanceInterval: Double(nanoseconds) / 1e9))))
        engine.advance(5)
        _ = Self.fault(of: engine).map { Issue.record("\($0)") }
        engine.advance(10)
        _ = Self.fault(of: engine).map { Issue.record("\($0)") }
    }
}
