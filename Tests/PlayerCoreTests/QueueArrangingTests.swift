import Testing

@testable import PlayerCore

/// The order of the queue, and the queue before it.
@Suite struct QueueArrangingTests {
    private func uri(_ index: Int) -> String { "file:///\(index).flac" }
    private func uris(_ engine: FakeEngine) -> [String] { engine.snapshot.items.map(\.description.uri) }

    private func engine(_ count: Int, journal: Bool = true) -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = journal
        return FakeEngine((0..<count).map(uri), settings: settings)
    }

    private func replace(_ engine: FakeEngine, _ uris: [String], play: Bool = true) {
        engine.send(
            .replaceQueue(uris.map { MediaDescription(uri: $0) }, play: play, start: nil, index: 0))
    }

    @Test func sortingLeavesPlaybackAlone() {
        let engine = engine(4)
        engine.send(.goTo(engine.id(1)))
        engine.send(.play)
        engine.advance(3)
        engine.forget()
        let ids = engine.snapshot.items.map(\.id)
        let unknown = ItemID(rawValue: 99)
        engine.send(.arranging(.sort([ids[3], unknown, ids[1], ids[3]])))
        #expect(uris(engine) == [uri(3), uri(1), uri(0), uri(2)])
        #expect(engine.playing == uri(1) && engine.snapshot.currentIndex == 1 && engine.position == 3)
        #expect(engine.effects.prepared.isEmpty)
        #expect(engine.notices.contains(.itemsChanged(from: 0, removed: 4, inserted: 4)))
        engine.send(.next)
        #expect(engine.playing == uri(0))
    }

    @Test func mixingOnceBeginsWithTheCurrentItem() {
        let engine = engine(50)
        engine.send(.goTo(engine.id(20)))
        engine.send(.play)
        engine.send(.arranging(.mix))
        #expect(engine.snapshot.currentIndex == 0 && engine.playing == uri(20))
        #expect(Set(uris(engine)) == Set((0..<50).map(uri)) && uris(engine) != (0..<50).map(uri))
        #expect(!engine.snapshot.shuffle && engine.snapshot.playingOrder == Array(0..<50))
    }

    @Test func theOrderOfPlayIsThatOfTheRound() {
        let engine = engine(30)
        #expect(engine.snapshot.playingOrder == Array(0..<30))
        engine.send(.setShuffle(true))
        let order = engine.snapshot.playingOrder
        #expect(order.first == 0 && order != Array(0..<30) && Set(order) == Set(0..<30))
        #expect(engine.snapshot.played(0..<30).map(\.id) == order.map { engine.id($0) })
        engine.send(.play)
        for place in 1..<5 {
            engine.send(.next)
            #expect(engine.playing == uri(order[place]) && engine.snapshot.currentPlace == place)
        }
        let before = engine.snapshot
        engine.send(.setVolume(0.3))
        #expect(!engine.snapshot.isPlayedInOtherOrder(than: before))
        // Sorting changes where the items are, not when they play.
        engine.send(.arranging(.sort(before.items.map(\.id).reversed())))
        #expect(engine.snapshot.playingOrder == order.map { 29 - $0 })
        #expect(engine.snapshot.isPlayedInOtherOrder(than: before))
        engine.send(.arranging(.mix))
        #expect(engine.snapshot.currentPlace == 0 && engine.playing == uri(order[4]))
    }

    @Test func aReplacedQueueComesBackWhereItWasLeft() throws {
        let engine = engine(21)
        engine.send(.goTo(engine.id(7)))
        engine.send(.play)
        engine.advance(30)
        let ids = engine.snapshot.items.map(\.id)
        replace(engine, ["file:///other.mp3"])
        #expect(engine.keptQueue?.items.count == 21 && engine.keptQueue?.point.position == .seconds(30))
        engine.advance(10)
        engine.forget()
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(engine.snapshot.items.map(\.id) == ids && engine.snapshot.currentIndex == 7)
        #expect(engine.status == .playing && engine.position == 30)
        #expect(engine.notices.contains(.itemsChanged(from: 0, removed: 1, inserted: 21)))
        // One item is too little to be kept.
        #expect(engine.keptQueue == nil)
        #expect(engine.send(.arranging(.bringBack)) != .success(.done))
        let added = engine.send(.insert([MediaDescription(uri: uri(99))], at: .max))
        guard case .success(.items(let new)) = added else { return #expect(Bool(false)) }
        #expect(!ids.contains(try #require(new.first)))
    }

    @Test func twoLongQueuesChangePlaces() {
        let engine = engine(30)
        engine.send(.setShuffle(true))
        let order = engine.snapshot.playingOrder
        engine.send(.setVolume(0.4))
        replace(engine, (100..<130).map(uri), play: false)
        engine.send(.setVolume(0.7))
        engine.send(.arranging(.bringBack))
        #expect(uris(engine) == (0..<30).map(uri) && engine.snapshot.playingOrder == order)
        #expect(engine.status == .stopped && engine.snapshot.volume == 0.7)
        engine.send(.arranging(.bringBack))
        #expect(uris(engine) == (100..<130).map(uri))
    }

    @Test func aClearedQueueComesBackAndAShortOneDoesNotReplaceIt() {
        let engine = engine(25)
        engine.send(.clear)
        replace(engine, [uri(200)])
        replace(engine, [uri(201)])
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<25).map(uri))
    }

    @Test func twentyItemsAreNotKept() {
        let engine = engine(20)
        replace(engine, [uri(200)])
        #expect(engine.keptQueue == nil)
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
        #expect(engine.playing == uri(200))
    }

    @Test("undo takes back the last order, before it brings back a replaced queue")
    func orders() {
        let engine = engine(25)
        replace(engine, (100..<105).map(uri))
        engine.send(.goTo(engine.id(2)))
        let ids = engine.snapshot.items.map(\.id)
        for change in [PlayerCommand.arranging(.sort(ids.reversed())), .arranging(.mix), .move(ids[0], to: 4)] {
            engine.send(change)
            engine.advance(5)
            engine.forget()
            #expect(engine.send(.arranging(.bringBack)) == .success(.done))
            #expect(engine.snapshot.items.map(\.id) == ids && engine.playing == uri(102))
            #expect(engine.effects.prepared.isEmpty)
        }
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<25).map(uri))
    }

    @Test("undo puts removed items back where they were, and leaves what was added since")
    func removals() {
        let engine = engine(5)
        engine.send(.play)
        let ids = engine.snapshot.items.map(\.id)
        engine.send(.remove([ids[1], ids[3]]))
        engine.send(.remove([ItemID(rawValue: 99)]))
        engine.send(.insert([MediaDescription(uri: uri(50))], at: 1))
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == [0, 1, 2, 3, 4, 50].map(uri) && engine.playing == uri(0))
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
    }

    @Test("a short queue that was cleared comes back where it was left", arguments: [true, false])
    func clearedShortQueue(byRemoval: Bool) {
        let engine = engine(5)
        engine.send(.goTo(engine.id(3)))
        engine.send(.play)
        engine.advance(20)
        engine.send(byRemoval ? .remove(engine.snapshot.items.map(\.id)) : .clear)
        #expect(engine.snapshot.items.isEmpty)
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<5).map(uri) && engine.playing == uri(3) && engine.position == 20)
    }

    @Test("an order can be taken back for an hour, and not after the queue was replaced")
    func ordersAreForgotten() {
        let engine = engine(5)
        engine.send(.arranging(.mix))
        engine.advance(3_700)
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
        engine.send(.arranging(.mix))
        replace(engine, [uri(200)], play: false)
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
        #expect(uris(engine) == [uri(200)])
    }

    @Test func itIsKeptForAnHour() {
        let engine = engine(25)
        replace(engine, [uri(200)], play: false)
        engine.advance(3_500)
        #expect(engine.keptQueue != nil)
        engine.advance(101)
        #expect(engine.keptQueue == nil && engine.player.scene.playback.origin.replaced == nil)
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
    }

    @Test func theLastRunsQueueComesBackForTheRestOfTheHour() throws {
        let first = engine(25)
        replace(first, [uri(200)])
        let kept = try #require(first.keptQueue)
        let second = engine(1)
        second.advance(60)
        second.send(.arranging(.recall(kept, age: .seconds(3_000))))
        second.advance(500)
        #expect(second.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(second) == (0..<25).map(uri))
        let third = engine(1)
        third.send(.arranging(.recall(kept, age: .seconds(3_000))))
        third.advance(700)
        #expect(third.send(.arranging(.bringBack)) != .success(.done))
    }

    @Test("undo takes back what was added, and what played before goes on", arguments: [true, false])
    func additions(wasPlaying: Bool) {
        let engine = engine(3)
        engine.send(.goTo(engine.id(1)))
        engine.send(.play)
        engine.advance(12)
        if !wasPlaying { engine.send(.pause) }
        engine.send(.openURI(uri(50)))
        engine.advance(5)
        #expect(engine.playing == uri(50))
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<3).map(uri) && engine.playing == uri(1) && engine.position >= 12)
        #expect(engine.status == (wasPlaying ? .playing : .paused))
        engine.send(.insert([uri(60), uri(61)].map { MediaDescription(uri: $0) }, at: 0))
        engine.send(.remove([engine.id(0)]))
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == [uri(60), uri(61)] + (0..<3).map(uri))
        guard case .failure(.notPossible) = engine.send(.arranging(.bringBack)) else { return #expect(Bool(false)) }
    }

    @Test("a short queue comes back if nothing of the one that replaced it can be played") func brokenAddress() {
        let engine = engine(3)
        engine.send(.goTo(engine.id(2)))
        engine.send(.play)
        engine.advance(20)
        for broken in ["http://typo.example/a", "http://typo.example/b"] {
            engine.media[broken] = .broken
            replace(engine, [broken])
            engine.advance(1)
        }
        #expect(engine.status == .stopped)
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<3).map(uri) && engine.playing == uri(2) && engine.position == 20)
    }

    @Test("undo goes back step by step, also to what was removed before") func steps() {
        let engine = engine(6)
        let ids = engine.snapshot.items.map(\.id)
        engine.send(.remove([ids[1], ids[2]]))
        engine.send(.move(ids[5], to: 0))
        engine.send(.remove([ids[3]]))
        engine.send(.clear)
        let expected = [[5, 0, 4], [5, 0, 3, 4], [0, 3, 4, 5], [0, 1, 2, 3, 4, 5]]
        for numbers in expected {
            #expect(engine.send(.arranging(.bringBack)) == .success(.done))
            #expect(uris(engine) == numbers.map(uri))
        }
        #expect(engine.send(.arranging(.bringBack)) != .success(.done))
    }

    @Test("what was added to a cleared queue stays when it comes back") func additionToCleared() {
        let engine = engine(30)
        engine.send(.clear)
        engine.send(.insert([MediaDescription(uri: uri(99))], at: .max))
        #expect(engine.send(.arranging(.bringBack)) == .success(.done))
        #expect(uris(engine) == (0..<30).map(uri) + [uri(99)])
        #expect(engine.send(.arranging(.bringBack)) != .success(.done))
    }

    @Test("undo loses no queue, and does not play what is paused") func shortPresent() {
        let engine = engine(25)
        engine.send(.play)
        replace(engine, (100..<105).map(uri))
        engine.send(.pause)
        engine.send(.arranging(.bringBack))
        #expect(uris(engine) == (0..<25).map(uri) && engine.status != .playing)
        engine.send(.arranging(.bringBack))
        #expect(uris(engine) == (100..<105).map(uri) && engine.status != .playing)
    }

    @Test("in a shuffled queue, what is put behind the current item is next") func nextInShuffle() {
        let engine = engine(30)
        engine.send(.setShuffle(true))
        engine.send(.play)
        let index = engine.snapshot.currentIndex.map { UInt32($0) + 1 } ?? 0
        engine.send(.insert([uri(60), uri(61)].map { MediaDescription(uri: $0) }, at: index))
        engine.send(.next)
        #expect(engine.playing == uri(60))
        engine.send(.next)
        #expect(engine.playing == uri(61))
        #expect(Set(engine.snapshot.playingOrder) == Set(0..<32))
    }
}
