import Testing

@testable import PlayerCore

private let uris = (0..<4).map { "file:///music/\($0).flac" }

/// What reading or playing an item finds.
func found(_ title: String, seconds: Double = 100, artwork: String? = nil) -> ItemFindings {
    var findings = ItemFindings()
    findings.container.container = "flac"
    findings.container.duration = .seconds(seconds)
    findings.container.fields.title = title
    findings.pictureBeside = artwork
    return findings
}

/// When clients are told of another item.
@Suite struct ItemAnnouncementTests {
    /// Four items, each with a title, the first of which plays.
    private func engine(reads: Bool, _ change: (inout PlayerSettings) -> Void = { _ in }) -> FakeEngine {
        var settings = PlayerSettings()
        settings.readsAhead = true
        change(&settings)
        let engine = FakeEngine(settings: settings)
        for (index, uri) in uris.enumerated() { engine.media[uri] = FakeMedia(findings: found("Title \(index)")) }
        engine.holdsReading = !reads
        engine.send(.replaceQueue(uris.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        engine.advance(1)
        engine.forget()
        return engine
    }

    /// What is told after each thing that happens while `body` runs: titles, without repetitions.
    private func told(by engine: FakeEngine, _ body: () -> Void) -> [String] {
        var titles = [engine.snapshot.current?.metadata.title ?? ""]
        engine.observe = { snapshot, _ in
            guard !snapshot.isMetadataHeld, let title = snapshot.current?.metadata.title, title != titles.last else {
                return
            }
            titles.append(title)
        }
        body()
        engine.observe = nil
        return Array(titles.dropFirst())
    }

    @Test func anItemIsToldOnceItIsOpen() {
        let engine = engine(reads: false)
        let titles = told(by: engine) {
            engine.holdsPreparing = true
            engine.send(.next)
            // Whoever reads is never told the old item.
            #expect(engine.playing == uris[1] && engine.snapshot.isMetadataHeld)
            engine.advance(0.1)
            engine.holdsPreparing = false
            engine.settle()
        }
        #expect(titles == ["Title 1"])
        #expect(!engine.snapshot.isMetadataHeld && engine.timers[.announcement] == nil)
    }

    @Test func after150MillisecondsWhatIsKnownIsTold() {
        let engine = engine(reads: false)
        let titles = told(by: engine) {
            engine.holdsPreparing = true
            engine.send(.next)
            engine.advance(0.149)
            #expect(engine.snapshot.isMetadataHeld)
            engine.advance(0.002)
            #expect(!engine.snapshot.isMetadataHeld)
            engine.advance(5)
            engine.holdsPreparing = false
            engine.settle()
        }
        #expect(titles == ["1", "Title 1"])
    }

    @Test func whatWasReadAheadIsToldAtOnce() {
        let engine = engine(reads: true)
        engine.holdsPreparing = true
        let titles = told(by: engine) { engine.send(.next) }
        #expect(titles == ["Title 1"])
        #expect(engine.snapshot.current?.duration == .seconds(100))
        let later = told(by: engine) {
            engine.holdsPreparing = false
            engine.settle()
        }
        #expect(later.isEmpty)
    }

    @Test func aPictureIsWaitedFor() {
        let engine = engine(reads: false)
        engine.media[uris[1]]?.findings = found("Title 1", artwork: "file:///music/cover.jpg")
        engine.holdsImages = true
        engine.send(.next)
        #expect(engine.snapshot.isMetadataHeld)
        #expect(engine.fetchedImages.contains(.uri("file:///music/cover.jpg")))
        engine.tell(.reading(.imageFetched(.uri("file:///music/cover.jpg"), "file:///music/cover.jpg")))
        #expect(!engine.snapshot.isMetadataHeld)
        #expect(engine.snapshot.current?.metadata.artworkURI == "file:///music/cover.jpg")
    }

    @Test func aPictureOfTheStreamComesBeforeOneBesideIt() {
        let engine = engine(reads: false)
        var tags = MediaTags()
        tags.artworkURI = "file:///cache/own.jpg"
        engine.media[uris[1]]?.findings = found("Title 1", artwork: "file:///music/cover.jpg")
        engine.media[uris[1]]?.tags = tags
        engine.send(.next)
        #expect(engine.fetchedImages.isEmpty)
        #expect(engine.snapshot.current?.metadata.artworkURI == "file:///cache/own.jpg")
    }

    @Test func whatComesLaterComesTogether() throws {
        let engine = engine(reads: false)
        engine.holdsPreparing = true
        engine.send(.next)
        engine.advance(1)
        let generation = try #require(engine.currentGeneration)
        var tags = MediaTags()
        tags.title = "From the tags"
        engine.tell(.tagsChanged(generation, tags))
        #expect(engine.snapshot.isMetadataHeld)
        engine.advance(0.499)
        #expect(engine.snapshot.isMetadataHeld)
        engine.advance(0.002)
        #expect(!engine.snapshot.isMetadataHeld)
    }

    @Test func aSongOnAStationIsToldAtOnce() throws {
        let engine = engine(reads: true)
        engine.media["http://radio/"] = .live
        engine.send(.openURI("http://radio/"))
        engine.advance(1)
        let generation = try #require(engine.currentGeneration)
        var tags = MediaTags()
        tags.title = "A song"
        engine.tell(.tagsChanged(generation, tags))
        #expect(!engine.snapshot.isMetadataHeld && engine.snapshot.current?.metadata.title == "A song")
    }

    @Test func whoStepsOnIsNeverFurtherBehindThanThat() {
        let engine = engine(reads: false)
        engine.holdsPreparing = true
        let titles = told(by: engine) {
            engine.send(.next)
            engine.advance(0.1)
            engine.send(.next)
            engine.advance(0.051)
        }
        #expect(titles == ["2"])
    }

    @Test func whatAClientSaysIsToldAtOnce() {
        let engine = engine(reads: false)
        engine.holdsPreparing = true
        engine.send(.next)
        engine.send(.setDescription(engine.id(1), described(uris[1]) { $0.title = "Mine" }))
        #expect(!engine.snapshot.isMetadataHeld && engine.snapshot.current?.metadata.title == "Mine")
    }

    @Test func thePositionIsNotToldBeforeTheItem() {
        let engine = engine(reads: false)
        engine.holdsImages = true
        engine.media[uris[1]]?.findings = found("Title 1", artwork: "file:///music/cover.jpg")
        engine.send(.setDescription(engine.id(1), described(uris[1]) { $0.start = .seconds(7) }))
        var isHeld: Bool?
        engine.observe = { snapshot, notices in
            if !notices.seeked.isEmpty { isHeld = snapshot.isMetadataHeld }
        }
        engine.send(.next)
        #expect(isHeld == false)
    }

    @Test func itCanBeSoughtInAndPassedAsSoonAsItPlays() {
        var settings = PlayerSettings()
        settings.readsAhead = true
        let engine = FakeEngine(uris, settings: settings)
        engine.holdsPreparing = true
        engine.send(.play)
        #expect(engine.status == .playing && engine.snapshot.canSeek && engine.snapshot.canGoNext)
        // From a server, too: a seek is remembered until it is known whether it can be made.
        let uri = "http://server/radio"
        let other = FakeEngine([uri], settings: settings)
        other.media[uri] = FakeMedia(isSeekable: false)
        other.holdsPreparing = true
        other.send(.play)
        #expect(other.status == .playing && other.snapshot.canSeek)
        other.holdsPreparing = false
        other.settle()
        #expect(!other.snapshot.canSeek)
    }

    @Test func whatWasPlayedIsRememberedWithItsTags() {
        let engine = engine(reads: false)
        var tags = MediaTags()
        tags.artists = ["Somebody"]
        tags.trackNumber = 3
        engine.media[uris[1]]?.tags = tags
        engine.send(.next)
        engine.send(.next)
        let item = engine.snapshot.items[1]
        #expect(engine.snapshot.metadata(of: item).artists == ["Somebody"])
        engine.holdsPreparing = true
        let before = engine.snapshot.metadata(of: item)
        engine.send(.previous)
        #expect(!engine.snapshot.isMetadataHeld && engine.snapshot.current?.metadata == before)
    }
}
