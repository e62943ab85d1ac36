import PlayerCore
import Testing

/// Which item a proposal means: one of the queue, or one of its own that enters the queue when it is accepted.
@Suite struct ProposalItemTests {
    private static let next = "file:///next.mkv"

    /// Plays an item that names the next one in its description, in front of what else is queued.
    private static func engine(queued: [String] = []) -> FakeEngine {
        let engine = FakeEngine()
        for uri in ["file:///0.mkv", "file:///other.mkv", next] {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        }
        let first = described("file:///0.mkv") { fields in
            var description = NextDescription(uri: next)
            description.presentAt = .seconds(900)
            fields.next = description
        }
        let descriptions = [first] + queued.map { MediaDescription(uri: $0) }
        engine.send(.replaceQueue(descriptions, play: true, start: nil, index: 0))
        engine.send(.setPosition(engine.id(0), .seconds(950)))
        return engine
    }

    private func queue(_ engine: FakeEngine) -> [String] { engine.snapshot.items.map(\.description.uri) }

    @Test func whatIsQueuedNextAnywayIsNotPlayedTwice() {
        let engine = Self.engine(queued: [Self.next])
        let id = engine.id(1)
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(engine.snapshot.current?.id == id)
        #expect(queue(engine) == ["file:///0.mkv", Self.next])
    }

    @Test func whatIsQueuedWhileItIsPresentedIsNotPlayedTwice() {
        let engine = Self.engine()
        engine.send(.insert([MediaDescription(uri: Self.next)], at: 1))
        let id = engine.id(1)
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(engine.snapshot.current?.id == id)
        #expect(queue(engine) == ["file:///0.mkv", Self.next])
    }

    @Test func whatLeftTheQueueMeanwhileComesAsAnItemOfItsOwn() {
        let engine = Self.engine(queued: [Self.next, "file:///other.mkv"])
        let id = engine.id(1)
        engine.send(.remove([id]))
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(engine.playing == Self.next)
        #expect(engine.snapshot.current?.id != id, "a removed id does not come back")
        #expect(queue(engine) == ["file:///0.mkv", Self.next, "file:///other.mkv"])
    }

    @Test func ofTwoThatLookTheSameTheOneThatIsThereIsMeant() {
        let engine = FakeEngine()
        for uri in ["file:///0.mkv", Self.next] { engine.media[uri] = FakeMedia(duration: .seconds(1_000)) }
        let items = ["file:///0.mkv", Self.next, Self.next].map { MediaDescription(uri: $0) }
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        let kept = engine.id(2)
        engine.send(.remove([engine.id(1)]))
        engine.advance(1_001)
        #expect(engine.snapshot.current?.id == kept)
        #expect(queue(engine) == ["file:///0.mkv", Self.next])
    }

    @Test(arguments: [Progression.pause, .stop])
    func withoutProgressionNothingIsAcceptedBeforeTheEndEither(progression: Progression) {
        let engine = FakeEngine()
        for uri in ["file:///0.mkv", Self.next] { engine.media[uri] = FakeMedia(duration: .seconds(1_000)) }
        let first = described("file:///0.mkv") { fields in
            var description = NextDescription(uri: Self.next)
            description.automaticAcceptanceInterval = -20
            fields.next = description
        }
        engine.send(.setProgression(progression))
        engine.send(.replaceQueue([first], play: true, start: nil, index: 0))
        engine.advance(990)
        #expect(engine.playing == "file:///0.mkv")
        #expect(engine.position == 990)
    }

    @Test func theNextOfAPreparedNextEpisodeIsFound() {
        var settings = PlayerSettings()
        settings.proposesNextEpisode = true
        settings.nextEpisodeInterval = 0
        let engine = FakeEngine(settings: settings)
        for number in 0..<3 {
            var findings = ItemFindings()
            if number < 2 { findings.nextEpisode = "file:///\(number + 1).mkv" }
            engine.media["file:///\(number).mkv"] = FakeMedia(
                duration: .seconds(1_000), findings: findings, hasVideo: true)
        }
        engine.send(.replaceQueue([MediaDescription(uri: "file:///0.mkv")], play: true, start: nil, index: 0))
        engine.advance(2_500)
        #expect(engine.playing == "file:///2.mkv")
        #expect(queue(engine) == ["file:///0.mkv", "file:///1.mkv", "file:///2.mkv"])
    }

    @Test func neverEqualsNever() {
        let never = Proposal(source: .client, description: MediaDescription(uri: Self.next))
        #expect(never == Proposal(source: .client, description: MediaDescription(uri: Self.next)))
        #expect(Set([never, never]).count == 1)
    }
}
