internal import GLibLoop
internal import LibraryStore
internal import Logging
internal import PlayerCore
public import PlayerEngine
public import PlayerRuntime

/// The player: its loop, the playback engine, and the reader beside it.
@MediaActor
final class MediaParts {
    let loop: PlayerLoop
    let reader: MediaReader
    private let engine: PlaybackEngine
    let exports: ExportHost
    /// Pictures of moments.
    let pictures: PictureHost
    private let screenshots: ScreenshotHost
    private let window: WindowHost
    private let library: Library?
    private let environment: [String: String]

    init(_ context: DaemonContext, library: Library?) {
        let (configuration, environment, logger) = (context.configuration, context.environment, context.logger)
        var generator = SystemRandomNumberGenerator()
        let player = Player(
            firstID: generator.next(upperBound: 1 << 32) << 16, seed: generator.next(),
            settings: Self.settings(configuration, environment: environment, library: library))
        let trace: (@Sendable (String) -> Void)? =
            logger.logLevel <= .trace ? { @Sendable line in logger.trace("\(line)") } : nil
        let loop = PlayerLoop(player: player, log: .init(logLine: { logger.info("\($0)") }, trace: trace))

        let settings = configuration.engine(environment: environment)
        let log: @Sendable (EngineLogLevel, String) -> Void = { level, message in
            logger.log(level: Logger.Level(level), "\(message)")
        }
        window = WindowHost(environment: environment, logger: logger) { [weak loop] report in
            MediaActor.post { loop?.tell(.window(report)) }
        }
        exports = ExportHost(
            access: configuration.exporting(environment: environment),
            ledger: library.flatMap { _ in Library.folder(in: environment).map(ExportLedger.init) }, logger: logger
        ) { [weak loop] event in MediaActor.post { loop?.tell(.exports(event)) } }
        pictures = PictureHost(directory: configuration.pictureDirectory(environment: environment), logger: logger) {
            [weak loop] event in MediaActor.post { loop?.tell(.pictures(event)) }
        }
        screenshots = ScreenshotHost(
            folder: configuration.video.screenshots, folders: UserFolders(environment: environment), logger: logger)
        reader = MediaReader(configuration: settings, openings: library?.openings, log: log) { [weak loop] event in
            loop?.tell(.reading(event))
        }
        engine = PlaybackEngine(
            configuration: settings, environment: environment, log: log, reader: reader, surface: window
        ) { [weak loop] event in loop?.tell(.engine(event)) }
        self.loop = loop
        self.library = library
        self.environment = environment
    }

    /// A line for the service manager that describes what is playing.
    var status: String { SnapshotPublisher.describe(loop.snapshot) }

    /// Restores the state that the last run saved. The snapshot contains it when this returns. ``begin(_:)`` opens
    /// the files, so that the start does not wait for them.
    ///
    /// - Parameter fault: why the current item must not be opened.
    func takeUp(
        _ session: StoredSession, absence: MediaTime, fault: PlaybackFault?, _ restore: Configuration.Session.Restore
    ) {
        guard restore == .never else {
            loop.perform(
                .restore(session, absence: absence, plays: restore == .playing, fault: fault), from: .program)
            return
        }
        // The place of the picture, and whether it goes there by itself, are independent of what plays.
        if let starts = session.state.startsAutomatically {
            loop.perform(.window(.setStartsAutomatically(starts)), from: .program)
        }
        if let scaling = session.state.scaling { loop.perform(.window(.setScaling(scaling)), from: .program) }
        guard let layout = session.state.pictureInPicture else { return }
        loop.perform(.window(.setCorner(layout.corner)), from: .program)
        loop.perform(.window(.setWidth(UInt32(clamping: layout.width))), from: .program)
    }

    /// Takes over the queue that the last run replaced, so that it can still be brought back.
    func recall(_ former: FormerQueue, _ age: MediaTime) {
        loop.perform(.arranging(.recall(former, age: age)), from: .program)
    }

    /// Carries out the player's decisions at once from now on. Must come before any command of a client.
    func begin(_ publisher: SnapshotPublisher) {
        exports.clear()
        loop.begin(
            PlayerPorts(
                engine: engine, reading: reader, window: window, library: library, exports: exports,
                pictures: PicturePorts(pictures: pictures) { [weak self] in self?.saveStill() },
                publish: { [window] snapshot, notices in
                    // Before the effects, so that a window that is shown knows.
                    window.takesFocus(snapshot.window.takesFocus)
                    publisher.publish(snapshot, notices)
                }))
    }

    /// Saves the frame that is in the window, and has a card say so.
    ///
    /// - Parameters:
    ///   - path: see ``ScreenshotHost/Order``.
    ///   - then: receives the path of the file, or why there is none, once, on any thread.
    func saveStill(
        to path: String = "", overwrites: Bool = false,
        then: @escaping @Sendable (Result<String, PictureFailure>) -> Void = { _ in }
    ) {
        let told: @Sendable (Result<String, PictureFailure>) -> Void = { [weak loop] result in
            let event: PictureEvent =
                switch result {
                case .success(let path): .screenshotSaved(String(path.split(separator: "/").last ?? ""))
                case .failure(let failure): .screenshotFailed(failure.message)
                }
            MediaActor.post { loop?.tell(.pictures(event)) }
            then(result)
        }
        let snapshot = loop.snapshot
        guard let still = engine.still, let current = snapshot.current, current.hasVideo else {
            return told(.failure(PictureFailure("There is no picture to save.")))
        }
        let now = MonotonicTime(microseconds: MonotonicClock.microseconds)
        let position = current.restsAt ?? snapshot.position.position(at: now, duration: current.duration)
        screenshots.save(
            ScreenshotHost.Order(
                still: still, path: path, overwrites: overwrites, title: current.metadata.title, position: position),
            then: told)
    }

    /// Applies a changed configuration.
    func apply(_ configuration: Configuration) {
        let settings = configuration.engine(environment: environment)
        reader.reconfigure(settings)
        engine.reconfigure(settings)
        exports.configure(configuration.exporting(environment: environment))
        screenshots.configure(folder: configuration.video.screenshots)
        loop.perform(
            .configure(Self.settings(configuration, environment: environment, library: library)), from: .program)
    }

    /// Returns memory that is not in use, so many seconds from now, unless something plays.
    func returnMemory(after delay: Double) { engine.returnMemory(after: delay) }

    /// Draws the engine's pipelines, see ``PlaybackEngine/drawPipelines(_:)``.
    func drawPipelines(_ then: @escaping @Sendable (_ name: String, _ graph: String) -> Void) -> Int {
        engine.drawPipelines(then)
    }

    /// Cancels all exports, which leave no files behind.
    func stopExports() { loop.perform(.exports(.cancelAll), from: .program) }

    /// Stops the sound, then closes the window.
    func shutDown() async {
        loop.shutDown()
        pictures.shutDown()
        await window.close()
    }

    private static func settings(
        _ configuration: Configuration, environment: [String: String], library: Library?
    ) -> PlayerSettings {
        var settings = configuration.playerSettings(environment: environment)
        settings.hasJournal = library != nil
        settings.readsAhead = true
        return settings
    }
}

/// What makes pictures of moments, and what saves the one in the window.
private struct PicturePorts: PicturesPort {
    let pictures: PictureHost
    let saveStill: @MediaActor @Sendable () -> Void

    func perform(_ effect: PictureEffect) {
        guard effect == .screenshot else { return pictures.perform(effect) }
        MediaActor.post(saveStill)
    }
}

// The adapters do not know the runtime, nor the runtime the adapters: the ports ask only for what each adapter has.
extension PlaybackEngine: EnginePort {}
extension MediaReader: ReadingPort {}
extension WindowHost: WindowPort {}
extension Library: LibraryPort {}
extension OpeningJournal: OpeningGuard {}
extension ExportHost: ExportPort {}
extension PictureHost: PicturesPort {}
