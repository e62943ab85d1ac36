import Testing

@testable import PlayerCore

/// When the window is shown and hidden, and what the user's hands in it do.
@Suite struct PlayerWindowTests {
    private static let film = "file:///film.mkv"
    private static let square = "file:///square.mkv"
    private static let song = "file:///song.flac"

    private static let everything = WindowCapabilities(
        windowManager: "a manager", keepsAbove: true, keepsSticky: true, makesFullscreen: true)

    /// A player whose window does what it is asked.
    private final class Screen {
        let engine: FakeEngine
        private var done = 0

        init(_ uris: [String], settings: PlayerSettings = Screen.settings()) {
            engine = FakeEngine(settings: settings)
            engine.media[film] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
            engine.media[square] = FakeMedia(
                duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true,
                aspect: AspectRatio(width: 600, height: 600))
            engine.media[song] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings())
            engine.tell(.window(.opened(.x11, everything, reason: nil)))
            let items = uris.map { MediaDescription(uri: $0) }
            engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
            answer()
        }

        static func settings() -> PlayerSettings {
            var settings = PlayerSettings()
            settings.hasDisplay = true
            return settings
        }

        var state: String { engine.snapshot.window.state.rawValue }
        var effects: [WindowEffect] { engine.windowEffects }

        func send(_ command: PlayerCommand) {
            engine.send(command)
            answer()
        }

        func tell(_ event: WindowEvent) {
            engine.tell(.window(.changed(event)))
            answer()
        }

        func press(_ key: String) { tell(.key(KeyPress(name: key, modifiers: []))) }

        func pass(_ seconds: Double) {
            engine.advance(seconds)
            answer()
        }

        /// Reports what became of everything that was asked of the window.
        func answer() {
            while done < effects.count {
                let effect = effects[done]
                done += 1
                let rect = WindowRect(x: 0, y: 0, width: 640, height: 360)
                switch effect {
                case .place(let number, let placement):
                    engine.tell(.window(.placed(number, PlacementReport(placement, [], rect))))
                case .show: engine.tell(.window(.changed(.placed(PlacementReport(.windowed, [], rect)))))
                case .hide, .setTitle, .drag, .raise, .shape: break
                }
            }
        }
    }

    /// A film whose next one is proposed at its end, and accepted by itself 10 s later; nil: never.
    private static func proposing(
        _ interval: Double?, _ uri: String = film, settings: PlayerSettings = Screen.settings()
    ) -> Screen {
        let screen = Screen([uri], settings: settings)
        let next = Proposal(
            source: .client, description: MediaDescription(uri: square),
            automaticAcceptanceInterval: interval ?? .nan)
        screen.send(.proposals(.propose(next)))
        return screen
    }

    private static func rests(_ screen: Screen) -> Int {
        screen.engine.effects.filter { $0 == .rest }.count
    }

    @Test func theLastFrameStaysWhileTheNextItemIsProposed() {
        let screen = Self.proposing(10)
        screen.pass(1_005)
        #expect(screen.engine.snapshot.status == .stopped)
        #expect(screen.engine.snapshot.proposal.state == .presented)
        #expect(screen.state == "windowed")
        #expect(Self.rests(screen) == 1)
        #expect(screen.engine.snapshot.current?.restsAt == .seconds(1_000), "and a picture of it is named by the end")
        screen.pass(6)
        #expect(screen.engine.playing == Self.square)
        #expect(screen.engine.snapshot.current?.restsAt == nil)
        #expect(screen.state == "windowed")
        #expect(!screen.effects.contains(.hide))
        #expect(screen.effects.filter { $0 == .show }.count == 1)
    }

    @Test func aWindowThatAPersonAskedForTakesTheFocus() {
        let screen = Screen([Self.film])
        #expect(screen.engine.snapshot.window.takesFocus)
        // What begins by itself does not.
        let other = Screen([Self.song, Self.film])
        other.pass(1_005)
        #expect(other.state == "windowed")
        #expect(!other.engine.snapshot.window.takesFocus)
        // It was closed, and a person plays again.
        other.tell(.closeRequested)
        other.pass(60)
        other.send(.play)
        #expect(other.state == "windowed")
        #expect(other.engine.snapshot.window.takesFocus)
    }

    @Test func theEngineIsToldEachSizeOnce() {
        let hands = Hands()
        func sizes() -> [String] {
            hands.engine.effects.compactMap { if case .scalePicture(let w, let h) = $0 { "\(w)×\(h)" } else { nil } }
        }
        for (width, height) in [(1_280, 720), (1_280, 800), (1_280, 800), (1_300, 800)] {
            let rect = WindowRect(x: 0, y: 0, width: width, height: height)
            hands.engine.tell(.window(.changed(.placed(PlacementReport(.windowed, [], rect)))))
        }
        #expect(sizes() == ["1280×800", "1300×800"])
    }

    @Test func itGoesWhenTheProposalIsRejected() {
        let screen = Self.proposing(nil)
        screen.pass(1_500)
        #expect(screen.state == "windowed")
        screen.send(.proposals(.reject))
        #expect(screen.state == "none")
        #expect(screen.engine.effects.last { [.rest, .release].contains($0) } == .release)
    }

    /// A window that is closed at the end takes the proposal with it, whatever closing does to playback: it is what Play begins.
    @Test func whoeverClosesItAtTheEndGoesOnAnotherDay() {
        for close in [true, false] {
            let screen = Self.proposing(10)
            screen.pass(1_005)
            if close { screen.tell(.closeRequested) } else { screen.send(.stop) }
            #expect(screen.state == "none")
            screen.pass(100)
            #expect(screen.engine.snapshot.status == .stopped)
            #expect(screen.engine.snapshot.proposal.state == .none)
            screen.send(.play)
            #expect(screen.state == "windowed")
            #expect(screen.engine.playing == Self.square)
        }
    }

    @Test func pictureInPictureStaysWithTheProposal() {
        let screen = Self.proposing(10)
        screen.send(.window(.startPictureInPicture))
        #expect(screen.state == "picture-in-picture")
        screen.pass(1_005)
        #expect(screen.state == "picture-in-picture")
        screen.pass(6)
        #expect(screen.engine.playing == Self.square)
        #expect(screen.state == "picture-in-picture")
    }

    @Test func withoutAProposalTheSettingDecides() {
        var settings = Screen.settings()
        #expect(!settings.keepsPictureAtEnd)
        let closing = Screen([Self.film])
        closing.pass(1_005)
        #expect(closing.state == "none")
        #expect(Self.rests(closing) == 0)
        settings.keepsPictureAtEnd = true
        let keeping = Screen([Self.film], settings: settings)
        keeping.pass(1_005)
        #expect(keeping.state == "windowed")
        #expect(Self.rests(keeping) == 1)
        keeping.send(.play)
        #expect(keeping.engine.playing == Self.film)
        keeping.pass(1_005)
        keeping.send(.stop)
        #expect(keeping.state == "none")
        #expect(keeping.engine.effects.last { [.rest, .release].contains($0) } == .release)
    }

    @Test func itIsShownWithTheFirstPictureAndOnce() {
        let screen = Screen([Self.film, Self.film])
        #expect(screen.state == "windowed")
        screen.pass(1_100)
        #expect(screen.engine.snapshot.currentIndex == 1)
        screen.send(.setPosition(screen.engine.id(1), .seconds(500)))
        screen.send(.pause)
        #expect(screen.effects.filter { $0 == .show }.count == 1)
        #expect(!screen.effects.contains(.hide))
    }

    @Test func itIsRaisedWhileItIsThereAndNothingElseChanges() {
        let screen = Screen([Self.film, Self.song])
        screen.send(.pause)
        screen.send(.window(.raise))
        #expect(screen.effects.last == .raise)
        #expect(screen.engine.snapshot.status == .paused)
        // Minimised it is there all the same.
        screen.tell(.minimised(true))
        #expect(screen.engine.snapshot.window.isThere)
        screen.send(.window(.raise))
        #expect(screen.effects.filter { $0 == .raise }.count == 2)
        screen.send(.stop)
        #expect(screen.state == "none" && !screen.engine.snapshot.window.isThere)
        #expect(
            screen.engine.send(.window(.raise)) == .failure(.notPossible("There is no window to bring to the front.")))
        #expect(screen.effects.filter { $0 == .raise }.count == 2)
    }

    @Test func nothingIsShownForSound() {
        let screen = Screen([Self.song])
        #expect(screen.state == "none")
        #expect(screen.engine.snapshot.window.whyNot == "No video is playing: start one first.")
    }

    @Test func coversAreShownIfThatIsWantedAndDoNotFlash() {
        var settings = Screen.settings()
        settings.showsArtwork = true
        let screen = Screen([Self.film], settings: settings)
        let covers = ["a", "b"].map { name in
            described("file:///\(name).flac") { $0.artwork = "https://example.org/\(name).jpg" }
        }
        for cover in covers { screen.engine.media[cover.uri] = FakeMedia(findings: ItemFindings()) }
        screen.send(.replaceQueue(covers, play: true, start: nil, index: 0))
        #expect(screen.state == "windowed")
        func titles() -> [String] {
            screen.engine.snapshot.cards.compactMap { if case .nowPlaying(let card) = $0 { card.title } else { nil } }
        }
        #expect(titles() == ["a"])
        screen.engine.tell(.window(.changed(.pointer(.moved(x: 300, y: 200)))))
        #expect(screen.engine.snapshot.cards.contains { if case .bar = $0 { true } else { false } })
        #expect(titles().isEmpty)
        screen.engine.tell(.window(.changed(.pointer(.left))))
        screen.send(.pause)
        screen.send(.next)
        screen.pass(5)
        #expect(titles() == ["b"], "also of what waits paused")
        screen.send(.play)
        screen.send(.window(.startPictureInPicture))
        #expect(screen.state == "picture-in-picture")
        func shown() -> [WindowArtwork] {
            screen.engine.effects.compactMap { if case .showArtwork(let picture?) = $0 { picture } else { nil } }
        }
        #expect(shown() == [.artwork("file:///cache/1.jpg"), .artwork("file:///cache/2.jpg")])
        #expect(!screen.effects.contains(.hide))
        screen.send(.replaceQueue([MediaDescription(uri: Self.song)], play: true, start: nil, index: 0))
        #expect(!screen.effects.contains(.hide) && shown().last == .plain, "no cover is no reason to close it")
        screen.send(.stop)
        #expect(screen.effects.contains(.hide) && screen.state == "none")
        screen.send(.play)
        #expect(screen.state == "none", "nor one to open it")
    }

    @Test func soundBetweenTwoFilmsHidesThePictureAndKeepsPictureInPicture() {
        let screen = Screen([Self.film, Self.song, Self.film])
        screen.send(.window(.startPictureInPicture))
        #expect(screen.state == "picture-in-picture")
        screen.send(.next)
        #expect(screen.effects.last == .hide)
        #expect(screen.engine.snapshot.window.isActive, "it waits")
        screen.send(.next)
        #expect(screen.state == "picture-in-picture")
        #expect(screen.engine.notices.filter { $0 == .window(.willStart) }.count == 1)
    }

    @Test func theEndOfTheQueueEndsIt() {
        let screen = Screen([Self.film])
        screen.send(.window(.startPictureInPicture))
        screen.pass(1_100)
        #expect(screen.engine.status == .stopped)
        #expect(screen.state == "none")
        #expect(screen.engine.notices.contains(.window(.didStop(.itemEnded))))
    }

    @Test func whatIsPausedStaysPaused() {
        let screen = Screen([Self.film])
        screen.send(.pause)
        screen.send(.window(.startPictureInPicture))
        #expect(screen.state == "picture-in-picture")
        screen.send(.window(.setFullscreen(true)))
        #expect(screen.state == "fullscreen")
        screen.send(.window(.setFullscreen(false)))
        #expect(screen.state == "picture-in-picture", "where it came from")
        screen.send(.window(.stopPictureInPicture))
        #expect(screen.state == "windowed")
        #expect(screen.engine.status == .paused)
    }

    @Test(arguments: [ClosePlayback.pause, .stop]) func closingItIsPausingOrStopping(_ setting: ClosePlayback) {
        var settings = Screen.settings()
        settings.windowClosePlayback = setting
        let screen = Screen([Self.film], settings: settings)
        screen.tell(.closeRequested)
        #expect(screen.engine.status == (setting == .pause ? .paused : .stopped))
        #expect(screen.state == "none")
        screen.send(.play)
        #expect(screen.state == "windowed", "whoever plays again wants to see it")
    }

    private static var filling: PlayerSettings {
        var settings = Screen.settings()
        settings.opensFullscreen = true
        return settings
    }

    @Test("a window that opens fills the screen if that is set, and whoever leaves full screen stays out of it")
    func aWindowThatOpensFillsTheScreen() {
        let screen = Screen([Self.film, Self.film, Self.song, Self.film], settings: Self.filling)
        #expect(screen.state == "fullscreen")
        let placed = screen.effects.firstIndex { if case .place(_, .fullscreen) = $0 { true } else { false } }
        #expect(placed ?? .max < screen.effects.firstIndex(of: .show) ?? 0, "it is not small first")
        screen.press("Escape")
        #expect(screen.state == "windowed")
        screen.send(.pause)
        screen.send(.play)
        screen.send(.next)
        #expect(screen.state == "windowed", "it is the same window")
        screen.tell(.closeRequested)
        #expect(screen.state == "none")
        screen.send(.play)
        #expect(screen.state == "fullscreen", "it opens anew")
        screen.tell(.fullscreen(false))
        screen.send(.next)
        #expect(screen.state == "none")
        screen.send(.next)
        #expect(screen.state == "fullscreen", "it was hidden for the song")
    }

    @Test("a window that opens to fill the screen takes nothing from picture in picture")
    func pictureInPictureIsNotFilled() {
        let screen = Screen([Self.film, Self.song, Self.film, Self.film], settings: Self.filling)
        screen.press("f")
        screen.send(.window(.startPictureInPicture))
        screen.send(.next)
        screen.send(.next)
        #expect(screen.state == "picture-in-picture", "it comes back as it was")
        screen.send(.window(.stopPictureInPicture))
        #expect(screen.state == "windowed")
        screen.send(.window(.startPictureInPicture))
        screen.send(.stop)
        screen.send(.play)
        #expect(screen.state == "fullscreen", "stopping ended it")
    }

    @Test func pictureInPictureHasTheShapeOfItsVideo() {
        let screen = Screen([Self.film, Self.square])
        screen.send(.window(.startPictureInPicture))
        screen.send(.next)
        let placements = screen.effects.compactMap { effect in
            if case .place(_, .pictureInPicture(let layout)) = effect { layout } else { nil }
        }
        #expect(placements.map(\.aspect) == [.wide, AspectRatio(width: 1, height: 1)])
    }

    @Test func whereAndHowLargeTheUserMadeItIsKept() {
        let screen = Screen([Self.film])
        screen.tell(.moved(WindowRect(x: 0, y: 0, width: 900, height: 500)))
        #expect(screen.engine.snapshot.window.layout == .standard, "that was the other window")
        screen.send(.window(.startPictureInPicture))
        screen.tell(.pinned(above: false, sticky: false))
        screen.tell(.moved(WindowRect(x: 0, y: 0, width: 1_920, height: 1_080)))
        #expect(screen.engine.snapshot.window.layout == .standard, "that is a tile")
        #expect(!screen.engine.snapshot.window.isHonoured)
        screen.tell(.pinned(above: true, sticky: true))
        screen.tell(.moved(WindowRect(x: 10, y: 10, width: 300, height: 169)))
        screen.tell(.corner(.topLeft))
        let layout = screen.engine.snapshot.window.layout
        #expect((layout.width, layout.corner) == (300, .topLeft))
    }

    @Test func itIsWrittenDownAndComesBack() throws {
        var settings = Screen.settings()
        settings.hasJournal = true
        let screen = Screen([Self.film], settings: settings)
        screen.send(.window(.setCorner(.topRight)))
        screen.send(.window(.setWidth(320)))
        let session = try #require(screen.engine.saved.last)
        let again = FakeEngine(settings: settings)
        again.send(.restore(session, absence: .zero, plays: false))
        #expect(again.snapshot.window.layout.corner == .topRight)
        #expect(again.snapshot.window.layout.width == 320)
    }

    /// Rows: what happens to the window, whether it had been fullscreen.
    @Test(
        arguments: [
            (.onCurrentWorkspace(false), false), (.minimised(true), false), (.fullscreen(false), true),
            (.obscured(true), true),
        ] as [(WindowEvent, Bool)])
    func itStartsByItselfWhereThatIsWanted(event: WindowEvent, isFullscreen: Bool) {
        for isWanted in [true, false] {
            let screen = Screen([Self.film])
            if isFullscreen { screen.send(.window(.setFullscreen(true))) }
            screen.send(.window(.setStartsAutomatically(isWanted)))
            screen.tell(event)
            #expect(screen.engine.snapshot.window.isActive == isWanted)
        }
    }

    @Test func whetherItStartsByItselfIsKeptAndOverridesTheSettings() throws {
        let screen = Screen([Self.film])
        var settings = PlayerSettings()
        settings.startsPictureInPicture = true
        screen.engine.send(.window(.setStartsAutomatically(true)))
        let saved = screen.engine.snapshot.window
        #expect(saved.startsAutomatically && saved.chosenStart == true)
        let session = StoredSession(
            items: [], currentIndex: nil,
            state: StoredSession.State(
                position: .zero, wasPlaying: false, startsAutomatically: false, savedAt: 0))
        let again = FakeEngine(settings: settings)
        #expect(again.snapshot.window.startsAutomatically, "the settings decide")
        again.send(.restore(session, absence: .zero, plays: false))
        #expect(!again.snapshot.window.startsAutomatically, "a client had decided")
        again.send(.window(.setStartsAutomatically(true)))
        #expect(again.snapshot.window.chosenStart == nil, "that is what the settings say")
    }

    /// Rows: what takes the window out of sight, and what brings it back.
    @Test(
        arguments: [
            (.onCurrentWorkspace(false), .onCurrentWorkspace(true)), (.minimised(true), .minimised(false)),
            (.obscured(true), .obscured(false)),
        ] as [(WindowEvent, WindowEvent)])
    func outOfSightIsNotSeen(away: WindowEvent, back: WindowEvent) {
        let screen = Screen([Self.film])
        #expect(screen.engine.snapshot.window.isInSight)
        screen.tell(away)
        #expect(!screen.engine.snapshot.window.isInSight)
        screen.tell(back)
        #expect(screen.engine.snapshot.window.isInSight)
        screen.send(.window(.setLocked(true)))
        #expect(!screen.engine.snapshot.window.isInSight)
    }

    @Test func behindALockNothingStarts() {
        let screen = Screen([Self.film])
        screen.send(.window(.setLocked(true)))
        #expect(screen.engine.snapshot.window.whyNot == "The session is locked: unlock it first.")
        screen.send(.window(.startPictureInPicture))
        #expect(screen.state == "windowed")
        screen.send(.window(.setLocked(false)))
        #expect(screen.engine.snapshot.window.whyNot == nil)
    }

    /// It would be placed by nobody.
    @Test(arguments: [WindowEvent.compositorBack, .backendChanged(.x11, reason: nil)])
    func withoutTheCompositorNothingStarts(end: WindowEvent) {
        let screen = Screen([Self.film])
        screen.tell(.compositorLost("it hung up"))
        let whyNot = "The connection to the compositor was lost (it hung up): wait until it is back."
        #expect(screen.engine.snapshot.window.whyNot == whyNot)
        #expect(screen.engine.send(.window(.startPictureInPicture)) == .failure(.notPossible(whyNot)))
        #expect(screen.state == "windowed")
        screen.tell(end)
        #expect(screen.engine.snapshot.window.whyNot == nil)
    }

    @Test func aWindowThatIsTakenAwayWasClosed() {
        for event in [WindowEvent.destroyed, .displayLost("the X server hung up")] {
            let screen = Screen([Self.film])
            screen.tell(event)
            #expect(screen.engine.status == .paused)
            #expect(screen.state == "none")
        }
    }

    @Test func aSinkThatFailsTakesThePictureAndNoMore() {
        let screen = Screen([Self.film])
        screen.send(.window(.startPictureInPicture))
        screen.engine.tell(.sinksChosen(SinkReport(audio: "pulsesink", video: "none")))
        screen.answer()
        #expect(screen.engine.status == .playing)
        #expect(screen.state == "none")
        #expect(screen.effects.last == .hide)
        #expect(screen.engine.notices.contains(.window(.didStop(.system))))
        screen.engine.tell(.window(.opened(.x11, Self.everything, reason: nil)))
        screen.answer()
        #expect(screen.state == "windowed", "with the next sink it is there again")
    }

    @Test func thatThereIsNoDisplayIsSaidOnceAndForAPicture() {
        var settings = PlayerSettings()
        settings.lacksDisplay = true
        let engine = FakeEngine(settings: settings)
        engine.media[Self.song] = FakeMedia(duration: .seconds(10))
        engine.media[Self.film] = FakeMedia(duration: .seconds(10), hasVideo: true)
        let items = [Self.song, Self.film, Self.film].map { MediaDescription(uri: $0) }
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        engine.advance(5)
        #expect(engine.logLines.isEmpty)
        engine.advance(20)
        #expect(engine.logLines.filter { $0.hasPrefix("there is no display") }.count == 1)
    }

    // MARK: Hands

    @Test func keysMean() {
        let screen = Screen([Self.film, Self.film])
        screen.press("space")
        #expect(screen.engine.status == .paused)
        screen.press("space")
        screen.press("Right")
        #expect(screen.engine.position == 5)
        screen.press("Left")
        #expect(screen.engine.position == 0)
        screen.press("Down")
        #expect(abs(screen.engine.snapshot.volume - 0.95) < 1e-9)
        screen.press("Up")
        screen.press("Up")
        #expect(screen.engine.snapshot.volume == 1, "not louder than the item is")
        screen.press("9")
        #expect(abs(screen.engine.snapshot.volume - 0.95) < 1e-9)
        screen.press("m")
        #expect(screen.engine.snapshot.isMuted)
        screen.press("0")
        #expect(screen.engine.snapshot.volume == 1 && !screen.engine.snapshot.isMuted)
        for (key, rate) in [
            ("bracketright", 1.1), ("bracketleft", 1), ("braceright", 2), ("BackSpace", 1), ("braceleft", 0.5),
            ("BackSpace", 1),
        ] {
            screen.press(key)
            #expect(screen.engine.snapshot.rate == rate, "\(key)")
        }
        screen.press("f")
        #expect(screen.state == "fullscreen")
        screen.press("Escape")
        #expect(screen.state == "windowed")
        screen.press("p")
        #expect(screen.state == "picture-in-picture")
        screen.press("Escape")
        #expect(screen.state == "windowed")
        screen.press("n")
        #expect(screen.engine.snapshot.currentIndex == 1)
        screen.press("Return")
        screen.press("y")
        screen.tell(.key(KeyPress(name: "n", modifiers: .control)))
        #expect(screen.engine.status == .playing, "what means nothing does nothing")
        screen.press("q")
        #expect(screen.engine.status == .stopped)
    }

    /// MPRIS wants `Stop` to begin again.
    @Test(arguments: [true, false]) func whoQuitsGoesOnThereAgain(isStopped: Bool) throws {
        var settings = Screen.settings()
        settings.hasJournal = true
        let screen = Screen([Self.film], settings: settings)
        let uri = try #require(screen.engine.snapshot.items.first?.description.uri)
        screen.send(.setPosition(screen.engine.id(0), .seconds(40)))
        screen.engine.memory[uri] = Recollection(resume: ResumePoint(position: .seconds(40)), absence: .zero)
        if isStopped { screen.send(.stop) } else { screen.press("q") }
        #expect(screen.engine.status == .stopped)
        screen.send(.play)
        #expect(screen.engine.position == (isStopped ? 0 : 40))
    }

    @Test func aKeyThatChoosesATrackSaysWhich() throws {
        let screen = Screen([Self.film])
        var tracks = TrackSet()
        tracks.audio = [MediaTrack(id: 0, language: "en"), MediaTrack(id: 1, language: "de")]
        tracks.subtitles = [MediaTrack(id: 0, language: "fr")]
        (tracks.selectedAudio, tracks.selectedSubtitles) = (0, 0)
        let generation = try #require(screen.engine.currentGeneration)
        screen.engine.tell(.tracksChanged(generation, tracks))
        func choice() -> String? {
            screen.engine.snapshot.cards.compactMap { if case .choice(let text) = $0 { text } else { nil } }.first
        }
        screen.send(.tracks(.selectAudio(1)))
        #expect(choice() == "Deutsch")
        screen.send(.tracks(.selectSubtitles(nil)))
        #expect(choice() == "Subtitles: Off")
        screen.send(.tracks(.setSubtitleDelay(.seconds(0.2))))
        #expect(choice() == "Subtitles: +0.2 s")
        screen.send(.tracks(.setAudioDelay(.seconds(-0.3))))
        #expect(choice() == "Audio: -0.3 s")
        screen.send(.window(.setScaling(.fill)))
        #expect(choice() == "Fills the window")
        screen.engine.advance(2)
        #expect(choice() == nil)
    }

    @Test("a key saves the picture, and a card says where it is or why there is none")
    func sSavesThePicture() {
        let screen = Screen([Self.film])
        func choice() -> String? {
            screen.engine.snapshot.cards.compactMap { if case .choice(let text) = $0 { text } else { nil } }.first
        }
        screen.press("s")
        #expect(screen.engine.pictureEffects == [.screenshot])
        screen.engine.tell(.pictures(.screenshotSaved("A film 00-00-00.png")))
        #expect(choice() == "Saved: A film 00-00-00.png")
        screen.engine.tell(.pictures(.screenshotFailed("There is no space left.")))
        #expect(choice() == "There is no space left.")
    }

    @Test("what has no picture is not saved")
    func aSongIsNotSaved() {
        let screen = Screen([Self.song])
        let refusal = CommandRefusal.notPossible("There is no picture to save.")
        #expect(screen.engine.send(.window(.screenshot)) == .failure(refusal))
        #expect(screen.engine.pictureEffects.isEmpty)
    }

    @Test func enterTakesWhatIsOffered() {
        let screen = Screen([Self.film])
        screen.send(
            .segments(.set([SegmentDescription(start: .seconds(10), end: .seconds(60), kind: "opening-credits")])))
        screen.send(.setPosition(screen.engine.id(0), .seconds(20)))
        screen.press("Return")
        #expect(abs(screen.engine.position - 60) < 0.001)
    }

    @Test func uTakesTheLastSkipBack() {
        let screen = Screen([Self.film])
        screen.send(
            .segments(.set([SegmentDescription(start: .seconds(10), end: .seconds(60), kind: "opening-credits")])))
        screen.send(.setPosition(screen.engine.id(0), .seconds(20)))
        screen.press("Return")
        screen.press("u")
        #expect(abs(screen.engine.position - 20) < 0.001)
        screen.press("u")
        #expect(abs(screen.engine.position - 20) < 0.001, "nothing is left to take back")
    }

    @Test func thePointerInPictureInPicture() {
        let screen = Screen([Self.film])
        screen.tell(.pointer(.doubleClicked(x: 1, y: 1)))
        #expect(screen.state == "fullscreen")
        screen.send(.window(.startPictureInPicture))
        screen.tell(.pointer(.dragged(fromX: 1, fromY: 1, x: 20, y: 20)))
        #expect(screen.effects.last == .drag)
        screen.tell(.pointer(.released(button: 1, x: 20, y: 20, wasDrag: true)))
        #expect(screen.engine.status == .playing)
        screen.tell(.pointer(.scrolled(dx: 0, dy: 2)))
        #expect(abs(screen.engine.snapshot.volume - 0.9) < 1e-9)
        // As the key does: no louder than it was recorded.
        for _ in 0..<5 { screen.tell(.pointer(.scrolled(dx: 0, dy: -1))) }
        #expect(screen.engine.snapshot.volume == 1)
    }

    @Test func theButtonsUnderThePointer() throws {
        let screen = Screen([Self.film])
        screen.send(.window(.startPictureInPicture))
        screen.tell(.pointer(.moved(x: 5, y: 5)))
        func place(_ button: CardButton) throws -> WindowRect {
            try #require(screen.engine.player.features.controls.placed.rect(of: .picture(button)))
        }
        func click(_ button: CardButton) throws {
            let rect = try place(button)
            let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
            screen.tell(.pointer(.moved(x: x, y: y)))
            screen.tell(.pointer(.released(button: 1, x: x, y: y, wasDrag: false)))
        }
        try click(.playPause)
        #expect(screen.engine.status == .paused)
        let rect = try place(.playPause)
        screen.tell(.pointer(.doubleClicked(x: rect.x + 3, y: rect.y + 3)))
        #expect(screen.state == "picture-in-picture", "two clicks on a button are two clicks")
        try click(.restore)
        #expect(screen.state == "windowed")
        screen.send(.window(.startPictureInPicture))
        screen.send(.play)
        try click(.close)
        #expect(screen.engine.status == .paused)
        #expect(screen.state == "none")
    }
}
