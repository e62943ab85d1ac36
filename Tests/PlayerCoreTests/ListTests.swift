import Testing

@testable import PlayerCore

private let list = "file:///music/list.m3u"
private let songs = ["file:///music/a.flac", "file:///music/b.flac", "file:///music/c.flac"]

private func holding(_ uris: [String]) -> ListAnswer {
    .entries(uris.map { ListEntry(MediaDescription(uri: $0)) })
}

@Suite struct ListTests {
    private func engine(_ uris: [String] = [], _ lists: [String: ListAnswer] = [list: holding(songs)]) -> FakeEngine {
        let engine = FakeEngine(settings: PlayerSettings())
        engine.lists = lists
        for uri in lists.keys { engine.media[uri] = FakeMedia(fault: Self.unknown) }
        if !uris.isEmpty { engine.send(.insert(uris.map { MediaDescription(uri: $0) }, at: 0)) }
        return engine
    }

    private static let unknown = PlaybackFault(.containerUnknown, "It is no media.")

    private func uris(_ engine: FakeEngine) -> [String] { engine.snapshot.items.map(\.description.uri) }

    @Test func openingAListPlaysItsFirstEntryAndShowsAllOfThem() {
        let engine = engine(["file:///before.flac"])
        engine.forget()
        engine.send(.openURI(list))
        #expect(uris(engine) == ["file:///before.flac"] + songs)
        #expect(engine.playing == songs[0])
        #expect(engine.status == .playing)
        #expect(
            engine.notices.filter { if case .itemsChanged = $0 { true } else { false } } == [
                .itemsChanged(from: 1, removed: 0, inserted: 1), .itemsChanged(from: 1, removed: 1, inserted: 3),
            ])
        #expect(engine.notices.failedItems.isEmpty)
        #expect(engine.snapshot.error == nil)
    }

    /// A server that wants a token for its list wants it for the entries, and nobody else gets it.
    @Test func entriesOnTheServerOfTheirListHaveItsHeaders() {
        let address = "http://a:80/l.m3u"
        let entries = ["http://A/1.mp3", "http://u:p@a:80/2.mp3", "https://a/3.mp3", "http://b/4.mp3", "file:///5.mp3"]
        let engine = engine([], [address: holding(entries)])
        var fields = MediaDetails.Fields()
        fields.headers = ["X-Token": "t"]
        engine.send(.insert([MediaDescription(uri: address, details: MediaDetails(fields))], at: 0))
        engine.send(.play)
        #expect(uris(engine) == entries)
        let headers = engine.snapshot.items.map { $0.description.details?.fields.headers?["X-Token"] }
        #expect(headers == ["t", "t", nil, nil, nil])
    }

    @Test func whatPlaysGoesOnWhileAListBesideItIsExpanded() {
        let engine = engine(["file:///x.flac", "file:///y.flac"])
        engine.send(.play)
        engine.advance(5)
        engine.forget()
        engine.send(.insert([MediaDescription(uri: list)], at: 0))
        #expect(uris(engine) == songs + ["file:///x.flac", "file:///y.flac"])
        #expect(engine.playing == "file:///x.flac")
        #expect(engine.snapshot.currentIndex == 3)
        #expect(engine.position == 5)
        #expect(engine.effects.prepared.isEmpty)
    }

    @Test func aListThatNothingSaysOfIsReadWhenItsPipelineFails() {
        let address = "http://radio/listen?format=1"
        let engine = engine([address], [address: holding(songs)])
        #expect(engine.readLists.isEmpty)
        engine.send(.play)
        #expect(engine.readLists == [address])
        #expect(engine.playing == songs[0])
        #expect(engine.status == .playing)
        #expect(engine.notices.failedItems.isEmpty)
    }

    @Test func mediaThatFailIsReadOnceAndFailsForWhatItIs() {
        let engine = engine()
        engine.media["file:///x.bin"] = FakeMedia(fault: Self.unknown)
        engine.send(.insert([MediaDescription(uri: "file:///x.bin"), MediaDescription(uri: songs[0])], at: 0))
        engine.send(.play)
        #expect(engine.readLists == ["file:///x.bin"])
        #expect(engine.playing == songs[0])
        #expect(engine.snapshot.error?.fault == nil)
        #expect(engine.notices.failedItems == [engine.id(0)])
        #expect(engine.snapshot.itemStates[engine.id(0)]?.fault == Self.unknown)
    }

    @Test func onlyWhatLooksLikeAListIsRead() {
        let engine = engine()
        engine.media["http://a/b"] = .broken
        engine.media["http://a/c"] = FakeMedia(fault: PlaybackFault(.sourceNotFound, "Nothing there."))
        engine.send(.insert(["http://a/b", "http://a/c"].map { MediaDescription(uri: $0) }, at: 0))
        engine.send(.play)
        #expect(engine.readLists.isEmpty)
        #expect(engine.status == .stopped)
    }

    @Test func anHLSStreamPlaysAndIsReadOnlyWhenItsTurnComes() {
        let channels = (0..<50).map { "https://tv/\($0).m3u8" }
        let engine = engine(channels)
        #expect(engine.readLists.isEmpty)
        engine.send(.play)
        #expect(engine.playing == channels[0])
        #expect(engine.status == .playing)
        #expect(engine.readLists == [channels[0]])
        #expect(uris(engine) == channels)
    }

    @Test func aListThatHoldsNothingFailsWithTheReason() {
        let fault = PlaybackFault(.nothingPlayable, "It names nothing.")
        let engine = engine([list, songs[0]], [list: .failed(fault)])
        let id = engine.id(0)
        #expect(engine.snapshot.itemStates[id]?.phase == .failed)
        #expect(engine.snapshot.itemStates[id]?.fault == fault)
        engine.send(.goTo(id))
        #expect(engine.playing == songs[0])
        #expect(engine.snapshot.itemStates[id]?.fault == fault)
        #expect(engine.notices.failedItems == [id, id])
    }

    @Test func whatCannotBeReadFailsForWhyItCannotBePlayed() {
        let gone = PlaybackFault(.sourceNotFound, "There is nothing.")
        let engine = engine([list], [list: .unread(PlaybackFault(.sourceUnreachable, "No answer."))])
        engine.media[list] = FakeMedia(fault: gone)
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.error?.fault == gone)
        // It may be there the next time.
        engine.lists[list] = holding(songs)
        engine.send(.play)
        #expect(engine.playing == songs[0])
    }

    @Test func anAnswerThatComesTooLateChangesNothing() {
        let engine = engine()
        engine.holdsLists = true
        engine.send(.openURI(list))
        #expect(engine.status == .playing)
        engine.send(.remove([engine.id(0)]))
        engine.send(.insert([MediaDescription(uri: songs[2])], at: 0))
        engine.forget()
        engine.answerLists()
        #expect(uris(engine) == [songs[2]])
        #expect(engine.notices.isEmpty)
    }

    @Test func stoppingAndPausingHoldWhileAListIsRead() {
        for command in [PlayerCommand.stop, .pause] {
            let engine = engine()
            engine.holdsLists = true
            engine.send(.openURI(list))
            engine.send(command)
            let status = engine.status
            engine.answerLists()
            #expect(uris(engine) == songs)
            #expect(engine.playing == songs[0])
            #expect(engine.status == status)
            engine.send(.play)
            #expect(engine.status == .playing)
        }
    }

    @Test func aFaultWaitsForTheAnswerHoweverLateThatIs() {
        let engine = engine()
        engine.holdsLists = true
        engine.send(.openURI(list))
        engine.advance(20)
        #expect(engine.status == .playing)
        #expect(engine.notices.failedItems.isEmpty)
        engine.answerLists()
        #expect(engine.playing == songs[0])
    }

    @Test func aListThatComesNextJoinsWithoutAGap() {
        let engine = engine(["file:///x.flac"])
        engine.send(.play)
        engine.send(.insert([MediaDescription(uri: "http://radio/list")], at: 1))
        engine.lists["http://radio/list"] = holding(songs)
        engine.media["http://radio/list"] = FakeMedia(fault: Self.unknown)
        engine.advance(95)
        #expect(engine.preloaded == songs[0])
        #expect(uris(engine) == ["file:///x.flac"] + songs)
        engine.advance(10)
        #expect(engine.playing == songs[0])
        #expect(engine.notices.failedItems.isEmpty)
    }

    @Test func aShuffledQueueBeginsWithTheFirstEntryAndHasAllOfThemOnce() {
        let engine = engine(["file:///x.flac", "file:///y.flac"])
        engine.send(.setShuffle(true))
        engine.send(.openURI(list))
        #expect(engine.playing == songs[0])
        var played = [engine.playing ?? ""]
        while engine.snapshot.canGoNext, played.count < 9 {
            engine.send(.next)
            played.append(engine.playing ?? "")
        }
        #expect(Set(songs).isSubset(of: played))
        #expect(played.count == Set(played).count)
    }

    @Test func lengthsOfTheListAreShownUntilTheEntryIsOpened() {
        let entry = ListEntry(MediaDescription(uri: songs[0]), duration: .seconds(7))
        let engine = engine([list], [list: .entries([entry])])
        #expect(engine.snapshot.itemStates[engine.id(0)]?.duration == .seconds(7))
        engine.send(.play)
        #expect(engine.snapshot.current?.duration == .seconds(100))
    }

    @Test func aStartIsWhereTheFirstEntryStarts() {
        let engine = engine()
        engine.send(.replaceQueue([MediaDescription(uri: list)], play: true, start: .seconds(30), index: 0))
        #expect(engine.playing == songs[0])
        #expect(engine.position == 30)
    }

    @Test func aListThatIsProposedPlaysItsFirstEntry() {
        let engine = engine(["file:///x.flac"])
        engine.send(.play)
        let proposal = Proposal(source: .client, description: MediaDescription(uri: list))
        #expect(engine.send(.proposals(.propose(proposal))) == .success(.done))
        engine.advance(101)
        #expect(engine.preloaded == nil)
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(uris(engine) == ["file:///x.flac"] + songs)
        #expect(engine.playing == songs[0])
        #expect(engine.notices.failedItems.isEmpty)
    }

    // MARK: Lists inside of lists

    @Test func listsInsideOfListsAreReadWhenTheirTurnComes() {
        let inner = "file:///music/inner.pls"
        let engine = engine([list], [list: holding([inner, songs[2]]), inner: holding([songs[0], songs[1]])])
        #expect(uris(engine) == [inner, songs[2]])
        engine.send(.play)
        #expect(uris(engine) == [songs[0], songs[1], songs[2]])
        #expect(engine.playing == songs[0])
    }

    @Test func aListThatNamesOnlyItselfFails() {
        let other = "file:///music/other.m3u"
        let engine = engine([list], [list: holding([other]), other: holding([list, other])])
        engine.send(.play)
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.error?.fault.message.contains("only contains itself") == true)
        #expect(uris(engine) == [other])
    }

    @Test func listsMayBeEightDeep() {
        let names = (0..<10).map { "file:///\($0).m3u" }
        var lists: [String: ListAnswer] = [:]
        for index in 0..<9 { lists[names[index]] = holding([names[index + 1]]) }
        lists[names[7]] = holding(songs)
        let engine = engine([names[0]], lists)
        engine.send(.play)
        #expect(engine.playing == songs[0])

        lists[names[7]] = holding([names[8]])
        lists[names[8]] = holding(songs)
        let deeper = self.engine([names[0]], lists)
        deeper.send(.play)
        #expect(deeper.status == .stopped)
        #expect(deeper.snapshot.error?.fault.message.contains("nested in 8 other lists") == true)
    }

    @Test func aListBringsAHundredThousandEntriesAtMost() {
        let inner = "file:///music/inner.pls"
        let many = (1..<ListReadings.mostEntries).map { "file:///music/\($0).flac" }
        let engine = engine([list], [list: holding([inner] + many), inner: holding(songs)])
        #expect(engine.snapshot.items.count == ListReadings.mostEntries)
        engine.send(.play)
        // The inner list's own place is the last one left.
        #expect(engine.snapshot.items.count == ListReadings.mostEntries)
        #expect(engine.playing == songs[0])
        #expect(engine.logLines == ["\(inner): 2 entries of the list are left out"])
    }

    @Test func onlySoManyListsAreReadBeforeTheirTurn() {
        let names = (0..<300).map { "file:///\($0).m3u" }
        let engine = engine()
        engine.holdsLists = true
        engine.send(.insert(names.map { MediaDescription(uri: $0) }, at: 0))
        #expect(engine.readLists == Array(names.prefix(2)))
        // Who plays one does not wait for the others.
        engine.send(.goTo(engine.id(200)))
        #expect(engine.readLists == Array(names.prefix(2)) + [names[200]])
        while engine.readLists.count < 101 {
            let before = engine.readLists.count
            engine.answerLists()
            if engine.readLists.count == before { break }
        }
        #expect(Set(engine.readLists) == Set(names.prefix(ListReadings.mostWaiting) + [names[200]]))
    }
}

/// What a list on a server named is remembered: its permissions are the list's.
extension ListTests {
    @Test func entriesKnowTheListOnAServerThatNamedThem() throws {
        let list = "https://example.org/a.m3u"
        let engine = engine([list], [list: holding(["http://other/x.mp3"])])
        engine.send(.play)
        #expect(engine.snapshot.items.map(\.description.list) == [list])
        let requests = engine.effects.compactMap { effect in
            if case .prepare(_, let request) = effect, request.uri == "http://other/x.mp3" { request.list } else { nil }
        }
        #expect(requests == [list])
    }

    @Test func whatNamesAPictureIsKnown() {
        var fields = MediaDetails.Fields()
        fields.artwork = "http://a/x.png"
        let picture = ImageSource.uri("http://a/x.png")
        let other = ImageSource.uri("http://a/y.png")
        let item = MediaDescription(uri: "http://b/item", details: MediaDetails(fields))
        // A client may name what it likes.
        #expect(item.origin(of: picture) == nil)
        #expect(item.origin(of: other) == "http://b/item")
        #expect(item.named(by: "http://c/list").origin(of: picture) == "http://c/list")
        #expect(item.named(by: "file:///list").origin(of: picture) == nil)
    }
}
