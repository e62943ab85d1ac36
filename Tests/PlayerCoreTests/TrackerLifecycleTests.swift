import PlayerCore
import Testing

@Suite struct TrackerLifecycleTests {
    @Test func metadataComesBeforeThePlayingAndPropertiesWithinIt() {
        let rig = TrackerRig()
        #expect(rig.told() == ["metadata a"])
        rig.engine.send(.play)
        rig.engine.advance(3)
        rig.engine.send(.pause)
        rig.engine.advance(60)
        rig.engine.send(.stop)
        #expect(rig.events() == ["metadata a", "enabled 0.0", "metadata a", "startUp 0.0", "disabled 3.0"])
        let words = rig.told()
        #expect(words.contains("properties 3.0"), "the pause")
        #expect(words.last == "disabled 3.0")
    }

    @Test func anotherItemEndsTheOneBeforeWithItsLastPosition() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.advance(12.5)
        rig.forget()
        rig.engine.send(.next)
        #expect(rig.events().prefix(3) == ["disabled 12.5", "metadata b", "enabled 0.0"])
        rig.forget()
        rig.engine.advance(100)
        #expect(rig.events().first == "disabled 100.0", "the end of an item is its duration")
        #expect(rig.events().last == "startUp 0.0", "prepared in advance: nobody waited")
        rig.forget()
        rig.engine.advance(100)
        #expect(rig.events() == ["disabled 100.0"], "the end of the queue")
    }

    @Test func pausedIsPlayedToo() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.send(.pause)
        rig.forget()
        rig.engine.send(.next)
        #expect(rig.events().contains("enabled 0.0"))
        rig.engine.advance(30)
        rig.engine.send(.play)
        #expect(rig.events().last == "startUp 0.0", "nobody waited while it was paused")
    }

    @Test func aRepeatIsANewRoundNotANewPlaying() {
        let rig = TrackerRig(["a"])
        rig.engine.send(.setLoop(.track))
        rig.engine.send(.play)
        rig.engine.advance(50)
        rig.engine.send(.setRate(2))
        rig.forget()
        rig.engine.advance(30)
        #expect(rig.events() == ["startUp 0.0"])
        #expect(rig.told().contains("properties 100.0"))
        #expect(rig.last?.round == 2)
        rig.setRoles([TrackerRole(name: "t", isEnabled: false)])
        rig.forget()
        rig.setRoles([TrackerRole(name: "t")])
        #expect(rig.events() == ["enabled 10.0", "startUp 0.0"], "the change of rate was in the round before")
    }

    @Test func movingOrDescribingTheItemDoesNotInterrupt() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.advance(5)
        rig.forget()
        rig.engine.send(.move(rig.engine.id(0), to: 2))
        #expect(rig.told().isEmpty)
        rig.engine.send(.setDescription(rig.engine.id(2), described("a") { $0.title = "A" }))
        #expect(rig.told() == ["metadata a"])
        rig.forget()
        rig.engine.send(.setDescription(rig.engine.id(2), MediaDescription(uri: "d")))
        #expect(
            rig.events().prefix(3) == ["disabled 5.0", "metadata d", "enabled 0.0"], "another URI is another playing")
    }

    @Test func segmentsAndChaptersAreToldAsTheyComeAndGo() {
        let rig = TrackerRig([])
        var fields = MediaDetails.Fields()
        fields.chapters = [(0, "One"), (50, "Two")].map {
            Chapter(start: .seconds($0), titles: [ChapterTitle($1)])
        }
        fields.segments = [
            (10, 20, "recap", "ask"), (30, 40, "advertisement", "auto"), (90, 100, "closing-credits", "ask"),
            (60, 65, "preview", "ignore"),
        ]
        .map {
            var segment = SegmentDescription(start: .seconds($0.0), end: .seconds($0.1), kind: $0.2)
            segment.action = $0.3
            return segment
        }
        for uri in ["file:///a", "file:///b"] {
            rig.engine.media[uri] = FakeMedia(duration: .seconds(100), findings: ItemFindings())
        }
        rig.engine.send(
            .replaceQueue(
                [
                    MediaDescription(uri: "file:///a", details: MediaDetails(fields)),
                    MediaDescription(uri: "file:///b"),
                ], play: true, start: nil, index: 0))
        rig.advance(120)
        let kinds = ["entered", "left", "skipped", "chapter", "disabled", "enabled"]
        let told = rig.events().filter { word in kinds.contains { word.hasPrefix($0) } }
        #expect(
            told.map { $0.split(separator: ".").first.map(String.init) ?? "" } == [
                "enabled 0", "chapter 1 One", "entered recap 10", "left recap 20", "entered advertisement 40",
                "skipped advertisement 30", "left advertisement 40", "chapter 2 Two", "entered closing-credits 90",
                "left closing-credits 98", "disabled 100", "enabled 0",
            ], "\(told)")
    }

    @Test func whatClientsSayOfAnItemIsInItsMetadata() {
        let rig = TrackerRig([])
        let description = described("file:///a") {
            $0.identifier = "episode-7"
            $0.chapters = [Chapter(start: .zero, titles: [ChapterTitle("One")])]
        }
        rig.engine.media["file:///a"] = FakeMedia(duration: .seconds(100), findings: ItemFindings())
        rig.engine.send(.replaceQueue([description], play: true, start: nil, index: 0))
        let items = rig.updates().compactMap { if case .metadata(let item) = $0.update { item } else { nil } }
        #expect(items.last?.identifier == "episode-7")
        #expect(items.last?.chapters.map(\.title) == ["One"])
    }

    @Test func customDataComesAsItWasGiven() {
        let rig = TrackerRig([])
        let custom: [String: DescriptionValue] = ["id": .integer(7), "list": .list([.bool(true), .number(0.5)])]
        rig.engine.send(.insert([described("a") { $0.custom = custom }], at: 0))
        guard case .metadata(let item)? = rig.updates().first?.update else {
            Issue.record("no metadata")
            return
        }
        #expect(item.custom == custom)
    }

    @Test func rangesOfTimedMetadataAreTold() {
        let rig = TrackerRig(["a"])
        rig.engine.send(
            .replaceQueue(
                [described("a") { $0.timed = [TimedRange(start: .seconds(10), end: .seconds(20), className: "goal")] }],
                play: true, start: nil, index: 0))
        rig.forget()
        rig.advance(30)
        #expect(rig.events().map { $0.prefix(12) } == ["entered goal", "left goal 20"])
    }

    @Test func mandatoryTrackersIgnoreTheSwitch() {
        let off = TrackerRole(name: "t", isEnabled: false)
        let mandatory = TrackerRole(name: "m", isMandatory: true, isEnabled: false)
        let rig = TrackerRig(roles: [off, mandatory])
        rig.engine.send(.play)
        rig.engine.advance(4)
        rig.engine.send(.setRate(2))
        #expect(rig.events().allSatisfy { $0.hasPrefix("metadata") }, "metadata comes always, the rest when enabled")
        #expect(rig.events("m").suffix(3) == ["metadata a", "startUp 0.0", "rate 1.0 2.0"])
        rig.forget()
        rig.setRoles([TrackerRole(name: "t"), mandatory])
        #expect(rig.told() == ["enabled 4.0", "properties 4.0", "startUp 0.0", "rate 1.0 2.0"])
        #expect(rig.told("m").isEmpty)
        rig.forget()
        rig.setRoles([TrackerRole(name: "t"), mandatory])
        #expect(rig.calls.isEmpty, "enabled twice is enabled once")
        rig.engine.advance(1)
        rig.setRoles([off, mandatory])
        #expect(rig.told() == ["disabled 6.0"])
        #expect(rig.told("m").isEmpty)
    }

    @Test func trackersThatComeAndGoWhileSomethingPlays() {
        let rig = TrackerRig(roles: [])
        rig.engine.send(.play)
        rig.engine.advance(2)
        rig.setRoles([TrackerRole(name: "t")])
        #expect(rig.told() == ["metadata a", "enabled 2.0", "properties 2.0", "startUp 0.0"])
        rig.engine.advance(1)
        rig.forget()
        rig.setRoles([TrackerRole(name: "u")])
        #expect(rig.told() == ["disabled 3.0"])
        #expect(rig.told("u").first == "metadata a")
    }

    @Test func theDaemonsEndIsTheLastWord() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.advance(7.25)
        rig.forget()
        rig.end()
        #expect(rig.told() == ["disabled 7.25"])
        rig.engine.send(.next)
        rig.setRoles([TrackerRole(name: "t")])
        #expect(rig.told() == ["disabled 7.25"])
    }

    @Test func seeksCountWhenTheyArrive() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.advance(10)
        rig.forget()
        rig.engine.holdsSeeks = true
        rig.engine.send(.seek(by: .seconds(30)))
        rig.engine.send(.seek(by: .seconds(10)))
        #expect(rig.events().isEmpty)
        while !rig.engine.heldSeeks.isEmpty { rig.engine.landSeek() }
        #expect(rig.events() == ["seek 10.0 50.0"], "a drag is one seek")
        rig.forget()
        rig.engine.send(.seek(by: .seconds(5)))
        rig.engine.failSeek()
        #expect(rig.events().isEmpty, "one that fails is none")
        rig.engine.send(.pause)
        rig.engine.send(.setPosition(rig.engine.id(0), .seconds(20)))
        rig.engine.landSeek()
        #expect(rig.events() == ["seek 50.0 20.0"], "a pause makes no difference")
        #expect(rig.last?.total.seeks == 2)
        #expect(rig.last?.position == .seconds(20))
        rig.forget()
        rig.engine.send(.setRate(1.5))
        rig.engine.landSeek()
        #expect(rig.events() == ["rate 1.0 1.5"])
        rig.engine.send(.seek(by: .seconds(5)))
        rig.engine.send(.stop)
        #expect(rig.events().last?.hasPrefix("disabled") == true, "a seek that never arrives is none")
    }

    @Test func stallsArePairedWhateverEndsThem() throws {
        let rig = TrackerRig()
        rig.engine.send(.play)
        rig.engine.advance(10)
        rig.forget()
        let generation = try #require(rig.engine.currentGeneration)
        rig.engine.tell(.buffering(generation, percent: 30))
        rig.engine.tell(.buffering(generation, percent: 60))
        rig.engine.tell(.outputLost(PlaybackFault(.audioOutputLost, "gone"), retryIn: .seconds(1)))
        #expect(rig.last?.isStalled == true)
        // The fake engine plays on; what is measured follows the core.
        rig.engine.tell(.outputRestored)
        #expect(rig.events() == ["stall"])
        rig.engine.tell(.buffering(generation, percent: 100))
        #expect(rig.events() == ["stall", "resume 0.0"])
        rig.engine.tell(.buffering(generation, percent: 0))
        rig.engine.send(.pause)
        #expect(rig.events() == ["stall", "resume 0.0", "stall", "resume 0.0"])
        rig.engine.tell(.buffering(generation, percent: 100))
        #expect(rig.last?.total.stalls == 2)
    }

    @Test func waitingIsToldFromPreparing() {
        let rig = TrackerRig(["a"])
        rig.engine.holdsPreparing = true
        rig.engine.send(.play)
        rig.engine.advance(2)
        rig.engine.send(.pause)
        rig.engine.advance(3)
        rig.engine.send(.play)
        rig.engine.advance(1)
        rig.engine.holdsPreparing = false
        rig.engine.settle()
        let start = rig.updates().lazy.compactMap { _, update -> MetricEvent.Kind? in
            if case .metric(let event) = update { event.kind } else { nil }
        }.first
        #expect(start == .startUp(waited: .seconds(1), preparation: .seconds(6)))
    }

    @Test func aFailureIsToldBeforeTheEnd() {
        let rig = TrackerRig()
        rig.engine.media["a"] = .broken
        rig.engine.send(.play)
        #expect(
            rig.events().prefix(5)
                == ["metadata a", "enabled 0.0", "failure 4001", "disabled 0.0", "metadata b"])
    }

    @Test func droppedFramesAreCountedByRound() throws {
        let rig = TrackerRig()
        rig.engine.send(.play)
        let generation = try #require(rig.engine.currentGeneration)
        rig.forget()
        rig.engine.tell(.framesDropped(generation, total: 5))
        rig.engine.tell(.framesDropped(generation, total: 5))
        rig.engine.tell(.framesDropped(generation, total: 2))
        rig.engine.tell(.framesDropped(generation, total: 8))
        #expect(rig.events() == ["dropped 5 5", "dropped 8 3"])
        rig.engine.send(.next)
        rig.engine.tell(.framesDropped(generation, total: 20))
        rig.engine.send(.pause)
        #expect(rig.last?.total.droppedFrames == 0)
    }

    @Test func heartbeatsComeWhileItMovesAndSayWhatIsNew() {
        let rig = TrackerRig(roles: [TrackerRole(name: "t", heartbeat: .seconds(30)), TrackerRole(name: "u")])
        rig.engine.send(.play)
        rig.forget()
        rig.advance(70)
        #expect(rig.told() == ["properties 30.0", "properties 60.0"])
        #expect(rig.told("u").isEmpty)
        #expect(rig.last?.increment.played == .seconds(30))
        #expect(rig.last?.total.played == .seconds(60))
        rig.engine.send(.pause)
        #expect(rig.lifecycle.nextHeartbeat == nil, "an idle machine is left asleep")
        #expect(rig.last?.increment.played == .seconds(10))
    }

    @Test func theHistoryIsBounded() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        for second in 1...600 { rig.engine.send(.setPosition(rig.engine.id(0), .seconds(Double(second % 90) + 1))) }
        rig.setRoles([TrackerRole(name: "t", isEnabled: false)])
        rig.forget()
        rig.setRoles([TrackerRole(name: "t")])
        #expect(rig.events().count == 257)
        #expect(rig.last?.total.seeks == 600)
    }

    @Test func trackersOfRemovedItemsAreForgotten() {
        let rig = TrackerRig()
        rig.engine.send(.play)
        let first = rig.engine.id(0)
        rig.engine.send(.next)
        rig.engine.send(.remove([first]))
        rig.engine.send(.next)
        #expect(rig.calls.contains(.forget(first)))
    }

    @Test func totalsNeverGoBack() {
        var earlier = PlaybackTotals()
        earlier.played = .seconds(5)
        earlier.stalls = 3
        earlier.droppedFrames = 9
        #expect(PlaybackTotals().since(earlier) == PlaybackTotals())
    }

    /// Whatever happens, every playing is enabled and disabled in turn, nothing is told outside, and what `disabled`
    /// says of the position is what clients could see last.
    @Test(arguments: 0..<24) func playingsArePaired(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var pairing = Pairing()
        let rig = TrackerRig([], roles: [TrackerRole(name: "t", heartbeat: .seconds(7))], seed: seed)
        for uri in RandomRun.uris {
            rig.engine.media[uri] =
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: .broken
                case 1: .live
                case 2: FakeMedia(duration: .seconds(3), isSeekable: false)
                default: FakeMedia(duration: .seconds(Double.random(in: 1...60, using: &generator)))
                }
        }
        for _ in 0..<400 {
            let before = rig.engine.snapshot
            let position = before.position.position(at: rig.engine.now, duration: before.current?.duration)
            rig.forget()
            if Bool.random(using: &generator) {
                rig.engine.send(RandomRun.command(before, &generator))
                let ended = rig.updates().lazy.compactMap { _, update -> TrackedProperties? in
                    if case .disabled(let properties) = update { properties } else { nil }
                }.first
                if let ended, before.status != .stopped { #expect(ended.position == position, "seed \(seed)") }
            } else {
                rig.advance(Double.random(in: 0...30, using: &generator))
            }
            for (item, update) in rig.updates() { pairing.take(item, update, seed: seed) }
        }
        rig.forget()
        rig.end()
        for (item, update) in rig.updates() { pairing.take(item, update, seed: seed) }
        #expect(pairing.enabled == nil)
    }
}

/// Which playing is open, over all that was told so far.
private struct Pairing {
    private(set) var enabled: ItemID?

    mutating func take(_ item: ItemID, _ update: TrackerUpdate, seed: UInt64) {
        switch update {
        case .metadata: break
        case .enabled:
            #expect(enabled == nil, "seed \(seed): enabled twice")
            enabled = item
        case .properties(let properties), .disabled(let properties):
            #expect(enabled == item, "seed \(seed): told outside of a playing")
            let increment = properties.increment
            #expect(increment.played >= .zero && increment.played <= properties.total.played)
            if case .disabled = update { enabled = nil }
        case .metric, .timed:
            #expect(enabled == item, "seed \(seed): told outside of a playing")
        }
    }
}
