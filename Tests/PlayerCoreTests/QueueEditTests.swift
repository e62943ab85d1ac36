import PlayerCore
import Testing

private let three = ["file:///a.mkv", "file:///b.mkv", "file:///c.mkv"]

@Suite struct QueueEditTests {
    @Test func insertingTellsWhereAndAnswersTheIDs() {
        let engine = FakeEngine(three)
        let reply = engine.send(.insert([MediaDescription(uri: "x"), MediaDescription(uri: "y")], at: 1))
        #expect(reply == .success(.items([engine.id(1), engine.id(2)])))
        #expect(engine.notices == [.itemsChanged(from: 1, removed: 0, inserted: 2)])
        #expect(engine.effects.isEmpty)
        #expect(engine.send(.insert([MediaDescription(uri: "")], at: 0)).isInvalid)
        #expect(engine.send(.insert([], at: 0)) == .success(.items([])))
    }

    @Test func addTrackGoesAfterTheItemToTheStartOrToTheEnd() {
        let engine = FakeEngine(three)
        engine.send(.addTrack("file:///1", after: engine.id(0), makeCurrent: false))
        engine.send(.addTrack("file:///2", after: nil, makeCurrent: false))
        engine.send(.addTrack("file:///3", after: ItemID(rawValue: 99), makeCurrent: true))
        #expect(
            engine.snapshot.items.map(\.description.uri) == [
                "file:///2", three[0], "file:///1", three[1], three[2], "file:///3",
            ])
        #expect(engine.playing == "file:///3")
        #expect(engine.status == .playing)
    }

    @Test func movingDoesNotInterrupt() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.forget()
        engine.send(.move(engine.id(0), to: 2))
        #expect(engine.snapshot.currentIndex == 2)
        #expect(engine.notices == [.itemsChanged(from: 0, removed: 3, inserted: 3)])
        #expect(engine.effects.prepared.isEmpty)
        #expect(engine.send(.move(ItemID(rawValue: 50), to: 0)).isNotFound)
    }

    @Test func removingTheItemThatPlaysGoesOnWithTheNext() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(10)
        engine.send(.remove([engine.id(0)]))
        #expect(engine.playing == three[1])
        #expect(engine.status == .playing)
        #expect(engine.position == 0)
    }

    @Test func removingTheLastItemWhileItPlaysStopsAtTheOneBefore() {
        let engine = FakeEngine(three)
        engine.send(.goTo(engine.id(2)))
        engine.send(.remove([engine.id(2)]))
        #expect(engine.playing == three[1])
        #expect(engine.status == .stopped)
        engine.send(.clear)
        #expect(engine.playing == nil)
        #expect(engine.notices.last == .itemsChanged(from: 0, removed: 2, inserted: 0))
    }

    @Test func removalsAreToldFromTheBack() {
        let engine = FakeEngine(three)
        #expect(engine.send(.remove([ItemID(rawValue: 9)])).isNotFound)
        engine.send(.remove([engine.id(2), engine.id(0), ItemID(rawValue: 9)]))
        #expect(
            engine.notices == [
                .itemsChanged(from: 2, removed: 1, inserted: 0), .itemsChanged(from: 0, removed: 1, inserted: 0),
            ])
    }

    @Test func aQueueFullOfHolesIsToldAsOneChange() {
        let engine = FakeEngine((0..<200).map { "file:///\($0)" })
        engine.send(.remove((0..<100).map { engine.id($0 * 2) }))
        #expect(engine.notices == [.itemsChanged(from: 0, removed: 199, inserted: 99)])
        #expect(engine.snapshot.items.count == 100)
    }

    @Test func newMetadataDoesNotInterrupt() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(10)
        engine.forget()
        engine.send(.setDescription(engine.id(0), described(three[0]) { $0.title = "Episode 1" }))
        #expect(engine.snapshot.current?.metadata.title == "Episode 1")
        #expect(engine.effects.isEmpty)
        #expect(engine.position == 10)
        #expect(engine.send(.setDescription(ItemID(rawValue: 9), MediaDescription(uri: "x"))).isNotFound)
    }

    @Test func anotherURIOnTheCurrentItemPlaysThatUnderTheSameID() {
        let engine = FakeEngine(three)
        engine.send(.play)
        engine.advance(10)
        engine.forget()
        let id = engine.id(0)
        engine.send(.setDescription(id, MediaDescription(uri: "file:///other.mkv")))
        #expect(engine.effects.prepared == ["file:///other.mkv"])
        #expect(engine.snapshot.current?.id == id)
        #expect(engine.status == .playing)
        #expect(engine.notices.seeked == [0])
    }

    /// Before anything plays, too.
    @Test func subtitlesAreShownLaterOrLargerWithinBounds() {
        let engine = FakeEngine()
        engine.send(.setSubtitleDelay(.seconds(0.3)))
        engine.send(.setSubtitleScale(2))
        let style = SubtitleStyle(delay: .seconds(0.3), scale: 2)
        #expect(engine.snapshot.subtitles == style)
        #expect(engine.effects == [.styleSubtitles(SubtitleStyle(delay: .seconds(0.3))), .styleSubtitles(style)])
        for command: PlayerCommand.Tracks in [
            .setSubtitleDelay(.seconds(601)), .setSubtitleDelay(MediaTime(nanoseconds: .min)), .setSubtitleScale(.nan),
            .setSubtitleScale(0), .setSubtitleScale(.infinity),
        ] {
            guard case .failure(.invalid) = engine.send(command) else {
                Issue.record("\(command) was taken")
                continue
            }
        }
        #expect(engine.snapshot.subtitles == style)
    }

    @Test("a delay is refused where there are no subtitles, so that the next item does not begin with it")
    func aDelayNeedsSubtitles() {
        let engine = FakeEngine(["file:///a.mkv", "file:///b.mkv"])
        engine.media["file:///b.mkv", default: FakeMedia()].tracks.subtitles = [MediaTrack(id: 0)]
        engine.send(.play)
        let refusal = CommandRefusal.notPossible("This item has no subtitles.")
        #expect(engine.send(.setSubtitleDelay(.seconds(0.3))) == .failure(refusal))
        #expect(engine.send(.setSubtitleScale(2)) == .success(.done), "a size fits all items")
        engine.send(.next)
        #expect(engine.snapshot.subtitles == SubtitleStyle(scale: 2))
        // Subtitles that are off may be turned on.
        #expect(engine.snapshot.tracks.selectedSubtitles == nil)
        #expect(engine.send(.setSubtitleDelay(.seconds(0.3))) == .success(.done))
        engine.send(.previous)
        engine.send(.previous)
        #expect(engine.playing == "file:///a.mkv" && engine.snapshot.subtitles.delay == .seconds(0.3))
        #expect(engine.send(.setSubtitleDelay(.seconds(0.4))) == .failure(refusal))
        #expect(engine.send(.setSubtitleDelay(.zero)) == .success(.done))
        #expect(engine.snapshot.subtitles.delay == .zero)
    }

    /// The engine has to know before it opens an item.
    @Test func languagesAreToldWithEachItem() {
        var settings = PlayerSettings()
        settings.tracks = TrackPreferences(audio: ["ja"])
        let engine = FakeEngine(three, settings: settings)
        engine.send(.play)
        let wishes = TrackWishes(preferences: settings.tracks)
        #expect(engine.effects.prefix(2).last == engine.currentGeneration.map { .preferTracks($0, wishes) })
        engine.forget()
        engine.advance(95)
        #expect(engine.effects.contains { $0 == engine.preloadGeneration.map { .preferTracks($0, wishes) } })
    }

    @Test func tracksAreCheckedBeforeTheyAreChosen() {
        let engine = FakeEngine(three)
        #expect(engine.send(.selectAudio(1)).isNotPossible)
        var media = FakeMedia()
        media.tracks.audio = [MediaTrack(id: 1)]
        media.tracks.subtitles = [MediaTrack(id: 4)]
        engine.media[three[0]] = media
        engine.send(.play)
        engine.forget()
        let generation = engine.currentGeneration!
        #expect(engine.send(.selectAudio(2)).isNotFound)
        #expect(engine.send(.selectSubtitles(1)).isNotFound)
        engine.send(.selectAudio(1))
        engine.send(.selectSubtitles(4))
        engine.send(.selectSubtitles(nil))
        engine.send(.addSubtitles("file:///s.srt"))
        #expect(
            engine.effects == [
                .selectAudio(generation, 1), .selectSubtitles(generation, 4), .selectSubtitles(generation, nil),
                .addSubtitles(generation, "file:///s.srt"),
            ])
    }

    @Test func aHundredThousandItemsInThePlayer() {
        let engine = FakeEngine()
        let items = (0..<100_000).map { MediaDescription(uri: "file:///music/\($0).flac") }
        let insert = ProcessorTime.measure { engine.send(.insert(items, at: 0)) }
        #expect(insert < .seconds(1))
        engine.send(.setShuffle(true))
        engine.send(.play)
        let steps = ProcessorTime.measure { for _ in 0..<200 { engine.send(.next) } }
        #expect(steps < .seconds(1))
    }
}
