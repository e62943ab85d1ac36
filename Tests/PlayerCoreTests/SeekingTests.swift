import Testing

@testable import PlayerCore

private let two = ["file:///a.mkv", "file:///b.mkv"]

private func started(_ media: FakeMedia = FakeMedia()) -> FakeEngine {
    let engine = FakeEngine(two)
    engine.media[two[0]] = media
    engine.send(.play)
    engine.advance(20)
    engine.forget()
    return engine
}

@Suite struct SeekingTests {
    @Test func whileASeekRunsThePositionStandsAtItsTargetAndSeekedComesAfterLanding() {
        let engine = started()
        engine.holdsSeeks = true
        engine.send(.seek(by: .seconds(30)))
        engine.advance(1)
        #expect(engine.position == 50)
        #expect(engine.notices.isEmpty)
        engine.landSeek()
        #expect(engine.notices == [.seeked(.seconds(50))])
        engine.advance(1)
        #expect(engine.position == 51)
    }

    @Test func relativeSeeksAddUpWhileOneRunsAndOnlyTheLastIsTold() {
        let engine = started()
        engine.holdsSeeks = true
        for _ in 0..<3 { engine.send(.seek(by: .seconds(10))) }
        #expect(engine.position == 50)
        engine.landSeek()
        engine.landSeek()
        #expect(engine.notices.seeked.isEmpty)
        engine.landSeek()
        #expect(engine.effects.seeks == [30, 50, 50])
        #expect(engine.effects.accuracies == [.accurate, .keyUnit, .accurate])
        #expect(engine.notices.seeked == [50])
    }

    @Test func beforeZeroMeansZero() {
        let engine = started()
        engine.send(.seek(by: .seconds(-99)))
        #expect(engine.effects.seeks == [0])
        engine.send(.seek(by: MediaTime(nanoseconds: .min)))
        #expect(engine.position == 0)
    }

    @Test func pastTheEndActsLikeNext() {
        let engine = started()
        engine.send(.seek(by: .seconds(81)))
        #expect(engine.playing == two[1])
        #expect(engine.status == .playing)
        engine.send(.seek(by: MediaTime(nanoseconds: .max)))
        #expect(engine.status == .stopped)
        #expect(engine.playing == two[1])
    }

    @Test func setPositionIgnoresStaleIDsAndTimesOutside() {
        let engine = started()
        #expect(engine.send(.setPosition(engine.id(1), .seconds(5))) == .success(.done))
        #expect(engine.send(.setPosition(engine.id(0), .seconds(-1))) == .success(.done))
        #expect(engine.send(.setPosition(engine.id(0), .seconds(101))) == .success(.done))
        #expect(engine.effects.isEmpty)
        engine.send(.setPosition(engine.id(0), .seconds(5)))
        #expect(engine.position == 5)
    }

    @Test func liveAndUnseekableItemsRefuse() {
        for media in [FakeMedia.live, FakeMedia(isSeekable: false)] {
            let engine = started(media)
            #expect(engine.send(.seek(by: .seconds(1))).isNotSeekable)
            #expect(engine.send(.setPosition(engine.id(0), .seconds(1))).isNotSeekable)
            #expect(!engine.snapshot.canSeek)
            #expect(engine.effects.isEmpty)
        }
        #expect(FakeEngine(two).send(.seek(by: .zero)).isNotSeekable)
    }

    @Test func aSeekBeforeTheItemIsPreparedIsHeld() {
        let engine = FakeEngine(two)
        engine.holdsPreparing = true
        engine.send(.play)
        engine.send(.setPosition(engine.id(0), .seconds(40)))
        engine.send(.seek(by: .seconds(2)))
        #expect(engine.position == 42)
        #expect(engine.effects.seeks.isEmpty)
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.effects.seeks == [42])
        #expect(engine.position == 42)
        #expect(engine.notices.seeked == [42])
    }

    @Test func aHeldSeekPastTheEndStopsAtTheEnd() {
        let engine = FakeEngine(two)
        engine.holdsPreparing = true
        engine.send(.play)
        engine.send(.seek(by: .seconds(5000)))
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.effects.seeks == [100])
    }

    /// An item that is being loaded, and what finishes it.
    private func loading(_ media: FakeMedia = FakeMedia()) -> FakeEngine {
        let engine = FakeEngine(two)
        engine.media[two[0]] = media
        engine.holdsPreparing = true
        engine.send(.play)
        engine.forget()
        return engine
    }

    private func load(_ engine: FakeEngine) {
        engine.holdsPreparing = false
        engine.settle()
    }

    @Test func whatIsBeingLoadedCanBeSought() {
        let engine = loading()
        #expect(engine.snapshot.canSeek)
        load(engine)
        #expect(engine.snapshot.canSeek)
        let stream = loading(.live)
        load(stream)
        #expect(!stream.snapshot.canSeek)
    }

    @Test func theLastOfSeveralRememberedPositionsCounts() {
        let engine = loading()
        for target in [70.0, 10, 40] { engine.send(.setPosition(engine.id(0), .seconds(target))) }
        engine.send(.setPosition(engine.id(1), .seconds(5)))
        #expect(engine.position == 40)
        load(engine)
        #expect(engine.effects.seeks == [40])
        #expect(engine.notices.seeked == [40])
    }

    @Test func anotherItemForgetsTheRememberedPosition() {
        let engine = loading()
        engine.send(.setPosition(engine.id(0), .seconds(40)))
        engine.send(.next)
        #expect(engine.position == 0)
        load(engine)
        #expect(engine.playing == two[1])
        #expect(engine.effects.seeks.isEmpty)
        #expect(engine.position == 0)
    }

    @Test(arguments: [FakeMedia.live, FakeMedia(isSeekable: false)])
    func aRememberedPositionIsDroppedWhereNothingCanBeSought(media: FakeMedia) {
        let engine = loading(media)
        #expect(engine.send(.setPosition(engine.id(0), .seconds(40))) == .success(.done))
        load(engine)
        #expect(engine.status == .playing)
        #expect(engine.position == 0)
        #expect(engine.effects.seeks.isEmpty)
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test func aRememberedPositionOutsideOfTheItemIsIgnored() {
        let engine = loading()
        engine.send(.setPosition(engine.id(0), .seconds(101)))
        load(engine)
        #expect(engine.effects.seeks.isEmpty)
        #expect(engine.position == 0)
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test func aRememberedPositionOutsideOfTheItemLeavesARateThatWaits() {
        let engine = loading()
        engine.send(.setRate(2))
        engine.send(.setPosition(engine.id(0), .seconds(101)))
        load(engine)
        engine.advance(5)
        #expect(engine.position == 10)
    }

    @Test func theBeginningCountsMoreThanWhereTheItemWasLeft() {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(two, settings: settings)
        engine.memory[two[0]] = Recollection(
            resume: ResumePoint(position: .seconds(50), chapterStart: .zero, isSpeech: false), absence: .zero)
        engine.holdsPreparing = true
        engine.send(.play)
        engine.send(.setPosition(engine.id(0), .zero))
        load(engine)
        #expect(engine.position < 1)
    }

    @Test func aSeekInAPausedItemThatWasNotHeardIsToldWhenItLands() {
        let engine = loading()
        engine.send(.pause)
        load(engine)
        engine.forget()
        engine.send(.setPosition(engine.id(0), .seconds(40)))
        #expect(engine.position == 40)
        #expect(engine.notices.seeked == [40])
    }

    @Test func aFailedSeekMovesClientsBack() {
        let engine = started()
        engine.holdsSeeks = true
        engine.send(.seek(by: .seconds(30)))
        engine.failSeek()
        #expect(engine.notices == [.seeked(.seconds(20))])
        #expect(engine.position == 20)
    }

    @Test func anEndThatWasHeardBeforeTheSeekDoesNotCount() {
        let engine = started()
        engine.holdsSeeks = true
        engine.send(.seek(by: .seconds(-10)))
        engine.tell(.ended(engine.currentGeneration!))
        #expect(engine.playing == two[0])
        engine.landSeek()
        #expect(engine.position == 10)
        engine.send(.seek(by: .seconds(-10)))
        engine.tell(.ended(engine.currentGeneration!))
        engine.failSeek()
        #expect(engine.playing == two[1])
    }

    // MARK: Standing

    @Test func thePositionStandsWhileBufferingAndTheStatusStays() {
        let engine = started()
        let generation = engine.currentGeneration!
        engine.tell(.buffering(generation, percent: 40))
        engine.advance(0.4)
        #expect(engine.position == 20)
        #expect(engine.status == .playing)
        #expect(engine.snapshot.bufferingPercent == 40)
        engine.tell(.buffering(generation, percent: 100))
        #expect(engine.snapshot.bufferingPercent == nil)
        #expect(engine.notices.isEmpty)
        engine.advance(1)
        #expect(engine.position == 21)
    }

    @Test func aStallThatClientsCanNoticeIsTold() {
        let engine = started()
        engine.tell(.buffering(engine.currentGeneration!, percent: 0))
        engine.advance(2)
        engine.tell(.buffering(engine.currentGeneration!, percent: 100))
        #expect(engine.notices == [.seeked(.seconds(20))])
    }

    @Test func bufferingOfALiveItemIsIgnored() {
        let engine = started(.live)
        engine.tell(.buffering(engine.currentGeneration!, percent: 10))
        #expect(engine.snapshot.bufferingPercent == nil)
    }

    @Test func aLostOutputKeepsStatusAndPositionUntilItIsBack() {
        let engine = started()
        let fault = PlaybackFault(.audioOutputLost, "The sound server is gone. Playback continues when it is back.")
        engine.tell(.outputLost(fault, retryIn: .seconds(1)))
        engine.advance(60)
        #expect(engine.status == .playing)
        #expect(engine.position == 20)
        #expect(engine.snapshot.isOutputLost)
        #expect(engine.snapshot.error?.fault == fault)
        engine.tell(.outputRestored)
        #expect(!engine.snapshot.isOutputLost)
        #expect(engine.snapshot.error == nil)
        engine.advance(1)
        #expect(engine.position == 21)
    }

    @Test func anAnchorUnderWayDuringPauseDoesNotMoveThePosition() {
        let engine = started()
        engine.send(.pause)
        engine.tell(
            .anchored(
                engine.currentGeneration!, PositionAnchor(position: .seconds(20), moment: engine.now, rate: 1)))
        engine.advance(5)
        #expect(engine.position == 20)
    }

    /// A seek in sound lands a moment before the clock runs, which a busy loop tells late.
    @Test func aClockThatBeganSomeTimeAgoIsNoJump() {
        let engine = started()
        engine.tell(.anchored(engine.currentGeneration!, .standing(at: .seconds(20))))
        let begun = engine.now
        engine.advance(1.5)
        engine.tell(
            .anchored(engine.currentGeneration!, PositionAnchor(position: .seconds(20), moment: begun, rate: 1)))
        #expect(engine.notices.isEmpty)
        #expect(engine.position == 21.5)
        engine.tell(
            .anchored(engine.currentGeneration!, PositionAnchor(position: .seconds(22), moment: begun, rate: 1)))
        #expect(engine.notices == [.seeked(.seconds(23.5))])
    }

    // MARK: Rate

    @Test func aRateIsAFlushingSeekAtThePositionAndToldOnce() {
        let engine = started()
        engine.send(.setRate(2))
        #expect(
            engine.effects.first
                == .setRate(engine.currentGeneration!, SeekID(rawValue: 1), 2, at: .seconds(20), cuts: []))
        #expect(engine.notices == [.seeked(.seconds(20))])
        engine.advance(5)
        #expect(engine.position == 30)
    }

    @Test func anotherRateThanOneIsReanchoredEveryTenSecondsWhilePlaying() {
        let engine = started()
        engine.send(.setRate(2))
        engine.forget()
        engine.advance(25)
        #expect(engine.notices.seeked == [40, 60])
        engine.send(.pause)
        engine.forget()
        engine.advance(60)
        #expect(engine.notices.isEmpty)
        engine.send(.play)
        engine.send(.setRate(1))
        #expect(engine.timers[.reanchor] == nil)
    }

    @Test func zeroPausesAndOthersAreClamped() {
        let engine = started()
        engine.send(.setRate(0))
        #expect(engine.status == .paused)
        #expect(engine.snapshot.rate == 1)
        #expect(engine.notices == [.reannounce(.rate)])
        engine.send(.setRate(99))
        #expect(engine.snapshot.rate == 4)
        engine.send(.setRate(-3))
        #expect(engine.snapshot.rate == 0.25)
        #expect(engine.send(.setRate(.nan)).isInvalid)
    }

    @Test func aLiveItemStaysAtOne() {
        let engine = started(.live)
        engine.send(.setRate(2))
        #expect(engine.snapshot.rate == 1)
        #expect(engine.notices == [.reannounce(.rate)])
        #expect(engine.effects.isEmpty)
        #expect(!engine.snapshot.canChangeRate)
        #expect(started().snapshot.canChangeRate)
    }

    @Test func aRateChosenForSeekableItemsComesBackAfterALiveOne() {
        let engine = started()
        engine.media[two[1]] = .live
        engine.send(.setRate(2))
        engine.send(.next)
        #expect(engine.snapshot.rate == 1)
        engine.send(.previous)
        #expect(engine.snapshot.rate == 2)
        engine.advance(5)
        #expect(engine.position == 10)
    }

    @Test func aRateThatFailsGoesBack() {
        let engine = started()
        engine.holdsSeeks = true
        engine.send(.setRate(2))
        engine.failSeek()
        #expect(engine.snapshot.rate == 1)
        #expect(engine.notices.contains(.reannounce(.rate)))
        engine.advance(1)
        #expect(engine.position == 21)
    }

    @Test func aRateSetWhilePreparingIsAppliedWhenPrepared() {
        let engine = FakeEngine(two)
        engine.holdsPreparing = true
        engine.send(.play)
        engine.send(.setRate(2))
        engine.holdsPreparing = false
        engine.settle()
        engine.advance(5)
        #expect(engine.position == 10)
        #expect(engine.snapshot.rate == 2)
    }
}
