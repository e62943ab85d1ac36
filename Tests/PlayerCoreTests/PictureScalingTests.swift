import Testing

@testable import PlayerCore

/// How the picture meets a window of another shape.
@Suite struct PictureScalingTests {
    private static let film = "file:///film.mkv"

    private static func engine(_ settings: PlayerSettings = PlayerSettings()) -> FakeEngine {
        var settings = settings
        (settings.hasJournal, settings.hasDisplay) = (true, true)
        let engine = FakeEngine(settings: settings)
        engine.media[film] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        engine.tell(
            .window(
                .opened(
                    .x11,
                    WindowCapabilities(
                        windowManager: "a manager", keepsAbove: true, keepsSticky: true, makesFullscreen: true),
                    reason: nil)))
        engine.send(.openURI(film))
        return engine
    }

    private static func fills(_ engine: FakeEngine) -> [Bool] {
        engine.effects.compactMap { if case .fillWindow(let fills) = $0 { fills } else { nil } }
    }

    @Test("a key fills the window, and shows the whole picture again; the engine is told, and the session keeps it")
    func byKey() {
        let engine = Self.engine()
        func press() { engine.tell(.window(.changed(.key(KeyPress(name: "w", modifiers: []))))) }
        #expect(engine.snapshot.window.scaling == .fit && Self.fills(engine).isEmpty)
        press()
        #expect(engine.snapshot.window.scaling == .fill && Self.fills(engine) == [true])
        #expect(engine.saved.last?.state.scaling == .fill)
        press()
        #expect(engine.snapshot.window.scaling == .fit && Self.fills(engine) == [true, false])
        #expect(engine.saved.last?.state.scaling == nil)
    }

    @Test("the settings decide until something else is chosen")
    func bySettings() {
        var settings = PlayerSettings()
        settings.pictureScaling = .fill
        let engine = Self.engine(settings)
        #expect(engine.snapshot.window.scaling == .fill && Self.fills(engine) == [true])
        engine.send(.window(.setScaling(.fit)))
        #expect(engine.snapshot.window.scaling == .fit && engine.saved.last?.state.scaling == .fit)
        #expect(Self.fills(engine) == [true, false])
    }

    @Test("the session brings it back")
    func afterARestart() throws {
        let before = Self.engine()
        before.send(.window(.setScaling(.fill)))
        var session = try #require(before.saved.last)
        session.state.savedAt = 5
        let engine = Self.engine()
        engine.send(.restore(session, absence: .seconds(100), plays: false))
        #expect(engine.snapshot.window.scaling == .fill)
    }
}
