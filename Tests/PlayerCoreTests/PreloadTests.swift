import Testing

@testable import PlayerCore

private let three = ["file:///a.flac", "file:///b.flac", "file:///c.flac"]

/// Playing with the next item prepared beside it: 5 s before the end.
private func nearTheEnd(_ uris: [String] = three, _ prepare: (FakeEngine) -> Void = { _ in }) -> FakeEngine {
    let engine = FakeEngine(uris)
    prepare(engine)
    engine.send(.play)
    engine.advance(95)
    engine.forget()
    return engine
}

@Suite struct PreloadTests {
    @Test func theNextItemIsPreparedWhenTheLeadIsLeftAndJoinsWithoutASeek() {
        let engine = FakeEngine(three)
        engine.send(.play)
        let start = engine.now
        #expect(engine.timers[.preload] == start + .seconds(90))
        engine.advance(89)
        #expect(engine.effects.preloads.isEmpty)
        engine.advance(1)
        #expect(engine.effects.preloads == [three[1]])
        #expect(engine.playing == three[0])
        engine.forget()
        engine.advance(15)
        #expect(engine.playing == three[1])
        #expect(engine.position == 5)
        #expect(engine.effects.prepared.isEmpty)
        #expect(engine.notices.isEmpty)
        #expect(engine.snapshot.itemStates[engine.id(0)]?.phase == .ended)
        #expect(engine.snapshot.itemStates[engine.id(1)]?.phase == .playing)
    }

    @Test func aFasterRateMovesTheMoment() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.send(.setRate(2))
        #expect(engine.timers[.preload] == engine.now + .seconds(40))
        engine.send(.pause)
        #expect(engine.timers[.preload] == nil)
    }

    @Test func whatCameForThePreloadIsKnownAtOnceWhenItStarts() {
        let engine = FakeEngine(three)
        var tags = MediaTags()
        tags.title = "Second"
        engine.media[three[1]] = FakeMedia(duration: .seconds(33), tags: tags)
        engine.send(.play)
        engine.advance(95)
        #expect(engine.snapshot.current?.metadata.title == "a")
        engine.advance(5)
        #expect(engine.snapshot.current?.metadata.title == "Second")
        #expect(engine.snapshot.current?.duration == .seconds(33))
        #expect(engine.snapshot.canSeek)
    }

    @Test(arguments: [
        PlayerCommand.setLoop(.track), .setProgression(.stop), .setProgression(.pause), .remove([ItemID(rawValue: 2)]),
        .insert([MediaDescription(uri: "file:///x.flac")], at: 1), .move(ItemID(rawValue: 3), to: 1),
        .setDescription(ItemID(rawValue: 2), MediaDescription(uri: "file:///y.flac")),
        .setDescription(ItemID(rawValue: 2), described("file:///b.flac") { $0.start = .seconds(3) }),
        .remove([ItemID(rawValue: 2), ItemID(rawValue: 3)]), .stop, .clear, .goTo(ItemID(rawValue: 3)),
        .replaceQueue([MediaDescription(uri: "file:///z.flac")], play: true, start: nil, index: 0),
    ])
    func anyChangeOfWhatComesNextDropsThePreload(command: PlayerCommand) {
        let engine = nearTheEnd()
        #expect(engine.preloaded == three[1])
        engine.send(command)
        #expect(engine.effects.contains(.dropPreload))
    }

    @Test(arguments: [
        PlayerCommand.setLoop(.playlist), .move(ItemID(rawValue: 1), to: 0), .pause, .setVolume(0.2),
        .insert([MediaDescription(uri: "file:///x.flac")], at: 9),
        .setDescription(ItemID(rawValue: 2), described("file:///b.flac") { $0.title = "B" }),
        .seek(by: .seconds(-5)), .setPosition(ItemID(rawValue: 1), .seconds(99)), .setRate(1.5),
    ])
    func whatDoesNotChangeItKeepsThePreload(command: PlayerCommand) {
        let engine = nearTheEnd()
        engine.send(command)
        #expect(!engine.effects.contains(.dropPreload))
        #expect(engine.preloaded == three[1])
        engine.send(.play)
        engine.advance(20)
        #expect(engine.playing == three[1])
        #expect(engine.effects.prepared.isEmpty)
    }

    @Test func aSeekFarBackLetsThePreloadGoAndArmsAnew() {
        let engine = nearTheEnd()
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        #expect(engine.preloaded == nil)
        #expect(engine.timers[.preload] == engine.now + .seconds(80))
    }

    @Test func nextTakesThePreloadOver() {
        for command in [PlayerCommand.next, .goTo(ItemID(rawValue: 2))] {
            let engine = nearTheEnd()
            let generation = engine.preloadGeneration!
            engine.send(command)
            #expect(engine.effects.first == .prepare(generation, ItemRequest(uri: three[1], keepsFormat: true)))
            #expect(engine.status == .playing)
            #expect(engine.snapshot.canSeek)
            engine.advance(1)
            #expect(engine.position == 1)
        }
    }

    @Test func nothingIsPreparedBesideALiveItemAndLiveItemsAreNotPreparedAhead() {
        let engine = FakeEngine(three)
        engine.media[three[1]] = .live
        engine.send(.play)
        engine.advance(95)
        #expect(engine.effects.preloads == [three[1]])
        #expect(engine.preloaded == nil)
        engine.advance(10)
        #expect(engine.playing == three[1])
        engine.tell(.durationChanged(engine.currentGeneration!, .seconds(1)))
        #expect(engine.effects.preloads == [three[1]])
    }

    @Test func aPreloadThatFailsIsPassedOver() {
        let engine = nearTheEnd { $0.media[three[1]] = .broken }
        #expect(engine.preloaded == three[2])
        #expect(engine.snapshot.itemStates[engine.id(1)]?.phase == .failed)
        #expect(engine.snapshot.error == nil)
        engine.advance(10)
        #expect(engine.playing == three[2])
        #expect(engine.effects.prepared.isEmpty)
    }

    @Test func whenEverythingAfterFailsTheItemEndsTheQueue() {
        let engine = FakeEngine(three)
        engine.media[three[1]] = .broken
        engine.media[three[2]] = .broken
        engine.send(.play)
        engine.advance(300)
        #expect(engine.status == .stopped)
        #expect(engine.playing == three[0])
        #expect(engine.notices.failedItems == [engine.id(1), engine.id(2)])
        #expect(engine.effects.prepared == [three[0]])
    }

    @Test func aTrackLoopJoinsItselfAndTellsTheNewPosition() {
        let engine = FakeEngine(three)
        engine.send(.setLoop(.track))
        engine.send(.play)
        engine.advance(350)
        #expect(engine.playing == three[0])
        #expect(engine.position == 50)
        #expect(engine.notices.seeked == [0, 0, 0])
        #expect(engine.effects.prepared == [three[0]])
        #expect(engine.effects.preloads.count == 3)
    }

    @Test func aPlaylistOfOneLoopsLikeATrack() {
        let engine = FakeEngine([three[0]])
        engine.send(.setLoop(.playlist))
        engine.send(.play)
        engine.advance(150)
        #expect(engine.status == .playing)
        #expect(engine.notices.seeked == [0])
    }

    @Test func aPlaylistLoopWraps() {
        let engine = FakeEngine(three)
        engine.send(.setLoop(.playlist))
        engine.send(.play)
        engine.advance(301)
        #expect(engine.playing == three[0])
        #expect(engine.notices.seeked.isEmpty)
    }

    @Test func aPreloadThatIsNotReadyInTimeIsWaitedFor() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.holdsPreparing = true
        engine.advance(95)
        let generation = engine.preloadGeneration!
        engine.advance(10)
        #expect(engine.playing == three[0])
        #expect(engine.position == 100)
        #expect(engine.status == .playing)
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.playing == three[1])
        #expect(engine.currentGeneration == generation)
        engine.advance(2)
        #expect(engine.position == 2)
    }

    /// The engine was told of it only when the end was on its way already.
    @Test func aPreloadThatIsNotReadyWhenTheEndIsToldIsTakenOver() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.holdsPreparing = true
        engine.advance(95)
        let generation = engine.preloadGeneration!
        engine.advance(5)
        engine.tell(.ended(engine.currentGeneration!))
        #expect(engine.playing == three[1])
        #expect(engine.currentGeneration == generation)
        #expect(engine.status == .playing)
        #expect(engine.position == 0)
        engine.holdsPreparing = false
        engine.settle()
        engine.advance(2)
        #expect(engine.position == 2)
    }

    @Test func shortItemsArePreparedAtOnce() {
        let engine = FakeEngine(three)
        engine.media[three[0]] = FakeMedia(duration: .seconds(4))
        engine.send(.play)
        #expect(engine.preloaded == three[1])
    }

    @Test func shufflePlaysEachItemOnceWithoutAGap() {
        let uris = (0..<12).map { "file:///\($0).flac" }
        let engine = FakeEngine(uris, seed: 9)
        engine.send(.setShuffle(true))
        engine.send(.play)
        engine.advance(5000)
        #expect(engine.status == .stopped)
        #expect(Set(engine.effects.preloads).count == 11)
        #expect(engine.effects.preloads.count == 11)
        #expect(engine.effects.prepared == [uris[0]])
    }

    @Test func anEditBetweenTheCurrentItemAndThePreloadKeepsBoth() {
        for command in [PlayerCommand.remove([ItemID(rawValue: 2)]), .move(ItemID(rawValue: 2), to: 9)] {
            let engine = nearTheEnd { $0.media[three[1]] = .broken }
            #expect(engine.preloaded == three[2])
            engine.send(command)
            #expect(engine.preloaded == three[2])
            engine.advance(10)
            #expect(engine.playing == three[2])
            #expect(engine.position == 5)
        }
    }
}
