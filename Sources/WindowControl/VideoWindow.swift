internal import GLibLoop
internal import Glibc
public import PlayerCore

/// The video window of the daemon's life, and where it is.
///
/// It carries out placements and reports what really became of them; what to do when, others decide. Under X11 the window
/// is its own and is handed to a sink; under Wayland it is the sink's, known by the process that has it. Who places it
/// (EWMH, i3, sway) is found out at the beginning and again when another window manager takes over.
@WindowActor
public final class VideoWindow {
    /// The X window, for `GstVideoOverlay`; nil under Wayland. The same for as long as the object lives.
    public nonisolated let handle: UInt32?

    /// Who places the window, and why nobody better does.
    public private(set) var choice: BackendChoice

    private let environment: [String: String]
    private let surface: VideoSurface
    private let settleTime: Duration
    private let report: @Sendable (WindowEvent) -> Void
    private let x11: X11Window?
    private var compositor: CompositorWindow?
    private var placement = WindowPlacement.windowed
    private var isShown = false
    private var facts: DisplayFacts?
    private var reported = WindowCapabilities.nothing
    private var isChoosing = false
    private var isOpened = false
    /// i3 leaves its entry on the display when it ends.
    private var isI3Gone = false

    /// Opens the display and makes the window, which is not shown yet.
    ///
    /// - Parameters:
    ///   - surface: what the sink draws into.
    ///   - environment: of the session: `DISPLAY`, `WAYLAND_DISPLAY`, `SWAYSOCK`, `I3SOCK`, `XDG_RUNTIME_DIR`.
    ///   - title: as the window first shows it.
    ///   - processIdentifier: who makes the Wayland window; nil: this process.
    ///   - settleTime: how long the window manager has for one request before it counts as not honoured.
    ///   - report: called on the window's thread for everything that happens; not to block.
    /// - Throws: when the display is missing or refuses: then there is nothing to draw into.
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

    /// Takes the window away and closes the sockets; nothing is reported any more.
    public func close() {
        x11?.onChange = nil
        x11?.close()
        compositor?.close()
        compositor = nil
        isShown = false
    }

    // MARK: What is

    /// What is known of the window now.
    public var state: WindowState { compositor?.state ?? x11?.state ?? WindowState() }

    /// What the one who places the window can do.
    public var capabilities: WindowCapabilities {
        if let compositor {
            return WindowCapabilities(
                windowManager: compositor.backend.rawValue, keepsAbove: true, keepsSticky: true, makesFullscreen: true)
        }
        return x11?.manager?.capabilities ?? .nothing
    }

    // MARK: What is asked

    /// Puts the window on the screen, where it was last asked to be, without taking the focus; within twice the settle
    /// time.
    ///
    /// Under Wayland the window comes with the sink's first picture: then the report says that it is not there yet, and
    /// ``WindowEvent/placed(_:)`` follows.
    public func show() async -> PlacementReport {
        isShown = true
        x11?.placesItself = compositor == nil
        x11?.placement = placement
        if let x11, await !x11.map() {
            return PlacementReport(placement, [x11.isUsable ? .notShown : .connectionLost], nil)
        }
        await compositor?.watch()
        return await place(placement)
    }

    /// Takes the window from the screen. It is placed again as it was, or as was asked meanwhile, when it is shown.
    public func hide() {
        isShown = false
        x11?.unmap()
        compositor?.close()
    }

    /// Places the window and reads back what became of it, within the settle time.
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

    /// Brings the window to the front, also from another workspace or from where it was minimised, and focuses it. Nothing
    /// while it is not shown.
    public func raise() async {
        guard isShown else { return }
        if let compositor { await compositor.focus() } else { x11?.raise() }
    }

    /// Names what is played; nothing under Wayland, where the sink owns the window.
    public func setTitle(_ title: String) { x11?.setTitle(title) }

    /// Shows a picture while no video is drawn over it, from the window's top left; nil: none. X11 only.
    public func paint(_ picture: WindowPicture?) {
        guard let x11, x11.isUsable else { return }
        x11.connection.setBackground(of: x11.window, to: picture)
        x11.connection.flush()
    }

    /// Lets the window manager go on with a drag that began in the window.
    ///
    /// - Returns: false where it does not do that: then ``move(to:)`` can follow the pointer.
    public func beginDrag(_ drag: WindowDrag) -> Bool { x11?.beginDrag(drag) ?? false }

    /// Moves the picture, without waiting for what becomes of it. X11 only.
    public func move(to rect: WindowRect) {
        guard let x11, x11.isUsable else { return }
        x11.connection.configure(x11.window, to: rect)
        x11.connection.flush()
    }

    // MARK: Who places it

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
            Task { @WindowActor in await choose() }
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

    /// Chooses who places the window by what the session and the display say now.
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
                // Also when the window is not shown: whether somebody answers decides.
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
