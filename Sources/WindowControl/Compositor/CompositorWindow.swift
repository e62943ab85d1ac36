internal import FoundationEssentials
internal import GLibLoop
internal import PlayerCore

/// The window as i3 or sway has it: found in the tree, placed by commands, watched by events.
///
/// The socket is open only while the window is to be seen: a compositor tells about every window, and a daemon that plays
/// sound only is not to wake up for that.
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

    /// Called when it said that it ends, or was looked for a few times in vain.
    var onEnd: (() -> Void)?

    private(set) var placement = WindowPlacement.windowed
    private var home: CompositorHome?
    private var view: TreeWindow?
    private var published = WindowState()
    private var turn = 0
    private var settling = 0
    /// A placement that the window has not got yet, because it was not there.
    private var isOwed = false
    private var isReading = false
    private var isStale = false

    /// - Parameter findSocket: where it may be, most likely first; asked again whenever it is gone.
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

    /// Connects, if somebody answers.
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

    /// Connects, and tries again until somebody answers.
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
        turn += 1
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
        turn += 1
        let turn = turn
        isOwed = true
        settling += 1
        let deadline = MonotonicClock.microseconds + Self.microseconds(settleTime)
        let start = MonotonicClock.microseconds
        var nextAsk = Int64.min
        var settled: TreeWindow?
        while turn == self.turn, socket != nil {
            await readTree()
            guard turn == self.turn else { break }
            let now = MonotonicClock.microseconds
            if let view {
                isOwed = false
                if nextAsk != .min, !view.isProvisional, shortfalls.isEmpty {
                    // What is read may be on its way to something else: twice the same counts.
                    if settled == view { break }
                    settled = view
                } else if now >= nextAsk, !view.isProvisional || now >= start + (deadline - start) / 2 {
                    await ask(view)
                    // Once more if it was overtaken by something, but not for every piece of news.
                    nextAsk = MonotonicClock.microseconds + Self.microseconds(settleTime) / 3
                    continue
                }
            }
            // A compositor carries out what was asked in its next frames, and has no event for the end of it.
            guard now < deadline else { break }
            _ = await changes.next(before: min(deadline, now + 50_000))
        }
        settling -= 1
        let isCurrent = turn == self.turn
        let missing: Set<PlacementShortfall> =
            !isCurrent ? [.superseded] : socket == nil ? [.connectionLost] : shortfalls
        if isCurrent, placement == .windowed, missing.isEmpty { home = nil }
        return PlacementReport(placement, missing, state.geometry)
    }

    /// Switches to the workspace of the window, shows it and focuses it.
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
        // Whether a command was understood says nothing of what it did: the tree does.
        _ = try? await socket.request(
            .runCommand, PlacementCommands.text(commands, for: window), within: settleTime)
    }

    // MARK: The tree

    /// Reads the tree again, soon.
    func refresh() {
        guard isOpen, socket != nil else { return }
        isStale = true
        guard !isReading else { return }
        isReading = true
        Task { @WindowActor in
            while isStale {
                isStale = false
                await readTree()
            }
            isReading = false
            if isOwed, view != nil, settling == 0 { report(.placed(await place(placement))) }
        }
    }

    private func readTree() async {
        guard let socket, let json = try? await socket.request(.getTree, within: settleTime) else { return }
        guard self.socket === socket, let tree = try? LayoutNode(tree: json) else { return }
        let before = view
        view = TreeWindow(of: identity, in: tree)
        // Another container: the same place is to be asked for once more, and its old ways are not this one's.
        if let before, let view, before.id != view.id {
            home = nil
            isOwed = placement != .windowed
        }
        if before != nil, view == nil {
            home = nil
            isOwed = placement != .windowed
            // An X window says by itself what became of it.
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
        for event in now.events(since: published, isSettling: settling > 0) { report(event) }
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
                // Closed meanwhile, or opened a second time.
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
                    isOwed = placement != .windowed
                    report(.compositorBack)
                }
                await readTree()
                return
            } catch { failure = error }
        }
        throw failure
    }

    /// sway focuses every new window but those it is told not to. i3 is told by a property of the X window.
    private func declineFocus(_ socket: CompositorSocket) async {
        guard backend == .sway else { return }
        _ = try? await socket.request(
            .runCommand, "no_focus [pid=\(identity.processIdentifier)]", within: settleTime)
    }

    private func subscribe(_ socket: CompositorSocket) async throws(WindowFault) {
        // Older sways know no event for outputs, and refuse a list that names one unknown to them.
        for events in [#"["window","workspace","output","shutdown"]"#, #"["window","workspace","shutdown"]"#] {
            let answer = try await socket.request(.subscribe, events, within: settleTime)
            if (try? JSONDecoder().decode(IPCOutcome.self, from: Data(answer)))?.success == true { return }
        }
        throw .compositor("\(socket.path) lets nobody subscribe")
    }

    private func handle(_ message: IPCMessage) {
        switch message.event {
        case .window:
            // Titles change all the time, and say nothing of where a window is.
            let change = (try? JSONDecoder().decode(IPCChange.self, from: Data(message.payload)))?.change
            if change != "title", change != "mark", change != "urgent" { refresh() }
        case .workspace, .output: refresh()
        case .shutdown:
            // What follows is the end of the connection. A restart keeps the windows.
            let change = (try? JSONDecoder().decode(IPCChange.self, from: Data(message.payload)))?.change
            if change == "exit" { onEnd?() }
        case nil: break
        }
    }

    private func lose(_ why: String) {
        guard isOpen else { return }
        socket = nil
        // A container is known by its number, and a new compositor counts anew.
        view = nil
        published = WindowState()
        isLost = true
        report(.compositorLost(why))
        // A window of the compositor's own is gone with it; an X window says by itself what became of it.
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
        Task { @WindowActor in
            do {
                try await connect()
                if isOwed, view != nil { report(.placed(await place(placement))) }
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
