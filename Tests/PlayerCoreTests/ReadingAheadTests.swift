import Foundation
import Testing

@testable import PlayerCore

/// Entries of the queue that are read before their turn.
@Suite struct ReadingAheadTests {
    private func engine(_ count: Int, current: Int = 0, holds: Bool = false) -> FakeEngine {
        var settings = PlayerSettings()
        settings.readsAhead = true
        let engine = FakeEngine(settings: settings)
        engine.holdsReading = holds
        for index in 0..<min(count, 100) { engine.files[uri(index)] = found("Title \(index)") }
        engine.send(
            .replaceQueue(
                (0..<count).map { MediaDescription(uri: uri($0)) }, play: false, start: nil, index: UInt32(current)))
        return engine
    }

    private func uri(_ index: Int) -> String { "file:///music/\(index).flac" }

    @Test func oneIsReadAtATimeAndTheCurrentOneFirst() {
        let engine = engine(3, holds: true)
        #expect(engine.readAhead == [uri(0)])
        engine.send(.setVolume(0.5))
        #expect(engine.readAhead == [uri(0)])
        engine.holdsReading = false
        engine.tell(.reading(.itemRead(engine.id(0), uri(0), found("Title 0"))))
        #expect(engine.readAhead == [uri(0), uri(1), uri(2)])
    }

    @Test func theQueueShowsTitlesAndLengths() {
        let engine = engine(3)
        let titles = engine.snapshot.items.map { engine.snapshot.metadata(of: $0).title }
        #expect(titles == ["Title 0", "Title 1", "Title 2"])
        #expect(engine.snapshot.itemStates[engine.id(2)]?.duration == .seconds(100))
        #expect(engine.snapshot.current?.duration == .seconds(100))
    }

    @Test func clientsAreToldOnce() {
        let engine = engine(3)
        #expect(
            engine.notices == [
                .itemsChanged(from: 0, removed: 0, inserted: 3), .itemsChanged(from: 0, removed: 3, inserted: 3),
            ])
    }

    @Test func ofALongQueueOnlyWhatIsNearIsRead() {
        let engine = engine(100_000, current: 50_000)
        let read = Set(engine.readAhead)
        #expect(read.count == engine.readAhead.count)
        #expect(read == Set((49_990...50_020).map(uri)))
        engine.send(.goTo(engine.id(50_001)))
        // Its own opening comes first.
        engine.advance(1)
        #expect(Set(engine.readAhead) == Set((49_990...50_021).map(uri)))
    }

    @Test func shuffledItIsWhatComesNext() throws {
        let engine = engine(1_000, holds: true)
        engine.send(.setShuffle(true))
        engine.holdsReading = false
        engine.tell(.reading(.itemRead(engine.id(0), uri(0), nil)))
        let round = try #require(engine.player.scene.queue.shuffle)
        let next = round.order[1...20].compactMap { id in engine.snapshot.items.first { $0.id == id }?.description.uri }
        #expect(Set(next).isSubset(of: Set(engine.readAhead)))
    }

    @Test func whatClientsLookAtIsReadToo() {
        let engine = engine(1_000)
        engine.send(.reading(.lookAt(Array(engine.snapshot.items[400..<900]))))
        #expect(Set(engine.readAhead).isSuperset(of: (700..<900).map(uri)))
        #expect(engine.readAhead.count <= 21 + 200)
    }

    @Test func nothingIsReadTwiceAndAFileThatCannotBeReadIsLeftAlone() {
        let engine = engine(3)
        engine.files = [:]
        engine.send(.insert([MediaDescription(uri: uri(7))], at: 1))
        engine.send(.setShuffle(true))
        engine.send(.setShuffle(false))
        #expect(engine.readAhead == [uri(0), uri(1), uri(2), uri(7)])
    }

    @Test func serversAreNotAsked() {
        var settings = PlayerSettings()
        settings.readsAhead = true
        let engine = FakeEngine(["http://server/a.mp3", "rtsp://server/b", "file://server/c.mp3"], settings: settings)
        #expect(engine.readAhead.isEmpty)
        engine.files["file:///a.flac"] = found("A")
        let item = described("file:///a.flac") { $0.artwork = "https://server/a.jpg" }
        engine.send(.insert([item], at: .max))
        #expect(engine.readAhead == ["file:///a.flac"])
        #expect(engine.fetchedImages.isEmpty)
    }

    @Test func ofAnotherQueueTheOldAnswersCountNothing() {
        let engine = engine(3, holds: true)
        let id = engine.id(0)
        engine.send(.replaceQueue([MediaDescription(uri: uri(9))], play: false, start: nil, index: 0))
        #expect(engine.readAhead == [uri(0)])
        engine.tell(.reading(.itemRead(id, uri(0), found("Old"))))
        #expect(engine.snapshot.memory.items.isEmpty)
        #expect(engine.readAhead == [uri(0), uri(9)])
    }

    @Test func thePictureComesWithIt() {
        let engine = engine(0)
        for index in 0..<3 { engine.files[uri(index)] = found("T", artwork: "file:///music/cover.jpg") }
        engine.send(.insert((0..<3).map { MediaDescription(uri: uri($0)) }, at: 0))
        // The album's is looked at once.
        #expect(engine.fetchedImages == [.uri("file:///music/cover.jpg")])
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[2]).artworkURI == "file:///cache/1.jpg")
    }

    @Test func anotherDescriptionCountsOverWhatWasRead() {
        let engine = engine(2)
        engine.files[uri(5)] = found("Title 5")
        engine.send(.setDescription(engine.id(1), described(uri(1)) { $0.title = "Mine" }))
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[1]).title == "Mine")
        engine.send(.setDescription(engine.id(1), MediaDescription(uri: uri(5))))
        #expect(engine.readAhead.last == uri(5))
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[1]).title == "Title 5")
        engine.send(.remove([engine.id(1)]))
        #expect(engine.snapshot.memory.items.count == 1)
    }

    @Test func thenTheTitlesOfTheWholeQueueAreRead() throws {
        let engine = engine(0)
        engine.readsTitles = true
        let uris = (0..<600).map(uri)
        for (index, uri) in uris.enumerated() { engine.files[uri] = found("Title \(index)") }
        engine.send(
            .replaceQueue(uris.map { MediaDescription(uri: $0) }, play: false, start: nil, index: 300))
        let titles = engine.snapshot.items.map { engine.snapshot.metadata(of: $0).title }
        #expect(titles == (0..<600).map { "Title \($0)" })
        #expect(engine.snapshot.memory.described(engine.snapshot.items[0]).details?.fields.title == "Title 0")
        #expect(engine.snapshot.itemStates[engine.id(0)]?.duration == .seconds(100))
        // Each file once, a few at a time, beginning at the current one; those near it are read whole.
        #expect(engine.readTitles.allSatisfy { $0.count <= TitleSweep.batch })
        let all = engine.readTitles.flatMap(\.self)
        #expect(Set(all).count == all.count && all.first == uri(321) && all.count == 600 - 31)
        #expect(engine.snapshot.memory.items.count == 31)
        let told = engine.notices.reduce(into: IndexSet()) { told, notice in
            if case .itemsChanged(let from, let removed, let inserted) = notice, removed == inserted {
                told.insert(integersIn: from..<from + removed)
            }
        }
        #expect(told == IndexSet(integersIn: 0..<600))
        engine.send(.insert([MediaDescription(uri: uri(700))], at: 0))
        engine.files[uri(700)] = nil
        #expect(engine.readTitles.last == [uri(700)])
    }

    @Test func anItemOfAnotherAddressHasAnotherTitle() {
        let engine = engine(0)
        engine.send(
            .replaceQueue((0..<100).map { MediaDescription(uri: uri($0)) }, play: false, start: nil, index: 0))
        let old = engine.id(99)
        engine.send(.setDescription(old, MediaDescription(uri: uri(200))))
        engine.tell(.reading(.titlesRead([ReadEntry(id: old, uri: uri(99), findings: found("Old"))])))
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[99]).title == "200")
        engine.tell(.reading(.titlesRead([ReadEntry(id: old, uri: uri(200), findings: found("New"))])))
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[99]).title == "New")
        engine.send(.setDescription(old, described(uri(200)) { $0.title = "Mine" }))
        #expect(engine.snapshot.metadata(of: engine.snapshot.items[99]).title == "Mine")
    }

    @Test func titlesAreBounded() {
        var memory = ItemMemory()
        let long = String(repeating: "x", count: 10_000)
        var number: UInt64 = 0
        while memory.hasRoom, number < 100_000 {
            let description = MediaDescription(uri: "file:///\(number)")
            memory.remember(
                ItemID(rawValue: number),
                ItemTitle(RememberedItem(description, findings: found(long), artworkURI: nil, hasArtwork: true)))
            number += 1
        }
        #expect(memory.titles.count < 50_000 && memory.titles.count > 30_000)
        #expect(memory.titles[ItemID(rawValue: 1)]?.metadata(of: MediaDescription(uri: "file:///1")).title.count == 256)
        let ids = Set((0..<number).map { ItemID(rawValue: $0) })
        memory.forget(ids)
        #expect(memory.hasRoom && memory.titles.isEmpty)
    }

    @Test func itIsBounded() {
        var memory = ItemMemory()
        for number in 0...512 {
            #expect(memory.items.count == number)
            let description = MediaDescription(uri: "file:///\(number)")
            memory.remember(
                ItemID(rawValue: UInt64(number)),
                RememberedItem(description, findings: found("T"), artworkURI: nil, hasArtwork: true))
        }
        #expect(memory.items.count == 512)
        #expect(memory.items[ItemID(rawValue: 512)] != nil && memory.items[ItemID(rawValue: 0)] == nil)
    }
}
