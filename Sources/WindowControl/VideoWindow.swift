internal import GLibLoop
internal import Glibc
public import PlayerCore

/// The video window, which exists as long as the daemon, and its place.
///
/// It carries out placements and reports their actual results; other parts decide when to place it. Under X11 the
/// window belongs to this object and is passed to a sink. Under Wayland it belongs to the sink and is identified by
/// its process. The backend that places the window (EWMH, i3, sway) is determined at the start, and again when
/// another window manager takes over.
@WindowActor
public final class VideoWindow {
    /// The X window for `GstVideoOverlay`; nil under Wayland. It does not change during the lifetime of the object.
    public nonisolated let handle: UInt32?

    /// The backend that places the window, and the reason if it is not the best one.
    public private(set) var choice: BackendChoice

    private let environment: [String: String]
    private let surface: VideoSurface
    private let settleTime: Duration
    private let report: @Sendable (WindowEvent) -> Void
    private let x11: X11Window?
    private var compositor: CompositorWindow?
    private var placement = WindowPlacement.windowed
    private var isShown = false
    /// Whether it is being shown, and whether it is to be raised as soon as it is on the screen.
    private var isAppearing = false
    private var isRaisePending = false
    private var facts: DisplayFacts?
    private var reported = WindowCapabilities.nothing
    private var isChoosing = false
    private var isOpened = false
    /// Whether i3 has ended: its property on the display remains.
    private var isI3Gone = false

    /// Connects to the display and creates the window, which is not shown yet.
    ///
    /// - Parameters:
    ///   - surface: the kind of window that the sink draws into.
    ///   - environment: the variables of the session: `DISPLAY`, `WAYLAND_DISPLAY`, `SWAYSOCK`, `I3SOCK`,
    ///     `XDG_RUNTIME_DIR`.
    ///   - title: the initial title.
    ///   - processIdentifier: the process that creates the Wayland window; nil: this process.
    ///   - settleTime: the time that the window manager has for a request before the request counts as not honoured.
    ///   - report: called on the window's thread for every event; must not block.
    /// - Throws: `WindowFault` if the display is missing or refuses the connection, so that there is no window to
    ///   draw into.
    public static func open(
        _ surface: VideoSurface, environment: [String: String], title: String,
        processIdentifier: Int32? = nil, settleTime: Duration = .seconds(2),
        report: @escaping @Sendable (WindowEvent) -> Void
    ) async throws(WindowFault) -> VideoWindow {
        let window = try VideoWindow(
            surface, environment, title: title, settleTime: settleTime, processIdentifier ?? getpid(), report: report)
        await window.choose()
        window.isOpened = true
        return window
    }

    private let processIdentifier: Int32

    private init(
        _ surface: VideoSurface, _ environment: [String: String], title: String, settleTime: Duration,
        _ processIdentifier: Int32, report: @escaping @Sendable (WindowEvent) -> Void
    ) throws(WindowFault) {
        self.surface = surface
        self.environment = environment
        self.settleTime = settleTime
        self.processIdentifier = processIdentifier
        self.report = report
        choice = BackendChoice.choose(environment: environment, surface: surface)
        switch surface {
        case .wayland:
            x11 = nil
            handle = nil
        case .x11:
            guard let display = environment["DISPLAY"], !display.isEmpty else { throw .noDisplay }
            XlibFaults.outlive()
            let window = try X11Window(display: display, title: title, settleTime: settleTime, report: report)
            x11 = window
            handle = window.window
            facts = window.facts
            reported = window.manager?.capabilities ?? .nothing
            window.onChange = { [weak self] in self?.noteChange() }
        }
    }

    /// Destroys the window and closes the sockets. Nothing is reported afterwards.
    public func close() {
        x11?.onChange = nil
        x11?.close()
        compositor?.close()
        compositor = nil
        isShown = false
    }

    // MARK: State

    /// The known state of the window.
    public var state: WindowState { compositor?.state ?? x11?.state ?? WindowState() }

    /// The capabilities of the backend that places the window.
    public var capabilities: WindowCapabilities {
        if let compositor {
            return WindowCapabilities(
                windowManager: compositor.backend.rawValue, keepsAbove: true, keepsSticky: true, makesFullscreen: true)
        }
        return x11?.manager?.capabilities ?? .nothing
    }

    // MARK: Requests

    /// Shows the window with its last requested placement, without focusing it, within twice the settle time.
    ///
    /// Under Wayland the window appears with the sink's first frame. The report then states that it is not shown yet,
    /// and ``WindowEvent/placed(_:)`` follows.
    public func show() async -> PlacementReport {
        isShown = true
        isAppearing = true
        let report = await appear()
        isAppearing = false
        if isRaisePending {
            isRaisePending = false
            await raise()
        }
        return report
    }

    private func appear() async -> PlacementReport {
        x11?.placesItself = compositor == nil
        x11?.placement = placement
        if let x11, await !x11.map() {
            return PlacementReport(placement, [x11.isUsable ? .notShown : .connectionLost], nil)
        }
        await compositor?.watch()
        return await place(placement)
    }

    /// Hides the window. When it is shown again, it gets its last placement, or one that was requested in the meantime.
    public func hide() {
        isShown = false
        isRaisePending = false
        x11?.unmap()
        compositor?.close()
    }

    /// Places the window and reads back the result, within the settle time.
    public func place(_ placement: WindowPlacement) async -> PlacementReport {
        self.placement = placement
        guard let compositor else {
            guard let x11 else { return PlacementReport(placement, [.noWindowManager], nil) }
            return await x11.place(placement)
        }
        x11?.placement = placement
        guard isShown else { return PlacementReport(placement, [.notShown], nil) }
        if let x11 {
            x11.setHints(x11.hints(for: placement))
            x11.connection.flush()
        }
        return await compositor.place(placement)
    }

    /// Brings the window to the front and focuses it, also from another workspace or if it is minimised; a window that is
    /// being shown as soon as it is on the screen. Does nothing while the window is hidden.
    public func raise() async {
        guard isShown else { return }
        // A window manager ignores what it does not manage yet.
        guard !isAppearing else {
            isRaisePending = true
            return
        }
        if let compositor { await compositor.focus() } else { x11?.raise() }
    }

    /// Sets the title to the name of the item. Does nothing under Wayland, where the sink owns the window.
    public func setTitle(_ title: String) { x11?.setTitle(title) }

    /// Gives the window the shape of its picture, unless the user has given it a size, or a window manager that tiles.
    /// X11 only.
    public func shape(_ aspect: AspectRatio) { x11?.shape(aspect) }

    /// Shows a picture at the top left of the window while no video is drawn over it; nil: no picture. X11 only.
    public func paint(_ picture: WindowPicture?) {
        guard let x11, x11.isUsable else { return }
        x11.connection.setBackground(of: x11.window, to: picture)
        x11.connection.flush()
    }

    /// Passes a drag that began in the window to the window manager.
    ///
    /// - Returns: false if the window manager does not support this. Then ``move(to:)`` can follow the pointer.
    public func beginDrag(_ drag: WindowDrag) -> Bool { x11?.beginDrag(drag) ?? false }

    /// Moves the video area without waiting for the result. X11 only.
    public func move(to rect: WindowRect) {
        guard let x11, x11.isUsable else { return }
        x11.connection.configure(x11.window, to: rect)
        x11.connection.flush()
    }

    // MARK: Choosing the backend

    private func noteEnd() {
        guard x11 != nil, compositor?.backend == .i3 else { return }
        isI3Gone = true
        noteChange()
    }

    private func noteChange() {
        compositor?.refresh()
        guard let x11, x11.isUsable else { return }
        var now = x11.facts
        if now.windowManager != nil { isI3Gone = false }
        if isI3Gone { now.i3Socket = nil }
        if now != facts {
            facts = now
            WindowActor.perform { [self] in await choose() }
        } else {
            reportCapabilities()
        }
    }

    private func reportCapabilities() {
        let now = capabilities
        guard now != reported else { return }
        reported = now
        report(.capabilitiesChanged(now))
    }

    /// Chooses the backend by the present state of the session and the display.
    private func choose() async {
        guard !isChoosing else { return }
        isChoosing = true
        defer { isChoosing = false }
        var before: DisplayFacts?
        repeat {
            before = facts
            await adopt(BackendChoice.choose(environment: environment, surface: surface, display: facts))
        } while facts != before
        reportCapabilities()
    }

    private func adopt(_ wanted: BackendChoice) async {
        if wanted == choice, (compositor != nil) == (wanted.socket != nil) { return }
        let hadChoice = choice
        var next = wanted
        compositor?.close()
        compositor = nil
        if let socket = wanted.socket {
            let candidate = makeCompositor(wanted.backend, socket)
            do {
                // Even if the window is hidden: the choice depends on whether the compositor responds.
                try await candidate.open()
                compositor = candidate
                if !isShown { candidate.close() }
            } catch {
                next = BackendChoice(x11 == nil ? .none : .x11, reason: error.description)
            }
        }
        choice = next
        x11?.placesItself = compositor == nil
        guard isOpened, next.backend != hadChoice.backend else { return }
        report(.backendChanged(next.backend, reason: next.reason))
        if isShown { report(.placed(await place(placement))) }
    }

    private func makeCompositor(_ backend: WindowBackend, _ known: String) -> CompositorWindow {
        let runtime = environment["XDG_RUNTIME_DIR"]
        let window = CompositorWindow(
            backend, identity: WindowIdentity(xWindow: handle, processIdentifier: Int(processIdentifier)),
            settleTime: settleTime,
            findSocket: { [weak x11] in
                CompositorAddress.candidates(
                    backend, known: known, advertised: backend == .i3 ? x11?.facts.i3Socket : nil,
                    runtimeDirectory: runtime)
            }, report: report)
        window.onEnd = { [weak self] in self?.noteEnd() }
        return window
    }
}
