import PlayerCore
import Testing

/// What is inhibited, by what the player shows.
@Suite struct InhibitionTests {
    private static let both: Inhibition = [.suspend, .idle]

    /// A player of sound, video, a broken file and more video, and each change of what it wants inhibited.
    private final class Run {
        let engine = FakeEngine()
        private(set) var wanted: Inhibition = []
        private(set) var changes: [Inhibition] = []

        init() {
            engine.media["file:///film"] = FakeMedia(hasVideo: true)
            engine.media["file:///sequel"] = FakeMedia(hasVideo: true)
            engine.media["file:///broken"] = .broken
            engine.observe = { [unowned self] snapshot, _ in
                let next = wanted.following(snapshot)
                if next != wanted { changes.append(next) }
                wanted = next
            }
        }

        func play(_ names: String...) {
            let items = names.map { MediaDescription(uri: "file:///\($0)") }
            engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        }

        func forget() { changes = [] }
    }

    @Test func soundKeepsTheMachineAwakeAndNoMore() {
        let run = Run()
        run.play("song")
        #expect(run.changes == [.suspend])
        run.engine.advance(200)
        #expect(run.changes == [.suspend, []], "the end of the queue ends it")
    }

    @Test func videoKeepsTheScreenToo() {
        let run = Run()
        run.play("film")
        #expect(run.wanted == Self.both)
    }

    @Test func pausedOrStoppedNothingIsInhibited() {
        let run = Run()
        run.play("film")
        run.forget()
        run.engine.send(.pause)
        #expect(run.changes == [[]])
        run.engine.send(.play)
        #expect(run.changes == [[], Self.both], "what was prepared before is known at once")
        run.engine.send(.stop)
        #expect(run.wanted == [])
    }

    @Test func oneVideoAfterTheOtherLeavesNoGap() {
        let run = Run()
        run.play("film", "sequel", "broken", "film")
        run.forget()
        run.engine.advance(150)
        #expect(run.engine.playing == "file:///sequel")
        #expect(run.changes == [], "gapless")
        run.engine.send(.previous)
        run.engine.send(.next)
        run.engine.advance(300)
        #expect(run.changes == [[]], "a broken one between them neither")
    }

    @Test func whileTheNextOneOpensWhatWasHolds() {
        let run = Run()
        run.play("film", "song")
        run.engine.holdsPreparing = true
        run.forget()
        run.engine.send(.next)
        #expect(run.engine.playing == "file:///song")
        #expect(run.changes == [])
        run.engine.holdsPreparing = false
        run.engine.settle()
        #expect(run.changes == [.suspend])
        run.engine.send(.previous)
        #expect(run.wanted == Self.both)
    }

    @Test func whatOpensFirstKeepsTheMachineAwake() {
        let run = Run()
        run.engine.holdsPreparing = true
        run.play("film")
        #expect(run.changes == [.suspend])
        run.engine.send(.pause)
        #expect(run.wanted == [])
    }

    @Test func aBufferThatFillsCountsAsPlaying() throws {
        let run = Run()
        run.play("film")
        run.forget()
        run.engine.tell(.buffering(try #require(run.engine.currentGeneration), percent: 10))
        run.engine.advance(5)
        #expect(run.engine.snapshot.bufferingPercent == 10)
        #expect(run.changes == [])
    }
}
