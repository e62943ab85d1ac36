import PlayerCore
import Testing

/// Setting where an item begins and ends, and trying it out.
@Suite struct TrimmingTests {
    /// Items of 100 s, the first of which plays.
    static func engine(
        items: Int = 1, begun: Bool = true, in inPoint: Double? = nil, out outPoint: Double? = nil,
        settings: PlayerSettings = PlayerSettings(), change: (inout MediaDetails.Fields) -> Void = { _ in }
    ) -> FakeEngine {
        let engine = FakeEngine(settings: settings)
        var fields = MediaDetails.Fields()
        change(&fields)
        let uris = (0..<items).map { "file:///\($0).mkv" }
        for uri in uris { engine.media[uri] = FakeMedia(findings: ItemFindings()) }
        let details = fields == MediaDetails.Fields() ? nil : MediaDetails(fields)
        engine.send(
            .replaceQueue(
                uris.map { MediaDescription(uri: $0, details: details) }, play: true, start: nil, index: 0))
        if begun { engine.send(.trimming(.begin)) }
        if let inPoint { engine.send(.trimming(.setInPoint(.seconds(inPoint)))) }
        if let outPoint { engine.send(.trimming(.setOutPoint(.seconds(outPoint)))) }
        engine.forget()
        return engine
    }

    static func ends(_ engine: FakeEngine) -> [Bool] {
        engine.notices.compactMap { if case .trimming(.finished(let kept)) = $0 { kept } else { nil } }
    }

    private static func isRefused(_ result: Result<CommandReply, CommandRefusal>) -> Bool {
        if case .failure = result { true } else { false }
    }

    // MARK: Refusals

    @Test func whatCannotBeTrimmedSaysWhyAndRefusesToBegin() {
        var rows: [(FakeMedia, String, String)] = [
            (.live, "file:///a.mkv", "live"), (FakeMedia(isSeekable: false), "file:///a.mkv", "seeking"),
            (FakeMedia(duration: nil), "file:///a.mkv", "duration"),
            (FakeMedia(isManifest: true), "https://e.org/watch?v=1", "HLS"),
        ]
        for uri in ["https://e.org/a.m3u8", "https://e.org/A.M3U8?x=1", "https://e.org/a.mpd#t=1"] {
            rows.append((FakeMedia(), uri, "HLS"))
        }
        for (media, uri, word) in rows {
            let engine = FakeEngine()
            engine.media[uri] = media
            engine.send(.openURI(uri))
            #expect(engine.snapshot.trim.whyNot?.contains(word) == true, "\(uri)")
            #expect(engine.send(.trimming(.begin)) == .failure(.notPossible(engine.snapshot.trim.whyNot ?? "")))
            #expect(!engine.snapshot.trim.isTrimming)
        }
    }

    @Test func nothingAndWhatIsStoppedOrBeingOpenedCannotBeTrimmed() {
        let engine = FakeEngine()
        #expect(engine.snapshot.trim.whyNot?.contains("empty") == true)
        engine.send(.insert([MediaDescription(uri: "file:///a.mkv")], at: 0))
        #expect(engine.snapshot.trim.whyNot?.contains("Nothing is playing") == true)
        engine.holdsPreparing = true
        engine.send(.play)
        #expect(engine.snapshot.trim.whyNot?.contains("opened") == true)
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.snapshot.trim.whyNot == nil)
        engine.send(.segments(.setLinear(true, by: "client")))
        #expect(engine.snapshot.trim.whyNot?.contains("cannot be skipped") == true)
    }

    @Test func everyCommandSaysWhenItMakesNoSense() {
        let engine = Self.engine(begun: false)
        for command in [
            PlayerCommand.trimming(.setInPoint(.zero)), .trimming(.setOutPoint(nil)), .trimming(.finish(keep: true)),
        ] {
            #expect(
                engine.send(command) == .failure(.notPossible("Nothing is being trimmed; begin trimming first.")))
        }
        engine.send(.trimming(.begin))
        guard case .failure(.notPossible) = engine.send(.trimming(.begin)) else {
            Issue.record("it began twice")
            return
        }
        engine.send(.trimming(.setInPoint(.seconds(20))))
        engine.send(.trimming(.setOutPoint(.seconds(60))))
        let before = engine.snapshot.trim
        let senseless: [PlayerCommand] = [
            .trimming(.setInPoint(.seconds(60))), .trimming(.setInPoint(.seconds(70))),
            .trimming(.setInPoint(.seconds(-3))),
            .trimming(.setInPoint(.seconds(100))), .trimming(.setInPoint(.seconds(59.98))),
            .trimming(.setOutPoint(.seconds(20))),
            .trimming(.setOutPoint(.seconds(10))), .trimming(.setOutPoint(.zero)),
            .trimming(.setOutPoint(.seconds(100.5))),
            .trimming(.setOutPoint(.seconds(-0.5))),
        ]
        for command in senseless {
            guard case .failure(.invalid) = engine.send(command) else {
                Issue.record("\(command) was taken")
                continue
            }
            #expect(engine.snapshot.trim == before, "\(command)")
        }
        for command in [
            PlayerCommand.trimming(.setInPoint(.zero)), .trimming(.setOutPoint(.seconds(100))),
            .trimming(.setInPoint(nil)),
        ] {
            #expect(engine.send(command) == .success(.done), "\(command)")
        }
    }

    @Test func aSelectionThatIsAllBlockedIsRefused() {
        let engine = Self.engine {
            $0.segments = [SegmentDescription(start: .seconds(20), end: .seconds(60), kind: "blocked")]
        }
        engine.send(.trimming(.setInPoint(.seconds(30))))
        #expect(engine.position == 60, "behind what is blocked")
        #expect(Self.isRefused(engine.send(.trimming(.setOutPoint(.seconds(50))))))
        #expect(engine.status == .playing)
    }

    // MARK: The preview

    @Test func aPointThatLeavesThePositionOutsideMovesItToTheInPoint() {
        let engine = Self.engine()
        engine.advance(10)
        engine.send(.trimming(.setInPoint(.seconds(30))))
        #expect(engine.position == 30)
        #expect(engine.status == .playing)
        engine.advance(20)
        engine.send(.pause)
        engine.send(.trimming(.setOutPoint(.seconds(40))))
        #expect(engine.position == 30)
        #expect(engine.status == .paused)
        engine.send(.trimming(.setOutPoint(.seconds(80))))
        #expect(engine.position == 30, "inside, it stays")
        #expect(engine.snapshot.trim.points == TrimPoints(inPoint: .seconds(30), outPoint: .seconds(80)))
    }

    @Test(arguments: [false, true]) func thePreviewWaitsAtTheInPointWhenItWasHeard(hasOut: Bool) {
        let engine = Self.engine(items: 2, in: 30, out: hasOut ? 50 : nil)
        engine.advance(hasOut ? 20.1 : 70.1)
        #expect(engine.playing == "file:///0.mkv")
        #expect(engine.status == .paused)
        #expect(engine.position == 30)
        #expect(engine.notices.seeked.last == 30)
        #expect(engine.snapshot.trim.isTrimming)
        engine.send(.play)
        engine.advance(1)
        #expect(abs(engine.position - 31) < 0.01)
        #expect(Self.ends(engine) == [])
    }

    @Test(arguments: Progression.allCases, LoopMode.allCases)
    func thePreviewBeginsAgainWhereItLoops(progression: Progression, loop: LoopMode) {
        let engine = Self.engine(items: 2, in: 30, out: 50)
        engine.send(.setProgression(progression))
        engine.send(.setLoop(loop))
        engine.send(.trimming(.setLoops(true)))
        for _ in 0..<8 {
            engine.advance(19)
            #expect(engine.playing == "file:///0.mkv")
            #expect(engine.status == .playing)
            #expect((30...50).contains(engine.position))
        }
        #expect(engine.effects.preloads.allSatisfy { $0 == "file:///0.mkv" })
        #expect(!engine.effects.preloads.isEmpty, "it joins without a gap")
        engine.send(.trimming(.setLoops(false)))
        engine.advance(25)
        #expect(engine.status == .paused && engine.position == 30)
    }

    @Test func nobodyLeavesThePreviewBySeeking() {
        let engine = Self.engine(items: 2, in: 30, out: 50)
        for command in [
            PlayerCommand.seek(by: .seconds(60)), .seek(by: .seconds(-40)), .setPosition(engine.id(0), .seconds(80)),
            .setPosition(engine.id(0), .seconds(100)), .setPosition(engine.id(0), .seconds(5)),
        ] {
            engine.send(.setPosition(engine.id(0), .seconds(40)))
            #expect(engine.position == 40)
            engine.send(command)
            #expect(engine.position == 30, "\(command)")
            #expect(engine.status == .playing)
            #expect(engine.playing == "file:///0.mkv")
        }
        #expect(Self.ends(engine) == [])
    }

    @Test func nothingIsProposedMeanwhile() {
        var settings = PlayerSettings()
        settings.keepsHistory = false
        let engine = Self.engine(items: 2, settings: settings)
        engine.send(
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///next.mkv"),
                        presentAt: .seconds(40),
                        automaticAcceptanceInterval: -5))))
        engine.advance(60)
        #expect(engine.snapshot.proposal.state == .scheduled)
        engine.send(.trimming(.finish(keep: false)))
        #expect(engine.snapshot.proposal.state == .presented)
        engine.send(.trimming(.begin))
        #expect(engine.snapshot.proposal.state == .scheduled)
        engine.advance(45)
        #expect(engine.playing == "file:///0.mkv" && engine.status == .paused)
    }

    @Test func theSleepTimerOfTheItemEndsARepeatedPreview() {
        let engine = Self.engine(in: 30, out: 50)
        engine.send(.trimming(.setLoops(true)))
        engine.send(.sleepTimer(.set(.item, .zero)))
        engine.advance(25)
        #expect(engine.status == .paused && engine.position == 30)
        #expect(engine.snapshot.sleepTimer.kind == .none)
    }

    // MARK: The end of it

    @Test func whatIsKeptIsInTheDescriptionAndAnEnd() {
        let engine = Self.engine(items: 2, in: 30, out: 50)
        engine.send(.trimming(.finish(keep: true)))
        #expect(Self.ends(engine) == [true])
        #expect(engine.snapshot.items[0].description.details?.fields.inPoint == .seconds(30))
        #expect(engine.snapshot.items[0].description.details?.fields.outPoint == .seconds(50))
        #expect(engine.snapshot.trim.points == TrimPoints(inPoint: .seconds(30), outPoint: .seconds(50)))
        #expect(engine.snapshot.trim.whyNot == nil)
        #expect(engine.effects.seeks.isEmpty, "playback goes on")
        engine.advance(21)
        #expect(engine.playing == "file:///1.mkv")
        engine.send(.previous)
        #expect(engine.playing == "file:///0.mkv" && engine.position == 30)
    }

    @Test func whatIsDiscardedIsAsBefore() {
        let engine = Self.engine(items: 2, in: 30, out: 50) {
            $0.inPoint = .seconds(10)
            $0.outPoint = .seconds(90)
        }
        let before = engine.snapshot.items
        engine.send(.trimming(.setOutPoint(.seconds(95))))
        engine.send(.setPosition(engine.id(0), .seconds(92)))
        #expect(engine.position == 92)
        engine.send(.trimming(.finish(keep: false)))
        #expect(Self.ends(engine) == [false])
        #expect(engine.snapshot.items == before)
        #expect(engine.snapshot.trim.points == TrimPoints(inPoint: .seconds(10), outPoint: .seconds(90)))
        #expect(engine.position == 10 && engine.status == .playing, "outside of what was")
        #expect(engine.playing == "file:///0.mkv")
    }

    @Test func unsettingCountsMoreThanWhatTheSidecarSays() {
        let engine = FakeEngine()
        var findings = ItemFindings(sidecar: MediaDetails.Fields())
        findings.sidecar?.inPoint = .seconds(20)
        findings.sidecar?.outPoint = .seconds(60)
        engine.media["file:///a.mkv"] = FakeMedia(findings: findings)
        engine.send(.openURI("file:///a.mkv"))
        #expect(engine.snapshot.trim.points == TrimPoints(inPoint: .seconds(20), outPoint: .seconds(60)))
        #expect(engine.position == 20)
        engine.send(.trimming(.begin))
        engine.send(.trimming(.setInPoint(nil)))
        engine.send(.trimming(.setOutPoint(nil)))
        engine.send(.trimming(.finish(keep: true)))
        engine.send(.setPosition(engine.id(0), .seconds(5)))
        #expect(engine.position == 5)
        engine.advance(90)
        #expect(abs(engine.position - 95) < 0.01)
    }

    /// Whatever else ends it, nothing was kept, and it is told once.
    @Test(arguments: ["next", "remove", "clear", "stop", "open", "failure", "other address", "replace"])
    func anotherItemEndsIt(how: String) throws {
        let engine = Self.engine(items: 3, in: 30, out: 50)
        engine.media["file:///bad.mkv"] = .broken
        switch how {
        case "next": engine.send(.next)
        case "remove": engine.send(.remove([engine.id(0)]))
        case "clear": engine.send(.clear)
        case "stop": engine.send(.stop)
        case "open": engine.send(.openURI("file:///bad.mkv"))
        case "failure":
            engine.tell(.failed(try #require(engine.currentGeneration), PlaybackFault(.decoderFailed, "It is broken.")))
        case "other address":
            engine.send(.setDescription(engine.id(0), MediaDescription(uri: "file:///1.mkv")))
        default: engine.send(.replaceQueue([MediaDescription(uri: "file:///0.mkv")], play: true, start: nil, index: 0))
        }
        #expect(Self.ends(engine) == [false])
        #expect(!engine.snapshot.trim.isTrimming)
        #expect(engine.snapshot.trim.points == TrimPoints())
        engine.send(.play)
        engine.advance(1)
        #expect(engine.position < 30)
    }

    @Test func losingTheSoundServerOrRestartingTheItemDoesNot() {
        let engine = Self.engine(in: 30, out: 50)
        engine.tell(.outputLost(PlaybackFault(.audioOutputLost, "It is gone."), retryIn: .seconds(1)))
        engine.tell(.outputRestored)
        engine.send(.goTo(engine.id(0)))
        engine.send(.setDescription(engine.id(0), described("file:///0.mkv") { $0.title = "A" }))
        #expect(engine.snapshot.trim.isTrimming && Self.ends(engine) == [])
        #expect(engine.position == 30)
        engine.send(.trimming(.finish(keep: true)))
        #expect(engine.snapshot.items[0].description.details?.fields.title == "A")
    }
}
