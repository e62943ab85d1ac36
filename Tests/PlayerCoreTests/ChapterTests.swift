import Testing

@testable import PlayerCore

@Suite struct ChapterTests {
    private static let starts: [Double] = [0, 20, 40, 60]

    private static func findings(_ starts: [Double] = starts, language: String = "en") -> ItemFindings {
        var findings = ItemFindings()
        findings.container.chapters = starts.enumerated().map { index, start in
            Chapter(start: .seconds(start), titles: [ChapterTitle("Part \(index + 1)", language: language)])
        }
        return findings
    }

    private static func engine(
        items: Int = 1, findings: ItemFindings? = findings(), hasVideo: Bool = false,
        change: (inout PlayerSettings) -> Void = { _ in }
    ) -> FakeEngine {
        var settings = PlayerSettings()
        change(&settings)
        let engine = FakeEngine(settings: settings)
        let uris = (0..<items).map { "file:///\($0).mkv" }
        for uri in uris { engine.media[uri] = FakeMedia(findings: findings, hasVideo: hasVideo) }
        engine.send(
            .replaceQueue(uris.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        engine.forget()
        return engine
    }

    private static func changes(_ engine: FakeEngine) -> [Int?] {
        engine.notices.compactMap {
            guard case .chapters(.changed(let index, _)) = $0 else { return nil }
            return .some(index)
        }
    }

    // MARK: Which is current

    @Test func playingOnChangesTheChapterAtTheBoundary() {
        let engine = Self.engine()
        #expect(engine.snapshot.chapters.current == 0)
        engine.advance(19.9)
        #expect(Self.changes(engine) == [])
        engine.advance(0.2)
        #expect(Self.changes(engine) == [1])
        engine.advance(60)
        #expect(Self.changes(engine) == [1, 2, 3])
    }

    @Test func noTimerIsArmedWhilePausedOrBehindTheLastChapter() {
        let engine = Self.engine()
        #expect(engine.timers[.chapter] != nil)
        engine.send(.pause)
        #expect(engine.timers[.chapter] == nil)
        engine.send(.play)
        engine.send(.setPosition(engine.id(0), .seconds(70)))
        engine.send(.pause)
        engine.send(.play)
        engine.forget()
        #expect(engine.timers[.chapter].map { $0 > engine.now + .seconds(29) } ?? true)
    }

    @Test func aSeekChangesTheChapterWhenItIsAskedForNotWhenItLands() {
        let engine = Self.engine()
        engine.holdsSeeks = true
        engine.send(.setPosition(engine.id(0), .seconds(45)))
        #expect(Self.changes(engine) == [2])
        engine.landSeek()
        #expect(Self.changes(engine) == [2])
        engine.send(.setPosition(engine.id(0), .seconds(1)))
        #expect(Self.changes(engine) == [2, 0])
    }

    @Test func anotherItemsFirstChapterIsAnotherChapter() {
        let engine = Self.engine(items: 2)
        engine.send(.goTo(engine.id(1)))
        #expect(Self.changes(engine).last == 0)
        #expect(Self.changes(engine).filter { $0 == 0 }.count == 1)
    }

    @Test func anItemWithoutChaptersHasNoneCurrent() {
        let engine = Self.engine(items: 2)
        engine.media["file:///1.mkv"]?.findings = nil
        engine.send(.goTo(engine.id(1)))
        #expect(Self.changes(engine) == [nil])
        #expect(engine.snapshot.chapters.chapters.isEmpty)
    }

    @Test func anotherChapterUnderTheSameIndexIsAChange() {
        let engine = Self.engine()
        engine.send(.chapters(.setMarkers(title: "", [Chapter(start: .zero, titles: [ChapterTitle("All of it")])])))
        #expect(Self.changes(engine) == [0], "it has another title")
        engine.advance(25)
        engine.forget()
        engine.send(
            .chapters(
                .setMarkers(
                    title: "",
                    [Chapter(start: .seconds(10)), Chapter(start: .seconds(24)), Chapter(start: .seconds(90))]))
        )
        #expect(Self.changes(engine) == [1])
        engine.send(.chapters(.setMarkers(title: "", [Chapter(start: .seconds(1)), Chapter(start: .seconds(2))])))
        #expect(Self.changes(engine) == [1, 1])
    }

    @Test func beforeTheFirstChapterNoneIsCurrent() {
        let engine = Self.engine(findings: Self.findings([10, 20]))
        #expect(engine.snapshot.chapters.current == nil)
        engine.advance(10.1)
        #expect(engine.snapshot.chapters.current == 0)
    }

    // MARK: Going to chapters

    @Test func goToLandsOnTheStart() {
        let engine = Self.engine()
        #expect(engine.send(.chapters(.goTo(2))) == .success(.done))
        #expect(engine.position == 40)
        #expect(engine.snapshot.chapters.current == 2)
    }

    /// The picture that covers a rounded start is often the last one of the chapter before.
    @Test func withPicturesItLandsAMillisecondBehindTheStart() {
        let engine = Self.engine(hasVideo: true)
        engine.send(.chapters(.goTo(2)))
        #expect(engine.position == 40.001)
        engine.send(.chapters(.goTo(0)))
        #expect(engine.position == 0)
    }

    @Test func nextAndPreviousChapter() {
        let engine = Self.engine()
        engine.send(.chapters(.next))
        #expect(engine.position == 20)
        engine.advance(6)
        engine.send(.chapters(.previous))
        #expect(engine.position == 20, "later than 5 s into it, back to its start")
        engine.send(.chapters(.previous))
        #expect(engine.position == 0)
        #expect(engine.send(.chapters(.previous)) == .success(.done))
        #expect(engine.position == 0)
    }

    @Test func quickPressesAddUpWhileSeeksRun() {
        let engine = Self.engine()
        engine.holdsSeeks = true
        engine.send(.chapters(.next))
        engine.send(.chapters(.next))
        #expect(engine.position == 40)
    }

    @Test("at the last chapter there is no next one, and the refusal tells what there is instead")
    func lastChapter() {
        let engine = Self.engine()
        engine.send(.chapters(.goTo(3)))
        #expect(
            engine.send(.chapters(.next))
                == .failure(.notPossible("This is the last chapter, and no item follows. Previous goes back.")))
        engine.send(.insert([MediaDescription(uri: "file:///other.mkv")], at: 1))
        #expect(
            engine.send(.chapters(.next))
                == .failure(.notPossible("This is the last chapter: Next goes to the next item.")))
        engine.send(.next)
        #expect(engine.playing == "file:///other.mkv")
    }

    @Test func whatIsNotThereIsRefusedByName() {
        let engine = Self.engine()
        guard case .failure(.notFound) = engine.send(.chapters(.goTo(4))) else {
            Issue.record("chapter 4 of 4 was found")
            return
        }
        let empty = Self.engine(findings: nil)
        #expect(empty.send(.chapters(.goTo(0))) == .failure(.notPossible("This item has no chapters.")))
    }

    @Test func hiddenChaptersAreNeitherSteppedToNorCurrent() {
        var findings = Self.findings()
        findings.container.chapters[1].isHidden = true
        let engine = Self.engine(findings: findings)
        engine.send(.chapters(.next))
        #expect(engine.position == 40)
        engine.send(.chapters(.goTo(1)))
        #expect(engine.position == 20)
        #expect(engine.snapshot.chapters.current == 0)
    }

    // MARK: Next and Previous of MPRIS

    @Test func inChaptersModeNextWalksChaptersAndThenItems() {
        let engine = Self.engine(items: 2) { $0.stepping = .chapters }
        for position in [20.0, 40, 60] {
            #expect(engine.snapshot.canGoNext)
            engine.send(.next)
            #expect(engine.position == position)
        }
        engine.send(.next)
        #expect(engine.playing == "file:///1.mkv")
        engine.send(.previous)
        #expect(engine.playing == "file:///0.mkv")
    }

    @Test func inChaptersModeTheLastChapterOfTheLastItemHasNoNext() {
        let engine = Self.engine { $0.stepping = .chapters }
        engine.send(.chapters(.goTo(3)))
        #expect(!engine.snapshot.canGoNext)
    }

    @Test func autoMeansChaptersOnlyForASingleItem() {
        let single = Self.engine { $0.stepping = .auto }
        single.send(.next)
        #expect(single.position == 20)
        let two = Self.engine(items: 2) { $0.stepping = .auto }
        two.send(.next)
        #expect(two.playing == "file:///1.mkv")
    }

    // MARK: Sources

    @Test func anUntitledMarkerGroupOverridesTheChapters() {
        let engine = Self.engine()
        engine.send(
            .chapters(
                .setMarkers(title: "", [Chapter(start: .seconds(5), end: .seconds(5), titles: [ChapterTitle("Goal")])]))
        )
        #expect(engine.snapshot.chapters.chapters.map(\.title) == ["Goal"])
        #expect(engine.snapshot.chapters.chapters.first?.end == .seconds(5))
        engine.send(.chapters(.setMarkers(title: "", [])))
        #expect(engine.snapshot.chapters.chapters.count == 4)
    }

    @Test func aFileThatTheDescriptionNamesCountsLikeASidecar() {
        let engine = Self.engine()
        engine.chapterFiles["https://example.org/1.json"] = (0..<5).map { Chapter(start: .seconds(Double($0) * 10)) }
        var fields = MediaDetails.Fields()
        fields.chaptersURI = "https://example.org/1.json"
        let named = MediaDescription(uri: "file:///0.mkv", details: MediaDetails(fields))
        engine.send(.setDescription(engine.id(0), named))
        #expect(engine.snapshot.chapters.chapters.count == 5)
        #expect(engine.readChapters.filter { $0 == "https://example.org/1.json" }.count == 1)
        engine.send(.setDescription(engine.id(0), MediaDescription(uri: "file:///0.mkv")))
        #expect(engine.snapshot.chapters.chapters.count == 4)
    }

    @Test func anEmptyListSaysWhyItIsEmpty() {
        let engine = FakeEngine()
        #expect(engine.snapshot.chapters.loading == .none)
        engine.holdsPreparing = true
        engine.media["file:///bare.mkv"] = FakeMedia(findings: ItemFindings())
        engine.send(.openURI("file:///bare.mkv"))
        #expect(engine.snapshot.chapters.loading == .loading)
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.snapshot.chapters.loading == .loaded)
        #expect(engine.snapshot.chapters.chapters.isEmpty)
        let named = described("file:///bare.mkv") { $0.chaptersURI = "https://example.org/gone.json" }
        engine.send(.setDescription(engine.id(0), named))
        #expect(
            engine.snapshot.chapters.loading == .failed("the chapters are ignored: there is no such file"))
        engine.send(.setDescription(engine.id(0), MediaDescription(uri: "file:///bare.mkv")))
        #expect(engine.snapshot.chapters.loading == .loaded)
        engine.send(.stop)
        #expect(engine.snapshot.chapters.loading == .loaded)
        engine.send(.clear)
        #expect(engine.snapshot.chapters.loading == .none)
    }

    @Test func aDamagedSourceAndAFailedItemSayWhyThereAreNoChapters() {
        let engine = FakeEngine()
        var findings = ItemFindings(problems: ["a.edl: it is damaged"])
        findings.chapterProblem = "a.edl: it is damaged"
        engine.media["file:///a.mkv"] = FakeMedia(findings: findings)
        engine.send(.openURI("file:///a.mkv"))
        #expect(engine.snapshot.chapters.loading == .failed("a.edl: it is damaged"))
        engine.media["file:///missing.mkv"] = FakeMedia.broken
        engine.send(.openURI("file:///missing.mkv"))
        if case .failed = engine.snapshot.chapters.loading {
        } else {
            Issue.record("\(engine.snapshot.chapters.loading) of a missing item")
        }
    }

    @Test func aMarkerIsGoneToByItsGroup() {
        let engine = Self.engine()
        engine.send(
            .chapters(.setMarkers(title: "Goals", [Chapter(start: .seconds(6)), Chapter(start: .seconds(17))])))
        #expect(engine.send(.chapters(.goToMarker("Goals", 1))) == .success(.done))
        engine.settle()
        #expect(abs(engine.position - 17) < 0.01)
        #expect(engine.send(.chapters(.goToMarker("", 0))) == .success(.done))
        engine.settle()
        #expect(engine.position < 0.01)
        for (group, index) in [("Goals", UInt32(2)), ("Fouls", 0), ("", 99), ("Goals", .max)] {
            guard case .failure(.notFound) = engine.send(.chapters(.goToMarker(group, index))) else {
                Issue.record("marker \(index) of \(group)")
                continue
            }
        }
    }

    /// Its end is that of the hidden one: a hidden chapter hides no other.
    @Test func anUntitledChapterBeforeAHiddenOneIsListed() {
        let list = ChapterList([
            Chapter(start: .zero, end: .seconds(20)),
            Chapter(start: .seconds(5), end: .seconds(20), titles: [ChapterTitle("Secret")], isHidden: true),
            Chapter(start: .seconds(20), end: .seconds(30), titles: [ChapterTitle("Two")]),
        ])
        #expect(list.bestMatching(["en"]).map(\.title) == ["", "Secret", "Two"])
    }

    @Test func titledGroupsStandBesideTheChapters() {
        let engine = Self.engine()
        engine.send(.chapters(.setMarkers(title: "Goals", [Chapter(start: .seconds(5))])))
        engine.send(.chapters(.setMarkers(title: "Goals", [Chapter(start: .seconds(6)), Chapter(start: .seconds(7))])))
        #expect(engine.snapshot.chapters.groups.map(\.title) == ["Goals"])
        #expect(engine.snapshot.chapters.groups.first?.markers.count == 2)
        #expect(engine.snapshot.chapters.chapters.count == 4)
    }

    @Test func preferredLanguagesPublishAnewAtOnce() {
        var findings = Self.findings()
        for index in findings.container.chapters.indices {
            findings.container.chapters[index].titles.append(ChapterTitle("Teil \(index + 1)", language: "de"))
        }
        let engine = Self.engine(findings: findings)
        let revision = engine.snapshot.chapters.revision
        engine.send(.chapters(.setPreferredLanguages(["de-CH"])))
        #expect(engine.snapshot.chapters.chapters.first?.title == "Teil 1")
        #expect(engine.snapshot.chapters.language == "de")
        #expect(engine.snapshot.chapters.revision > revision)
        guard case .failure(.invalid) = engine.send(.chapters(.setPreferredLanguages(["de_CH"]))) else {
            Issue.record("de_CH was taken for a tag")
            return
        }
    }

    @Test func aPositionThatASidecarNamesIsWhereTheItemStarts() {
        var findings = Self.findings()
        findings.sidecar = MediaDetails.Fields()
        findings.sidecar?.start = .seconds(33)
        let engine = Self.engine(findings: findings)
        #expect(engine.position == 33)
    }

    @Test func anotherURIDoesNotStartWhereTheOldOnesSidecarSaid() {
        var findings = Self.findings()
        findings.sidecar = MediaDetails.Fields()
        findings.sidecar?.start = .seconds(33)
        let engine = Self.engine(findings: findings)
        #expect(engine.position == 33)
        engine.send(.setDescription(engine.id(0), MediaDescription(uri: "file:///other.mkv")))
        #expect(engine.playing == "file:///other.mkv")
        #expect(engine.position == 0)
    }

    @Test func aConfigurationReadAgainChangesOnlyWhatItChanges() {
        let engine = Self.engine { $0.preferredLanguages = ["en"] }
        engine.send(.chapters(.setPreferredLanguages(["fr"])))
        var settings = PlayerSettings()
        settings.preferredLanguages = ["en"]
        settings.stepping = .chapters
        engine.send(.configure(settings))
        #expect(engine.snapshot.chapters.preferredLanguages == ["fr"])
        engine.send(.next)
        #expect(engine.position == 20)
        settings.preferredLanguages = ["de"]
        engine.send(.configure(settings))
        #expect(engine.snapshot.chapters.preferredLanguages == ["de"])
    }

    @Test(arguments: [
        ("https://example.org/a.opus", "ogg", 38.0, 60.0), ("file:///a.opus", "ogg", 38, 38),
        ("https://example.org/a.mp4", "mp4", 38, 38),
    ])
    func theLengthThatIsEstimatedOverHTTPIsTheContainers(
        _ uri: String, _ container: String, _ told: Double, _ believed: Double
    ) {
        var findings = ItemFindings()
        findings.container.container = container
        findings.container.duration = .seconds(60)
        let engine = FakeEngine()
        engine.media[uri] = FakeMedia(duration: .seconds(told), findings: findings)
        engine.send(.replaceQueue([MediaDescription(uri: uri)], play: true, start: nil, index: 0))
        #expect(engine.snapshot.current?.duration == .seconds(believed))
        engine.tell(.durationChanged(engine.currentGeneration ?? Generation(rawValue: 0), .seconds(told - 1)))
        #expect(engine.snapshot.current?.duration == .seconds(believed == told ? told - 1 : believed))
    }

    // MARK: Artwork

    @Test func onlyTheCurrentItemsPictureIsFetched() {
        let engine = FakeEngine()
        let items = (0..<500).map { index in
            var fields = MediaDetails.Fields()
            fields.artwork = "https://example.org/\(index).jpg"
            return MediaDescription(uri: "file:///\(index).mkv", details: MediaDetails(fields))
        }
        engine.send(.replaceQueue(items, play: true, start: nil, index: 7))
        #expect(engine.fetchedImages == [.uri("https://example.org/7.jpg")])
        #expect(engine.snapshot.current?.metadata.artworkURI == "file:///cache/1.jpg")
        engine.advance(10)
        #expect(engine.fetchedImages.count == 1)
        engine.send(.next)
        #expect(engine.fetchedImages.last == .uri("https://example.org/8.jpg"))
        #expect(engine.fetchedImages.count == 2)
    }

    @Test func whileAPictureIsOnItsWayNoneIsShownAndTheStreamsOwnOnlyIfItFails() {
        let engine = Self.engine()
        var tags = MediaTags()
        tags.artworkURI = "file:///cache/own.jpg"
        engine.media["file:///1.mkv"] = FakeMedia(tags: tags)
        engine.holdsImages = true
        var fields = MediaDetails.Fields()
        fields.artwork = "https://example.org/1.jpg"
        let item = MediaDescription(uri: "file:///1.mkv", details: MediaDetails(fields))
        engine.send(.replaceQueue([item], play: true, start: nil, index: 0))
        #expect(engine.snapshot.current?.metadata.artworkURI == nil)
        engine.tell(.reading(.imageFetched(.uri("https://example.org/1.jpg"), nil)))
        #expect(engine.snapshot.current?.metadata.artworkURI == "file:///cache/own.jpg")
    }

    @Test func aNewPictureInTheDescriptionIsFetchedWithoutInterrupting() {
        let engine = Self.engine()
        engine.advance(3)
        var fields = MediaDetails.Fields()
        fields.artwork = "https://example.org/new.jpg"
        engine.send(
            .setDescription(engine.id(0), MediaDescription(uri: "file:///0.mkv", details: MediaDetails(fields))))
        #expect(engine.fetchedImages == [.uri("https://example.org/new.jpg")])
        #expect(engine.position == 3)
    }
}
