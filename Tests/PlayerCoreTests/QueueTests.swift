import PlayerCore
import Testing

private func queue(_ count: Int, shuffled: Bool = false, loop: LoopMode = .none, seed: UInt64 = 7) -> Queue {
    var queue = Queue(firstID: 1, seed: seed)
    queue.loop = loop
    queue.insert((0..<count).map { MediaDescription(uri: "file:///\($0)") }, at: 0)
    queue.setShuffled(shuffled)
    return queue
}

private func ids(_ queue: Queue) -> [UInt64] { queue.items.map(\.id.rawValue) }

@Suite struct QueueTests {
    @Test func theFirstItemsMakeTheFirstCurrent() {
        #expect(Queue(firstID: 1, seed: 0).current == nil)
        #expect(queue(3).currentIndex == 0)
    }

    @Test func anInsertionBeforeTheCurrentItemKeepsItCurrent() {
        var queue = queue(3)
        queue.choose(1)
        queue.insert([MediaDescription(uri: "a"), MediaDescription(uri: "b")], at: 1)
        #expect(ids(queue) == [1, 4, 5, 2, 3])
        #expect(queue.current?.id.rawValue == 2)
        queue.insert([MediaDescription(uri: "c")], at: 99)
        #expect(ids(queue).last == 6)
    }

    @Test(arguments: [
        (0, 2, [2, 3, 1, 4]), (3, 0, [4, 1, 2, 3]), (1, 2, [1, 3, 2, 4]), (2, 99, [1, 2, 4, 3]), (1, 1, [1, 2, 3, 4]),
    ])
    func aMoveKeepsIdsAndTheCurrentItem(source: Int, target: Int, expected: [UInt64]) {
        for current in 0..<4 {
            var queue = queue(4)
            queue.choose(current)
            let id = queue.current?.id
            queue.move(source, to: target)
            #expect(ids(queue) == expected)
            #expect(queue.current?.id == id)
            for (index, item) in queue.items.enumerated() { #expect(queue.index(of: item.id) == index) }
        }
    }

    @Test func removingTheCurrentItemMakesTheNextCurrentElseTheLast() {
        var queue = queue(4)
        queue.choose(2)
        var removal = queue.remove([ItemID(rawValue: 3)])
        #expect(removal.isCurrentRemoved && removal.hasFollower)
        #expect(queue.current?.id.rawValue == 4)
        removal = queue.remove([ItemID(rawValue: 4)])
        #expect(removal.isCurrentRemoved && !removal.hasFollower)
        #expect(queue.current?.id.rawValue == 2)
        _ = queue.remove([ItemID(rawValue: 1), ItemID(rawValue: 2)])
        #expect(queue.current == nil)
    }

    @Test func removingReportsStretches() {
        var queue = queue(6)
        let removal = queue.remove(Set([1, 2, 5].map { ItemID(rawValue: $0) }))
        #expect(removal.ranges == [0..<2, 4..<5])
        #expect(queue.remove([ItemID(rawValue: 77)]).ranges.isEmpty)
    }

    @Test func neighboursEndWithoutALoopAndWrapWithOne() {
        var queue = queue(3)
        #expect(queue.neighbour(.backward) == nil)
        #expect(queue.neighbour(.forward, skipping: 1)?.id.rawValue == 3)
        #expect(queue.neighbour(.forward, skipping: 2) == nil)
        queue.loop = .playlist
        #expect(queue.neighbour(.backward)?.id.rawValue == 3)
        #expect(queue.neighbour(.forward, skipping: 2)?.id.rawValue == 1)
        #expect(queue.neighbour(.forward, skipping: 3) == nil)
    }

    @Test func aSingleItemHasNoOtherNeighbour() {
        for shuffled in [false, true] {
            var queue = queue(1, shuffled: shuffled, loop: .playlist)
            #expect(!queue.hasNeighbour(.forward))
            #expect(!queue.hasNeighbour(.backward))
            #expect(queue.neighbour(.forward)?.id == queue.current?.id)
        }
    }

    // MARK: Shuffle

    @Test(arguments: 0..<20) func aRoundBeginsWithTheCurrentItemAndNeverRepeats(seed: UInt64) {
        var queue = queue(30, seed: seed)
        queue.choose(11)
        queue.setShuffled(true)
        var played = [queue.current?.id]
        while let item = queue.step(.forward) { played.append(item.id) }
        #expect(played.first??.rawValue == 12)
        #expect(played.count == 30)
        #expect(Set(played).count == 30)
        #expect(!queue.hasNeighbour(.forward))
    }

    @Test func previousWalksBackThroughThePlayedOrder() {
        var queue = queue(10, shuffled: true)
        var played = [queue.current?.id]
        for _ in 0..<5 { played.append(queue.step(.forward)?.id) }
        for expected in played.dropLast().reversed() { #expect(queue.step(.backward)?.id == expected) }
        #expect(queue.step(.backward) == nil)
        for expected in played.dropFirst() { #expect(queue.step(.forward)?.id == expected) }
    }

    @Test(arguments: 0..<50) func aNewRoundDoesNotBeginWithTheItemJustPlayed(seed: UInt64) {
        var queue = queue(2 + Int(seed % 4), shuffled: true, loop: .playlist, seed: seed)
        let count = queue.items.count
        for _ in 0..<8 {
            var round: [ItemID?] = []
            for _ in 0..<count {
                let before = queue.current?.id
                let seen = queue.neighbour(.forward)?.id
                let item = queue.step(.forward)
                #expect(item?.id == seen)
                #expect(item?.id != before)
                round.append(item?.id)
            }
        }
    }

    @Test(arguments: 0..<20) func everyRoundOfALoopPlaysEverythingOnce(seed: UInt64) {
        var queue = queue(7, shuffled: true, loop: .playlist, seed: seed)
        for _ in 0..<6 { _ = queue.step(.forward) }
        for _ in 0..<5 {
            #expect(Set((0..<7).map { _ in queue.step(.forward)?.id }).count == 7)
        }
    }

    @Test(arguments: 0..<20) func insertedItemsJoinTheRestAndRemovedOnesLeave(seed: UInt64) {
        var queue = queue(10, shuffled: true, seed: seed)
        var played: Set<ItemID?> = [queue.current?.id]
        for _ in 0..<4 { played.insert(queue.step(.forward)?.id) }
        for _ in 0..<2 { _ = queue.step(.backward) }
        // Not directly behind the current item, where it would be the next.
        let new = queue.insert((0..<5).map { MediaDescription(uri: "n\($0)") }, at: queue.currentIndex == 2 ? 2 : 3)
        let unplayed = queue.items.map(\.id).filter { !played.contains($0) && !new.contains($0) }
        _ = queue.remove([unplayed[0]])
        for _ in 0..<2 { _ = queue.step(.forward) }
        var rest: [ItemID] = []
        while let item = queue.step(.forward) { rest.append(item.id) }
        #expect(Set(rest) == Set(new + unplayed.dropFirst()))
        #expect(rest.count == 9)
    }

    @Test func goingToAnItemKeepsTheWayBackAndTheRest() {
        var queue = queue(6, shuffled: true)
        let first = queue.current?.id
        let second = queue.step(.forward)?.id
        let chosen = queue.neighbour(.forward, skipping: 2)!
        queue.choose(queue.index(of: chosen.id)!)
        #expect(queue.neighbour(.backward)?.id == second)
        #expect(queue.neighbour(.backward, skipping: 1)?.id == first)
        var rest: Set<ItemID> = []
        while let item = queue.step(.forward) { rest.insert(item.id) }
        #expect(rest.count == 3)
    }

    @Test func theSameSeedGivesTheSameOrder() {
        func order(_ seed: UInt64) -> [UInt64] {
            var queue = queue(20, shuffled: true, seed: seed)
            return (0..<19).compactMap { _ in queue.step(.forward)?.id.rawValue }
        }
        #expect(order(5) == order(5))
        #expect(order(5) != order(6))
    }

    @Test func turningShuffleOffGoesOnInPlainOrder() {
        var queue = queue(10, shuffled: true)
        _ = queue.step(.forward)
        let index = queue.currentIndex!
        queue.setShuffled(false)
        #expect(queue.currentIndex == index)
        #expect(queue.neighbour(.forward)?.id == (index + 1 < 10 ? queue.items[index + 1].id : nil))
    }

    @Test(.timeLimit(.minutes(10))) func aHundredThousandItemsAreNoTrouble() {
        let descriptions = (0..<100_000).map { MediaDescription(uri: "file:///music/\($0).flac") }
        var queue = Queue(firstID: 1, seed: 3)
        let insert = ProcessorTime.measure { queue.insert(descriptions, at: 0) }
        #expect(insert < .seconds(1))
        for shuffled in [false, true] {
            queue.setShuffled(shuffled)
            queue.choose(0)
            _ = queue.neighbour(.forward)
            let steps = ProcessorTime.measure { for _ in 0..<10_000 { _ = queue.step(.forward) } }
            #expect(steps < .seconds(1))
            #expect(queue.currentIndex != 0)
        }
    }
}
