import PlayerCore
import Testing

private let three = ["file:///a.mkv", "file:///b.mkv", "file:///c.mkv"]

@Suite struct TransportTests {
    @Test func playWithAnEmptyQueueHasNoEffect() {
        let engine = FakeEngine()
        for command in [PlayerCommand.play, .playPause, .pause] {
            #expect(engine.send(command) == .failure(.nothingToPlay("There is nothing to play; open something first.")))
        }
        #expect(engine.status == .stopped)
        #expect(engine.effects.isEmpty)
        #expect(!engine.snapshot.canPlay)
    }

    @Test func playPreparesTheCurrentItemAndLetsTheOutputRun() {
        let engine = FakeEngine(three)
        engine.holdsPreparing = true
        engine.send(.play)
        let generation = Generation(rawValue: 1)
        #expect(
            engine.effects == [
                .prepare(generation, ItemRequest(uri: three[0])), .setPlaying(true),
            ])
        #expect(engine.status == .playing)
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.notices.isEmpty)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.phase == .playing)
        engine.advance(5)
        #expect(engine.position == 5)
    }

    @Test func pauseKeepsThePositionAndPlayGoesOnFromIt() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(5)
        engine.send(.pause)
        engine.send(.pause)
        engine.advance(60)
        #expect(engine.status == .paused)
        #expect(engine.position == 5)
        engine.send(.playPause)
        engine.advance(1)
        #expect(engine.position == 6)
        #expect(engine.notices.seeked.isEmpty)
        #expect(engine.effects.prepared == [three[0]])
    }

    @Test func stopReleasesKeepsTheItemAndPlayStartsItFromItsBeginning() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(5)
        engine.forget()
        engine.send(.stop)
        #expect(engine.effects.contains(.release))
        #expect(engine.status == .stopped)
        #expect(engine.position == 0)
        #expect(engine.playing == three[0])
        engine.send(.stop)
        engine.send(.pause)
        #expect(engine.status == .stopped)
        engine.send(.playPause)
        #expect(engine.status == .playing)
        #expect(engine.position == 0)
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test(arguments: [PlayerSnapshot.Status.playing, .paused, .stopped])
    func nextAndPreviousKeepTheStatus(status: PlayerSnapshot.Status) {
        let engine = FakeEngine(three)
        if status != .stopped { engine.send(.play) }
        if status == .paused { engine.send(.pause) }
        engine.send(.next)
        #expect(engine.playing == three[1])
        #expect(engine.status == status)
        #expect(engine.position == 0)
        engine.send(.previous)
        #expect(engine.playing == three[0])
        #expect(engine.status == status)
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test func nextWithoutANeighbourIsRefused() {
        let engine = FakeEngine([three[0]])
        engine.send(.play)
        engine.forget()
        #expect(!engine.snapshot.canGoNext)
        #expect(engine.send(.next).isNotPossible)
        engine.send(.setLoop(.track))
        #expect(engine.send(.next).isNotPossible)
        #expect(engine.status == .playing)
        #expect(engine.effects.prepared.isEmpty)
        #expect(engine.effects.seeks.isEmpty)
    }

    @Test func goingPastTheEndWithoutANeighbourOrALoopStops() {
        let engine = FakeEngine([three[0]])
        engine.send(.play)
        engine.send(.seek(by: .seconds(200)))
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[0])
        engine.send(.play)
        #expect(engine.status == .playing)
    }

    @Test func goingPastTheEndOfALoopedTrackRestartsIt() {
        let engine = FakeEngine([three[0]])
        engine.send(.setLoop(.track))
        engine.send(.play)
        engine.advance(50)
        engine.send(.seek(by: .seconds(200)))
        #expect(engine.status == .playing)
        #expect(engine.position == 0)
        #expect(engine.notices.seeked == [0])
    }

    @Test func previousLateInAnItemRestartsItUnderTheSameID() {
        let engine = FakeEngine(three)
        engine.send(.goTo(engine.id(1)))
        engine.advance(3.5)
        engine.forget()
        engine.send(.previous)
        #expect(engine.playing == three[1])
        #expect(engine.effects.seeks == [0])
        #expect(engine.notices.seeked == [0])
        engine.advance(2)
        engine.send(.previous)
        #expect(engine.playing == three[0])
    }

    @Test func previousAtTheFirstItemRestartsIt() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(2)
        #expect(engine.snapshot.canGoPrevious)
        engine.send(.previous)
        #expect(engine.playing == three[0])
        #expect(engine.position == 0)
        #expect(engine.notices.seeked == [0])
    }

    @Test func anItemThatCannotBeSoughtIsRestartedByANewPipeline() {
        let engine = FakeEngine(three)
        engine.media[three[0]] = FakeMedia(isSeekable: false)
        engine.send(.play)
        engine.advance(20)
        engine.forget()
        engine.send(.previous)
        #expect(engine.effects.prepared == [three[0]])
        #expect(engine.notices.seeked == [0])
        #expect(engine.position == 0)
    }

    @Test func previousInALiveStreamGoesToThePreviousItem() {
        let engine = FakeEngine(three)
        engine.media[three[0]] = .live
        engine.media[three[1]] = .live
        engine.send(.goTo(engine.id(1)))
        engine.advance(60)
        engine.send(.previous)
        #expect(engine.playing == three[0])
        #expect(!engine.snapshot.canGoPrevious)
        engine.forget()
        #expect(engine.send(.previous).isNotPossible)
        #expect(engine.effects.isEmpty)
    }

    @Test func goToStartsAStoppedPlayerAndKeepsPause() {
        let engine = FakeEngine(three)
        engine.send(.goTo(engine.id(2)))
        #expect(engine.status == .playing)
        engine.send(.pause)
        engine.send(.goTo(engine.id(1)))
        #expect(engine.status == .paused)
        #expect(engine.playing == three[1])
        #expect(engine.send(.goTo(ItemID(rawValue: 99))).isNotFound)
    }

    @Test func openURIAppendsAndPlaysAtOnce() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.send(.pause)
        let reply = engine.send(.openURI("file:///d.mkv"))
        #expect(reply == .success(.items([engine.id(3)])))
        #expect(engine.playing == "file:///d.mkv")
        #expect(engine.status == .playing)
        #expect(engine.notices.contains(.itemsChanged(from: 3, removed: 0, inserted: 1)))
    }

    @Test func theEndOfTheQueueStopsAndPlayRestartsItsLastItem() {
        let engine = FakeEngine(Array(three.prefix(2)))
        engine.send(.play)
        engine.advance(300)
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[1])
        #expect(engine.snapshot.itemStates[engine.id(1)]?.phase == .ended)
        #expect(engine.effects.last == .release)
        #expect(engine.timers.isEmpty)
        engine.forget()
        engine.send(.play)
        #expect(engine.effects.prepared == [three[1]])
        #expect(engine.position == 0)
    }

    @Test func progressionPauseMakesTheNextItemCurrentAndPaused() {
        let engine = FakeEngine(Array(three.prefix(2)))
        engine.send(.setProgression(.pause))
        engine.send(.play)
        engine.advance(150)
        #expect(engine.status == .paused)
        #expect(engine.playing == three[1])
        #expect(engine.position == 0)
        #expect(engine.effects.preloads.isEmpty)
        engine.send(.play)
        engine.advance(150)
        #expect(engine.status == .stopped)
    }

    @Test func progressionStopStopsAfterTheItem() {
        let engine = FakeEngine(three)
        engine.send(.setProgression(.stop))
        engine.send(.play)
        engine.advance(150)
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[0])
        #expect(engine.effects.preloads.isEmpty)
    }

    @Test func anItemOfUnknownLengthEndsWithoutAPreload() {
        let engine = FakeEngine(three)
        engine.media[three[0]] = FakeMedia(duration: nil)
        engine.send(.play)
        engine.advance(500)
        #expect(engine.effects.preloads.isEmpty)
        engine.tell(.ended(engine.currentGeneration!))
        #expect(engine.playing == three[1])
        #expect(engine.status == .playing)
    }

    @Test func aDescriptionsStartIsWhereItBeginsAndClientsAreTold() {
        let engine = FakeEngine()
        engine.send(.insert([described(three[0]) { $0.start = .seconds(12.5) }], at: 0))
        engine.send(.play)
        #expect(engine.position == 12.5)
        #expect(engine.notices.seeked == [12.5])
        engine.send(.stop)
        engine.forget()
        engine.send(.play)
        #expect(engine.position == 0)
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test func replacingTheQueueStartsWhereAskedAndKeepsTheOutputOpen() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.forget()
        let items = ["x", "y"].map { MediaDescription(uri: "file:///\($0).mkv") }
        engine.send(.replaceQueue(items, play: true, start: .seconds(7), index: 1))
        #expect(engine.notices == [.itemsChanged(from: 0, removed: 3, inserted: 2), .seeked(.seconds(7))])
        #expect(engine.playing == "file:///y.mkv")
        #expect(engine.position == 7)
        #expect(!engine.effects.contains(.release))
        engine.send(.replaceQueue(items, play: false, start: nil, index: 0))
        #expect(engine.status == .stopped)
        #expect(engine.effects.contains(.release))
        #expect(engine.send(.replaceQueue(items, play: true, start: nil, index: 2)).isInvalid)
        #expect(engine.send(.replaceQueue([], play: true, start: nil, index: 0)) == .success(.items([])))
        #expect(engine.playing == nil)
    }

    @Test func lateAndStaleEventsChangeNothing() {
        let engine = FakeEngine(three)
        engine.send(.play)
        let old = engine.currentGeneration!
        engine.send(.next)
        engine.forget()
        let before = engine.snapshot
        engine.tell(.ended(old))
        engine.tell(.failed(old, PlaybackFault(.unknown, "It broke.")))
        engine.tell(.started(old, .standing(at: .seconds(50))))
        engine.tell(.durationChanged(old, .seconds(1)))
        engine.tell(.seekLanded(old, SeekID(rawValue: 1), .standing(at: .seconds(9))))
        engine.tell(.wake)
        #expect(engine.effects.isEmpty)
        #expect(engine.notices.isEmpty)
        #expect(engine.snapshot.current == before.current)
        #expect(engine.snapshot.position == before.position)
        #expect(engine.snapshot.itemStates == before.itemStates)
    }

    @Test func theVolumeIsClampedAndAnnounced() {
        let engine = FakeEngine(three)
        engine.send(.setVolume(0.5))
        #expect(engine.effects == [.setVolume(0.5)])
        #expect(engine.notices.isEmpty)
        engine.send(.setVolume(7))
        #expect(engine.snapshot.volume == 1.5)
        #expect(engine.notices == [.reannounce(.volume)])
        engine.send(.setVolume(-1))
        #expect(engine.snapshot.volume == 0)
        #expect(engine.send(.setVolume(.nan)).isInvalid)
        #expect(engine.snapshot.volume == 0)
    }
}

extension Result where Failure == CommandRefusal {
    var isNotFound: Bool { if case .failure(.notFound) = self { true } else { false } }
    var isInvalid: Bool { if case .failure(.invalid) = self { true } else { false } }
    var isNotSeekable: Bool { if case .failure(.notSeekable) = self { true } else { false } }
    var isNotPossible: Bool { if case .failure(.notPossible) = self { true } else { false } }
}
