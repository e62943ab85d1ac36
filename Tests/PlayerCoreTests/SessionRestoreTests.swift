import PlayerCore
import Testing

/// The session of the last run: what is written down comes back.
@Suite struct SessionRestoreTests {
    private static func settings() -> PlayerSettings {
        var settings = PlayerSettings()
        settings.hasJournal = true
        return settings
    }

    private static let uris = (0..<5).map { "file:///\($0).mkv" }

    private static func engine() -> FakeEngine {
        let engine = FakeEngine(settings: settings())
        for uri in uris {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        }
        return engine
    }

    /// What a run leaves behind.
    private static func session(_ act: (FakeEngine) -> Void) throws -> StoredSession {
        let engine = engine()
        engine.send(.insert(uris.map { MediaDescription(uri: $0) }, at: 0))
        act(engine)
        return try #require(engine.saved.last)
    }

    private static func restored(
        _ session: StoredSession, absence: Double = 100, plays: Bool = false
    ) -> FakeEngine {
        let engine = engine()
        var session = session
        session.state.savedAt = 5
        engine.send(.restore(session, absence: .seconds(absence), plays: plays))
        return engine
    }

    @Test func subtitlesAreShownAsBefore() throws {
        let session = try Self.session { engine in
            engine.send(.setSubtitleDelay(.seconds(-0.5)))
            engine.send(.setSubtitleScale(1.25))
        }
        let engine = Self.restored(session)
        let style = SubtitleStyle(delay: .seconds(-0.5), scale: 1.25)
        #expect(engine.snapshot.subtitles == style)
        #expect(engine.effects.contains(.styleSubtitles(style)))
    }

    @Test func everythingComesBackPaused() throws {
        let session = try Self.session { engine in
            engine.send(.setLoop(.playlist))
            engine.send(.setVolume(0.4))
            engine.send(.setRate(1.5))
            engine.send(.goTo(engine.id(2)))
            engine.advance(100)
            engine.send(.pause)
        }
        let engine = Self.restored(session)
        let snapshot = engine.snapshot
        #expect(snapshot.items == session.items, "the ids, too")
        #expect(snapshot.currentIndex == 2)
        #expect(snapshot.status == .paused)
        #expect(engine.position == 150)
        #expect((snapshot.loop, snapshot.volume, snapshot.rate) == (.playlist, 0.4, 1.5))
        engine.send(.play)
        engine.advance(10)
        #expect(engine.position == 165)
        engine.send(.insert([MediaDescription(uri: "file:///new.mkv")], at: 0))
        #expect(Set(engine.snapshot.items.map(\.id)).count == 6, "new ids are new")
    }

    @Test(arguments: [(true, true, "Playing"), (true, false, "Paused"), (false, true, "Paused")])
    func whatPlayedPlaysOnIfWanted(wasPlaying: Bool, plays: Bool, status: String) throws {
        let session = try Self.session { engine in
            engine.send(.play)
            engine.advance(20)
            if !wasPlaying { engine.send(.pause) }
        }
        #expect(Self.restored(session, plays: plays).status.rawValue == status)
    }

    @Test func stoppedItComesBackWhereItWasStopped() throws {
        let session = try Self.session { engine in
            engine.send(.play)
            engine.advance(77)
            engine.send(.stop)
        }
        #expect(session.state.position == .seconds(77))
        let engine = Self.restored(session)
        #expect(engine.status == .paused)
        #expect(engine.position == 77)
    }

    @Test func theEndOfTheQueueComesBackStopped() throws {
        let session = try Self.session { engine in
            engine.send(.goTo(engine.id(4)))
            engine.advance(2_000)
        }
        let engine = Self.restored(session)
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.currentIndex == 4)
    }

    @Test func aShuffledRoundGoesOn() throws {
        var order: [String] = []
        let session = try Self.session { engine in
            engine.send(.play)
            engine.send(.setShuffle(true))
            engine.send(.next)
            order.append(engine.playing ?? "")
        }
        let engine = Self.restored(session)
        #expect(engine.snapshot.shuffle)
        for _ in 0..<3 {
            engine.send(.next)
            order.append(engine.playing ?? "")
        }
        #expect(Set(order).count == 4, "nothing comes twice before the round is over")
        #expect(!order.contains(Self.uris[0]))
    }

    @Test func whatWasNotTouchedIsWrittenDownAsItWas() throws {
        var session = try Self.session { engine in
            engine.send(.play)
            engine.advance(300)
        }
        session.state.isSpeech = true
        let engine = Self.restored(session, absence: 90_000)
        #expect(engine.position == 280, "twenty seconds are heard again after a day")
        #expect(engine.saved.last?.state.position == .seconds(300), "but the next start does not add another twenty")
        #expect(engine.saved.last?.state.savedAt == 5)
        engine.send(.setVolume(0.3))
        #expect(engine.saved.last?.state.position == .seconds(300))
        engine.send(.play)
        engine.advance(1)
        engine.send(.pause)
        #expect(engine.saved.last?.state.position == .seconds(281))
        #expect(engine.saved.last?.state.savedAt == 0)
    }

    @Test func anItemThatIsNotThereYetWaitsForSomebodyToPlayIt() throws {
        let session = try Self.session { engine in
            engine.send(.play)
            engine.advance(300)
        }
        let engine = Self.engine()
        engine.media[Self.uris[0]] = .broken
        var old = session
        old.state.savedAt = 5
        engine.send(.restore(old, absence: .seconds(100), plays: false))
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.currentIndex == 0, "the others are not gone through")
        #expect(engine.snapshot.error != nil)
        #expect(engine.saved.last?.state.position == .seconds(300), "and nothing is lost")
        engine.media[Self.uris[0]] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        engine.send(.play)
        #expect(engine.status == .playing)
        #expect(engine.position == 300)
    }

    @Test func aSeekBeforePlayingCounts() throws {
        let session = try Self.session { engine in
            engine.send(.play)
            engine.advance(300)
        }
        let engine = Self.restored(session)
        engine.send(.setPosition(engine.id(0), .seconds(500)))
        #expect(engine.saved.last?.state.position == .seconds(500))
        engine.send(.setVolume(0.3))
        #expect(engine.saved.last?.state.position == .seconds(500))
        #expect(engine.saved.last?.state.savedAt == 0)
    }

    @Test func metadataIsThereBeforeTheItemIsOpened() throws {
        var session = try Self.session { engine in
            engine.send(.play)
            engine.advance(10)
        }
        session.state.metadata = ItemMetadata(title: "As it was")
        let engine = Self.engine()
        engine.holdsPreparing = true
        engine.send(.restore(session, absence: .zero, plays: false))
        #expect(engine.snapshot.current?.metadata.title == "As it was")
        #expect(engine.snapshot.current?.duration == .seconds(1_000))
        engine.holdsPreparing = false
        engine.settle()
        #expect(engine.snapshot.current?.metadata.title == "0")
    }

    @Test func whatDoesNotFitTogetherIsMended() throws {
        var session = try Self.session { $0.send(.play) }
        session.items.append(session.items[0])
        session.currentIndex = 99
        session.shuffle = StoredSession.Shuffle(order: [ItemID(rawValue: 1)], cursor: 7)
        session.state.volume = 99
        session.state.rate = .nan
        let engine = Self.restored(session)
        let snapshot = engine.snapshot
        #expect(snapshot.items.count == 6)
        #expect(Set(snapshot.items.map(\.id)).count == 6)
        #expect(snapshot.currentIndex == 0)
        #expect(snapshot.shuffle)
        #expect((snapshot.volume, snapshot.rate) == (1.5, 1))
        for _ in 0..<5 { engine.send(.next) }
        #expect(engine.status != .stopped)
    }

    @Test func anEmptySessionIsAnEmptyQueue() {
        let session = StoredSession(
            items: [], currentIndex: nil, state: StoredSession.State(position: .zero, wasPlaying: false, savedAt: 0))
        let engine = Self.restored(session)
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.items.isEmpty)
    }

    @Test func whatWasUnskippedStaysSo() throws {
        let opening = SegmentDescription(start: .seconds(100), end: .seconds(160), kind: "opening-credits")
        func play(_ engine: FakeEngine) {
            engine.send(.segments(.setPolicies([.openingCredits: .auto])))
            engine.send(.play)
        }
        let engine = Self.engine()
        engine.send(.insert([described(Self.uris[0]) { $0.segments = [opening] }], at: 0))
        play(engine)
        engine.advance(101)
        #expect(abs(engine.position - 161) < 0.001)
        engine.send(.segments(.unskip))
        #expect(abs(engine.position - 100) < 0.001)
        engine.send(.setPosition(engine.id(0), .seconds(90)))
        let session = try #require(engine.saved.last)
        let again = Self.restored(session)
        play(again)
        again.advance(20)
        #expect(again.position == 110)
    }

    @Test func anotherFileInItsPlaceBeginsLikeAnyOther() throws {
        let opening = SegmentDescription(start: .seconds(100), end: .seconds(160), kind: "opening-credits")
        let film = Self.engine()
        film.send(.insert([described(Self.uris[0]) { $0.segments = [opening] }], at: 0))
        film.send(.segments(.setPolicies([.openingCredits: .auto])))
        film.send(.play)
        film.advance(101)
        film.send(.segments(.unskip))
        film.send(.setPosition(film.id(0), .seconds(300)))
        let engine = Self.restored(try #require(film.saved.last))
        engine.send(.segments(.setPolicies([.openingCredits: .auto])))
        engine.tell(.library(.restoredItemReplaced(engine.id(0))))
        #expect(engine.position == 0)
        engine.send(.play)
        engine.advance(101)
        #expect(abs(engine.position - 161) < 0.001, "what was unskipped was another film's")
    }

    @Test func idsThatNothingCouldFollowAreGivenAnew() throws {
        var session = try Self.session { $0.send(.play) }
        session.items[4] = QueueItem(id: ItemID(rawValue: .max), description: session.items[4].description)
        let engine = Self.restored(session)
        engine.send(.insert([MediaDescription(uri: "file:///new.mkv")], at: 5))
        let ids = engine.snapshot.items.map(\.id.rawValue)
        #expect(Set(ids).count == 6)
        #expect(ids.allSatisfy { $0 < 1 << 62 })
        #expect(engine.snapshot.items[4].description.uri == Self.uris[4])
    }
}
