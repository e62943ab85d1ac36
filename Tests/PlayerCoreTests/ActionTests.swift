import Testing

@testable import PlayerCore

/// What clients offer while an item plays.
@Suite struct ActionTests {
    private static func action(_ id: String, _ from: Double? = nil, _ to: Double? = nil) -> ClientAction {
        ClientAction(id: id, title: id.uppercased(), from: from.map { .seconds($0) }, to: to.map { .seconds($0) })
    }

    private static func playing(_ uris: [String] = ["file:///a", "file:///b"]) -> FakeEngine {
        let engine = FakeEngine(uris)
        engine.send(.play)
        return engine
    }

    private func set(_ engine: FakeEngine, _ actions: [ClientAction], by client: String = ":1.1")
        -> Result<CommandReply, CommandRefusal>
    {
        engine.send(.actions(.set(actions, by: client)), from: .program)
    }

    /// `a>` those that are offered now, `b` those that are not, in order.
    private func offered(_ engine: FakeEngine) -> String {
        engine.snapshot.actions.offered.map { $0.action.id + ($0.isVisible ? ">" : "") }.joined(separator: " ")
    }

    @Test func theyAreOfferedFromTheirBeginningToTheirEnd() {
        let engine = Self.playing()
        #expect(
            set(engine, [Self.action("all"), Self.action("part", 10, 20), Self.action("end", 30)]) == .success(.done))
        #expect(offered(engine) == "all> part end")
        engine.advance(9.99)
        #expect(offered(engine) == "all> part end")
        engine.advance(0.02)
        #expect(offered(engine) == "all> part> end")
        engine.advance(10)
        #expect(offered(engine) == "all> part end")
        engine.send(.setPosition(engine.id(0), .seconds(35)))
        #expect(offered(engine) == "all> part end>")
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        #expect(offered(engine) == "all> part> end")
        engine.send(.stop)
        #expect(offered(engine) == "all part end")
    }

    @Test func theyLeaveWithTheItem() {
        let engine = Self.playing()
        _ = set(engine, [Self.action("a")])
        engine.send(.next)
        #expect(offered(engine).isEmpty)
        engine.send(.previous)
        #expect(engine.playing == "file:///a")
        #expect(offered(engine).isEmpty)
    }

    @Test func eachClientHasItsOwn() {
        let engine = Self.playing()
        _ = set(engine, [Self.action("a"), Self.action("b")])
        _ = set(engine, [Self.action("c")], by: ":1.2")
        #expect(offered(engine) == "a> b> c>")
        #expect(engine.snapshot.actions.offered.map(\.owner) == [":1.1", ":1.1", ":1.2"])
        _ = set(engine, [Self.action("d")])
        #expect(offered(engine) == "d> c>")
        engine.send(.actions(.withdraw(by: ":1.1")), from: .program)
        #expect(offered(engine) == "c>")
        _ = set(engine, [], by: ":1.2")
        #expect(offered(engine).isEmpty)
    }

    @Test func anIdThatIsTakenIsRefusedAndNothingChanges() {
        let engine = Self.playing()
        _ = set(engine, [Self.action("a")])
        #expect(set(engine, [Self.action("b"), Self.action("a")], by: ":1.2").isInvalid)
        #expect(set(engine, [Self.action("b"), Self.action("b")]).isInvalid)
        #expect(offered(engine) == "a>")
        #expect(set(engine, [Self.action("a"), Self.action("b")]) == .success(.done))
    }

    @Test func onlyWhatIsOfferedNowCanBePressed() {
        let engine = Self.playing()
        _ = set(engine, [Self.action("a", 0, 10), Self.action("b", 10)])
        engine.forget()
        #expect(engine.send(.actions(.invoke("a"))) == .success(.done))
        #expect(engine.notices == [.actions(.invoked("a"))])
        engine.forget()
        guard case .failure(.notPossible) = engine.send(.actions(.invoke("b"))) else {
            Issue.record("it is not offered yet")
            return
        }
        guard case .failure(.notFound) = engine.send(.actions(.invoke("c"))) else {
            Issue.record("there is no such action")
            return
        }
        #expect(engine.notices.isEmpty)
    }

    @Test func nothingIsOfferedWithoutAnItem() {
        let engine = FakeEngine()
        guard case .failure(.notPossible) = set(engine, [Self.action("a")]) else {
            Issue.record("there is no item")
            return
        }
        #expect(offered(engine).isEmpty)
    }

    @Test func thoseOfAnItemWaitWhileAnInterstitialPlays() {
        let engine = FakeEngine()
        engine.media["file:///ad"] = FakeMedia(duration: .seconds(5))
        var ad = InterstitialDescription()
        (ad.id, ad.at, ad.uris) = ("ad", .seconds(10), ["file:///ad"])
        engine.send(
            .replaceQueue([described("file:///a") { $0.interstitials = [ad] }], play: true, start: nil, index: 0))
        _ = set(engine, [Self.action("a")])
        engine.advance(12)
        #expect(engine.playing == "file:///ad")
        #expect(offered(engine).isEmpty)
        _ = set(engine, [Self.action("visit")])
        #expect(offered(engine) == "visit>")
        engine.advance(5)
        #expect(engine.playing == "file:///a")
        #expect(offered(engine) == "a>")
    }

    @Test func allClientsOfferSoManyAndNoMore() {
        let engine = Self.playing()
        for client in 0..<5 {
            let actions = (0..<ClientAction.most).map { Self.action("\(client).\($0)") }
            #expect(set(engine, actions, by: ":1.\(client)") == .success(.done))
        }
        guard case .failure(.notPossible) = set(engine, [Self.action("more")], by: ":1.9") else {
            Issue.record("one more than there may be")
            return
        }
        #expect(engine.snapshot.actions.offered.count == Actions.mostActions)
        #expect(set(engine, [Self.action("fewer")], by: ":1.0") == .success(.done))
        #expect(set(engine, [Self.action("more")], by: ":1.9") == .success(.done))
    }
}
