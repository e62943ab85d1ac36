import PlayerCore
import Testing

private let three = ["file:///a.mkv", "file:///b.mkv", "file:///c.mkv"]

private func engine(_ uris: [String] = three, broken: Set<Int>) -> FakeEngine {
    let engine = FakeEngine(uris)
    for index in broken { engine.media[uris[index]] = .broken }
    return engine
}

@Suite struct FailureTests {
    @Test func anItemThatCannotBePlayedIsSkippedAndNamed() {
        let engine = engine(broken: [0])
        engine.send(.play)
        #expect(engine.playing == three[1])
        #expect(engine.status == .playing)
        #expect(engine.notices.failedItems == [engine.id(0)])
        #expect(engine.snapshot.itemStates[engine.id(0)]?.phase == .failed)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.fault?.code == .decoderFailed)
        #expect(engine.snapshot.error == nil)
    }

    @Test func theErrorGoesWithItsItem() {
        let engine = engine([three[0]], broken: [0])
        engine.send(.play)
        #expect(engine.snapshot.error?.uri == three[0])
        engine.send(.remove([engine.id(0)]))
        #expect(engine.snapshot.error == nil)
    }

    @Test func theErrorStaysUntilSomethingStarts() {
        let engine = engine(broken: [0])
        engine.send(.play)
        engine.send(.stop)
        engine.send(.previous)
        engine.send(.play)
        #expect(engine.snapshot.error == nil)
        engine.send(.stop)
        engine.send(.previous)
        engine.holdsPreparing = true
        engine.send(.play)
        engine.tell(.failed(engine.currentGeneration!, FakeMedia.broken.fault!))
        #expect(engine.snapshot.error?.uri == three[0])
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.snapshot.error == nil)
    }

    @Test(arguments: [LoopMode.none, .track, .playlist], [false, true])
    func aQueueInWhichNothingPlaysStops(loop: LoopMode, shuffled: Bool) {
        let uris = (0..<20).map { "file:///\($0).mkv" }
        let engine = engine(uris, broken: Set(0..<20))
        engine.send(.setLoop(loop))
        engine.send(.setShuffle(shuffled))
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.error?.fault.code == .decoderFailed)
        #expect(engine.effects.prepared.count == (loop == .track ? 1 : 20))
        #expect(engine.effects.last == .release)
    }

    @Test func theSearchForAPlayableItemIsBounded() {
        let uris = (0..<500).map { "file:///\($0).mkv" }
        let engine = engine(uris, broken: Set(0..<500))
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.effects.prepared.count == 100)
    }

    @Test func itemsThatStartAndBreakAtOnceDoNotSpin() {
        let engine = FakeEngine(three)
        for uri in three {
            engine.media[uri] = .broken
            engine.media[uri]?.failsLate = true
        }
        engine.send(.setLoop(.playlist))
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.effects.prepared == three)
    }

    @Test func anItemThatBrokeAfterAWhileCountsAsPlayed() {
        let engine = FakeEngine(three)
        engine.send(.setLoop(.playlist))
        engine.send(.play)
        for round in 0..<6 {
            engine.advance(30)
            #expect(engine.playing == three[round % 3])
            engine.tell(.failed(engine.currentGeneration!, FakeMedia.broken.fault!))
        }
        #expect(engine.status == .playing)
    }

    /// How many items in a row had failed, for each one that did.
    private func counts(_ engine: FakeEngine) -> [Int] {
        engine.notices.compactMap { if case .itemFailed(_, let fault) = $0 { fault.inARow } else { nil } }
    }

    @Test("what is heard between two items that fail parts them, however short it is") func inARow() {
        let uris = (0..<8).map { "file:///\($0).mkv" }
        let engine = engine(uris, broken: [0, 1, 3, 5, 6])
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == uris[2] && counts(engine) == [1, 2])
        engine.tell(.failed(engine.currentGeneration!, FakeMedia.broken.fault!))
        engine.advance(1)
        #expect(engine.playing == uris[4] && counts(engine) == [1, 2, 1, 2])
        engine.send(.setPosition(engine.id(4), .seconds(99.9)))
        engine.advance(2)
        #expect(engine.playing == uris[7] && counts(engine) == [1, 2, 1, 2, 1, 2])
    }

    @Test func whoeverTriesAgainBeginsANewRow() {
        let engine = engine(broken: [0, 1, 2])
        engine.send(.play)
        engine.send(.play)
        #expect(counts(engine) == [1, 2, 3, 1])
    }

    @Test func emptyItemsDoNotSpin() {
        let engine = FakeEngine(three)
        engine.holdsPreparing = true
        engine.send(.setLoop(.playlist))
        engine.send(.play)
        for _ in 0..<3 {
            #expect(engine.status == .playing)
            engine.tell(.ended(engine.currentGeneration!))
        }
        #expect(engine.status == .stopped)
    }

    @Test func afterPreviousTheSearchGoesBackwardsAndThenForward() {
        let engine = engine(broken: [1])
        engine.send(.goTo(engine.id(2)))
        engine.send(.previous)
        #expect(engine.playing == three[0])
        let other = FakeEngine(three)
        other.media[three[0]] = .broken
        other.send(.goTo(other.id(1)))
        other.send(.previous)
        #expect(other.playing == three[1])
        #expect(other.status == .playing)
    }

    @Test func aBrokenItemIsTriedAgainWhenAskedFor() {
        let engine = engine(broken: [0])
        engine.send(.play)
        engine.media[three[0]] = FakeMedia()
        engine.send(.goTo(engine.id(0)))
        #expect(engine.playing == three[0])
        #expect(engine.snapshot.itemStates[engine.id(0)]?.phase == .playing)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.fault == nil)
    }

    @Test func pauseIsKeptWhileSkipping() {
        let engine = FakeEngine(three)
        engine.media[three[1]] = .broken
        engine.send(.play)
        engine.send(.pause)
        engine.send(.next)
        #expect(engine.playing == three[2])
        #expect(engine.status == .paused)
    }

    @Test func progressionStopStopsAtABrokenItem() {
        let engine = engine(broken: [0])
        engine.send(.setProgression(.stop))
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[0])
        #expect(engine.snapshot.error != nil)
    }

    @Test func aRepeatedTrackThatBreaksStops() {
        let engine = FakeEngine(three)
        engine.send(.setLoop(.track))
        engine.send(.play)
        engine.advance(50)
        engine.tell(.failed(engine.currentGeneration!, FakeMedia.broken.fault!))
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[0])
        #expect(engine.snapshot.error != nil)
    }
}
