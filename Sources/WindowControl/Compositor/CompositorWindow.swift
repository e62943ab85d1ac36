internal import FoundationEssentials
internal import GLibLoop
internal import PlayerCore

/// The window as i3 or sway manages it: found in the tree, placed by commands, watched through events.
///
/// The socket is open only while the window is shown. A compositor sends events of all windows, and a daemon that
/// plays only audio must not wake up for them.
@WindowActor
final class CompositorWindow {
    private static let firstRetry: Duration = .milliseconds(250)
    private static let longestRetry: Duration = .seconds(16)

    let backend: WindowBackend
    private let identity: WindowIdentity
    private let settleTime: Duration
    private let findSocket: () -> [String]
    private let report: @Sendable (WindowEvent) -> Void
    private let changes = ChangeSignal()

    private var socket: CompositorSocket?
    private var retry: LoopSource?
    private var retryTime = firstRetry
    private var isOpen = false
    private var isLost = false

    /// Called when the compositor announces its exit, or after several failed attempts to reconnect.
    var onEnd: (() -> Void)?

    private(set) var placement = WindowPlacement.windowed
    private var home: CompositorHome?
    private var view: TreeWindow?
    private var published = WindowState()
    private var requests = PlacementRequests()
    /// Whether the window does not have its placement yet, because it did not exist.
    private var isPending = false
    private var isReading = false
    private var isStale = false

    /// - Parameter findSocket: returns possible paths, most likely first; called again after each loss of the
    ///   connection.
    init(
        _ backend: WindowBackend, identity: WindowIdentity, settleTime: Duration,
        findSocket: @escaping () -> [String], report: @escaping @Sendable (WindowEvent) -> Void
    ) {
        self.backend = backend
        self.identity = identity
        self.settleTime = settleTime
        self.findSocket = findSocket
        self.report = report
    }

    var state: WindowState { view?.state ?? WindowState() }

    /// Connects if the compositor responds.
    func open() async throws(WindowFault) {
        guard !isOpen else { return }
        isOpen = true
        do {
            try await connect()
        } catch {
            isOpen = false
            throw error
        }
    }

    /// Connects, and retries until the compositor responds.
    func watch() async {
        guard !isOpen else { return }
        isOpen = true
        do {
            try await connect()
        } catch {
            lose(error.description)
        }
    }

    func close() {
        isOpen = false
        requests.supersede()
        retry = nil
        socket?.close()
        socket = nil
        view = nil
        published = WindowState()
        changes.notify()
    }

    // MARK: Placing

    func place(_ placement: WindowPlacement) async -> PlacementReport {
        self.placement = placement
        let turn = requests.supersede()
        isPending = true
        requests.beginWaiting()
        let deadline = MonotonicClock.microseconds + Self.microseconds(settleTime)
        let start = MonotonicClock.microseconds
        var nextAsk = Int64.min
        var settled: TreeWindow?
        while turn == requests.turn, socket != nil {
            await readTree()
            guard turn == requests.turn else { break }
            let seen = changes.count
            let now = MonotonicClock.microseconds
            if let view {
                isPending = false
                if nextAsk != .min, !view.isProvisional, shortfalls.isEmpty {
                    // A state that was read may be transient: two equal reads count.
                    if settled == view { break }
                    settled = view
                } else if now >= nextAsk, !view.isProvisional || now >= start + (deadline - start) / 2 {
                    await ask(view)
                    // Repeats the commands if they were overtaken, but not for every change.
                    nextAsk = MonotonicClock.microseconds + Self.microseconds(settleTime) / 3
                    continue
                }
            }
            // A compositor carries out commands in its next frames and sends no event when it is done.
            guard now < deadline else { break }
            _ = await changes.next(after: seen, before: min(deadline, now + 50_000))
        }
        requests.endWaiting()
        let isCurrent = turn == requests.turn
        // Whatever was carried out before the loss, it follows when the compositor answers again.
        if isCurrent, socket == nil { isPending = true }
        let missing: Set<PlacementShortfall> =
            !isCurrent ? [.superseded] : socket == nil ? [.connectionLost] : shortfalls
        if isCurrent, placement == .windowed, missing.isEmpty { home = nil }
        return PlacementReport(placement, missing, state.geometry)
    }

    /// Switches to the window's workspace, shows the window and focuses it.
    func focus() async {
        await readTree()
        guard let view, let socket else { return }
        _ = try? await socket.request(
            .runCommand, PlacementCommands.text(["focus"], for: view), within: settleTime)
    }

    private var shortfalls: Set<PlacementShortfall> {
        PlacementCommands.shortfalls(of: placement, view, home: home)
    }

    private func ask(_ window: TreeWindow) async {
        if home == nil, placement != .windowed { home = CompositorHome(window) }
        let commands: [String] =
            switch placement {
            case .windowed: PlacementCommands.goHome(window, home: home)
            case .fullscreen: PlacementCommands.fillScreen(window, home: home ?? CompositorHome(window))
            case .pictureInPicture(let layout): PlacementCommands.pin(window, at: layout.rect(in: window.area))
            }
        guard !commands.isEmpty, let socket else { return }
        // A reply only confirms that the command was understood. The tree shows its effect.
        _ = try? await socket.request(
            .runCommand, PlacementCommands.text(commands, for: window), within: settleTime)
    }

    // MARK: The tree

    /// Reads the tree again soon.
    func refresh() {
        guard isOpen, socket != nil else { return }
        isStale = true
        guard !isReading else { return }
        isReading = true
        WindowActor.perform { [self] in
            while isStale {
                isStale = false
                await readTree()
            }
            isReading = false
            if isPending, view != nil, !requests.isWaiting { report(.placed(await place(placement))) }
        }
    }

    private func readTree() async {
        guard let socket, let json = try? await socket.request(.getTree, within: settleTime) else { return }
        guard self.socket === socket, let tree = try? LayoutNode(tree: json) else { return }
        let before = view
        view = TreeWindow(of: identity, in: tree)
        // A different container: the placement must be requested again, and the saved state is not that of this
        // container.
        if let before, let view, before.id != view.id {
            home = nil
            isPending = placement != .windowed
        }
        if before != nil, view == nil {
            home = nil
            isPending = placement != .windowed
            // X events report the destruction of an X window.
            if identity.xWindow == nil { report(.destroyed) }
        }
        publish()
        changes.notify()
    }

    private func publish() {
        guard view != nil else {
            published = WindowState()
            return
        }
        let now = state
        for event in now.events(since: published, isSettling: requests.isWaiting) { report(event) }
        published = now
    }

    // MARK: The socket

    private func connect() async throws(WindowFault) {
        var failure = WindowFault.compositor("no socket of \(backend.rawValue) is known")
        for path in findSocket() {
            do throws(WindowFault) {
                let socket = try CompositorSocket(path: path)
                socket.onEvent = { [weak self] in self?.handle($0) }
                try await subscribe(socket)
                await declineFocus(socket)
                // Closed in the meantime, or connected twice.
                guard isOpen, self.socket == nil else {
                    socket.close()
                    return
                }
                guard socket.isOpen else { throw WindowFault.compositor("\(path): it hung up") }
                socket.onLoss = { [weak self] in self?.lose($0) }
                self.socket = socket
                retryTime = Self.firstRetry
                if isLost {
                    isLost = false
                    isPending = isPending || placement != .windowed
                    report(.compositorBack)
                }
                await readTree()
                return
            } catch { failure = error }
        }
        throw failure
    }

    /// Prevents the focus of the new window. sway focuses all new windows except those with a rule; in i3 a property
    /// of the X window prevents the focus.
    private func declineFocus(_ socket: CompositorSocket) async {
        guard backend == .sway else { return }
        _ = try? await socket.request(
            .runCommand, "no_focus [pid=\(identity.processIdentifier)]", within: settleTime)
    }

    private func subscribe(_ socket: CompositorSocket) async throws(WindowFault) {
        // Older versions of sway do not know the output event, and reject a list with an unknown event.
        for events in [#"["window","workspace","output","shutdown"]"#, #"["window","workspace","shutdown"]"#] {
            let answer = try await socket.request(.subscribe, events, within: settleTime)
            if (try? JSONDecoder().decode(IPCOutcome.self, from: Data(answer)))?.success == true { return }
        }
        throw .compositor("\(socket.path) lets nobody subscribe")
    }

    private func handle(_ message: IPCMessage) {
        switch message.event {
        case .window:
            // Titles change often, and do not concern the place of a window.
            let change = (try? JSONDecoder().decode(IPCChange.self, from: Data(message.payload)))?.change
            if change != "title", change != "mark", change != "urgent" { refresh() }
        case .workspace, .output: refresh()
        case .shutdown:
            // The connection ends after this event. A restart keeps the windows.
            let change = (try? JSONDecoder().decode(IPCChange.self, from: Data(message.payload)))?.change
            if change == "exit" { onEnd?() }
        case nil: break
        }
    }

    private func lose(_ why: String) {
        guard isOpen else { return }
        socket = nil
        // A container is identified by its number, and a new compositor starts counting again.
        view = nil
        published = WindowState()
        isLost = true
        report(.compositorLost(why))
        // A Wayland window ends with the compositor. X events report the destruction of an X window.
        if identity.xWindow == nil { report(.destroyed) }
        changes.notify()
        scheduleRetry()
    }

    private func scheduleRetry() {
        let deadline = MonotonicClock.microseconds + Self.microseconds(retryTime)
        retryTime = min(retryTime * 2, Self.longestRetry)
        if retryTime == Self.firstRetry * 8 { onEnd?() }
        guard isOpen else { return }
        retry = LoopSource.timer(on: WindowActor.loop, at: deadline) { [weak self] in
            WindowActor.assumeIsolated { self?.reconnect() }
        }
    }

    private func reconnect() {
        guard isOpen, socket == nil else { return }
        WindowActor.perform { [self] in
            do {
                try await connect()
                if isPending, view != nil { report(.placed(await place(placement))) }
            } catch {
                if isOpen { scheduleRetry() }
            }
        }
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        return parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    }
}
