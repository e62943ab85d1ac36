internal import CXCB
internal import GLibLoop
internal import Glibc
internal import PlayerCore

/// The one window of ours on an X display: made once, mapped on demand, told apart from its placement.
@WindowActor
final class X11Window {
    /// What has to be read anew.
    struct Stale: OptionSet {
        let rawValue: Int
        static let geometry = Stale(rawValue: 1)
        static let states = Stale(rawValue: 2)
        static let desktop = Stale(rawValue: 4)
        static let manager = Stale(rawValue: 8)
        static let everything = Stale(rawValue: 15)
    }

    /// Every workspace, in `_NET_WM_DESKTOP`.
    static let everyDesktop: UInt32 = 0xFFFF_FFFF

    let connection: X11Connection
    let window: xcb_window_t
    let changes = ChangeSignal()
    /// How long a window manager has for one request.
    let settleTime: Duration

    /// What was read last of the window.
    private(set) var state = WindowState()
    /// What was read last of `_NET_WM_STATE`, as far as it has names here.
    private(set) var states: Set<X11Atom> = []
    private(set) var desktop: UInt32?
    private(set) var manager: X11Manager?
    /// Whether the server shows it; also false while a window manager has it minimised.
    private(set) var isMapped = false
    /// Whether it can still be asked for anything.
    private(set) var isUsable = true

    /// Whether it is to be on the screen.
    var isWanted = false
    var placement = WindowPlacement.windowed
    /// Where it goes back to from fullscreen and picture in picture; nil while it is there.
    var home: X11Home?
    /// Counts requests: one that finds another number was superseded.
    var turn = 0
    /// How many requests wait for the window manager: what it does meanwhile was asked for.
    var settling = 0
    /// It came to the screen, and nobody was told.
    private var isReportOwed = false
    /// False while a compositor is asked over its socket instead.
    var placesItself = true

    /// Where it was when it was last taken from the screen.
    private var lastPlace: WindowRect?
    private var published = WindowState()
    private var stale = Stale.everything
    private var keys: KeyTable?
    private var gestures = PointerGestures()
    private let report: @Sendable (WindowEvent) -> Void
    /// Called when the window or its surroundings changed, whoever places it.
    var onChange: (() -> Void)?

    init(
        display: String, title: String, settleTime: Duration, report: @escaping @Sendable (WindowEvent) -> Void
    ) throws(WindowFault) {
        connection = try X11Connection(display: display)
        self.settleTime = settleTime
        self.report = report
        let area = connection.monitors().first ?? WindowRect(x: 0, y: 0, width: 1280, height: 720)
        // Two thirds of the monitor, so that the frame fits, too.
        let width = AspectRatio.wide.width(fittingHeight: area.height * 2 / 3)
        window = try connection.makeWindow(
            area.centred(width: width, height: AspectRatio.wide.height(forWidth: width)), events: Self.events)
        describe(title: title)
        connection.selectEvents(XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue, of: connection.root)
        connection.watchEvents { [weak self] in self?.process() }
        process()
    }

    private static let events =
        XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        | XCB_EVENT_MASK_KEY_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_PRESS.rawValue
        | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue | XCB_EVENT_MASK_POINTER_MOTION.rawValue
        | XCB_EVENT_MASK_ENTER_WINDOW.rawValue | XCB_EVENT_MASK_LEAVE_WINDOW.rawValue
        | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue | XCB_EVENT_MASK_VISIBILITY_CHANGE.rawValue
        | XCB_EVENT_MASK_EXPOSURE.rawValue

    private func describe(title: String) {
        let atomType = XCB_ATOM_ATOM.rawValue
        let cardinal = XCB_ATOM_CARDINAL.rawValue
        let string = XCB_ATOM_STRING.rawValue
        connection.set(XCB_ATOM_WM_CLASS.rawValue, of: window, type: string, text: "mediad\0mediad\0")
        setTitle(title)
        connection.set(.processIdentifier, of: window, type: cardinal, words: [UInt32(getpid())])
        // A process number means nothing without its machine.
        var host = [CChar](repeating: 0, count: 256)
        if gethostname(&host, host.count - 1) == 0 {
            let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            connection.set(XCB_ATOM_WM_CLIENT_MACHINE.rawValue, of: window, type: string, text: name)
        }
        connection.set(
            .wmProtocols, of: window, type: atomType,
            words: [connection.atom(.wmDeleteWindow), connection.atom(.ping)])
        connection.set(.windowType, of: window, type: atomType, words: [connection.atom(.windowTypeNormal)])
        // Not to be focused when it is mapped: nobody asked for this window by a click or a key.
        connection.set(.userTime, of: window, type: cardinal, words: [0])
        // WM_HINTS: takes key presses when the user focuses it; begins as a normal window.
        connection.set(
            XCB_ATOM_WM_HINTS.rawValue, of: window, type: XCB_ATOM_WM_HINTS.rawValue,
            words: [3, 1, 1, 0, 0, 0, 0, 0, 0]
        )
        setHints(NormalHints())
        connection.flush()
    }

    func setTitle(_ title: String) {
        connection.set(connection.atom(.name), of: window, type: connection.atom(.utf8), text: title)
        // For what knows only the older property, whose encoding this type leaves open.
        connection.set(XCB_ATOM_WM_NAME.rawValue, of: window, type: connection.atom(.utf8), text: title)
        connection.flush()
    }

    func setHints(_ hints: NormalHints) {
        connection.set(
            XCB_ATOM_WM_NORMAL_HINTS.rawValue, of: window, type: XCB_ATOM_WM_SIZE_HINTS.rawValue, words: hints.words)
    }

    /// What the display says of who manages its windows.
    var facts: DisplayFacts {
        DisplayFacts(
            windowManager: manager?.name, i3Socket: connection.text(.i3Socket, of: connection.root))
    }

    /// Destroys the window and ends the connection.
    func close() {
        guard isUsable else { return }
        isUsable = false
        connection.destroy(window)
        connection.flush()
        connection.close()
        changes.notify()
    }

    // MARK: On the screen

    /// Puts the window on the screen.
    ///
    /// - Returns: whether it is there.
    func map() async -> Bool {
        isWanted = true
        process()
        guard isUsable else { return false }
        if isMapped || state.isMinimised { return true }
        settling += 1
        defer { settling -= 1 }
        let deadline = deadline()
        // Mapped before the window manager has let go of it (ICCCM 4.1.4), it would be taken away again.
        if manager != nil {
            let now = MonotonicClock.microseconds
            _ = await wait(until: now + (deadline - now) / 4) {
                !self.isWanted || (self.connection.words(.wmState, of: self.window)?.first ?? 0) == 0
            }
        }
        guard isWanted, isUsable else { return false }
        prepareMapping(lastPlace: lastPlace)
        // A window manager that is just starting loses requests.
        for remaining in [Int64(4), 3, 2, 1] where isWanted && isUsable && !isMapped {
            connection.map(window)
            connection.flush()
            let now = MonotonicClock.microseconds
            let end = { self.isMapped || !self.isWanted }
            _ = await wait(until: now + max(0, deadline - now) / remaining, for: end)
        }
        return isMapped && isUsable
    }

    /// Takes the window from the screen; what it was to look like there is kept.
    func unmap() {
        guard isWanted else { return }
        isWanted = false
        turn += 1
        if home == nil { lastPlace = state.geometry ?? lastPlace }
        connection.withdraw(window)
        // An answer comes after the events of what was asked before: from here on it is known to be unmapped.
        _ = connection.geometry(of: connection.root)
        process()
    }

    /// Brings the window to the front and focuses it.
    func raise() {
        process()
        guard isUsable, isWanted else { return }
        if let manager, manager.supported.contains(.activeWindow) {
            // Most window managers only let a window on another workspace ask for attention.
            if let desktop, !state.isOnCurrentWorkspace {
                connection.ask(.currentDesktop, about: connection.root, [desktop, 0])
            }
            // As a pager asks (2): a person wants the window now, and the window manager need not guard the focus.
            connection.ask(.activeWindow, about: window, [2, 0, 0])
        } else if isMapped {
            connection.raiseAndFocus(window)
        } else {
            // Minimised: mapping it brings it back (ICCCM 4.1.4).
            connection.map(window)
        }
        connection.flush()
    }

    // MARK: Waiting

    func deadline() -> Int64 {
        let time = settleTime.components
        return MonotonicClock.microseconds + time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
    }

    /// Waits until `condition` holds, at most until the deadline.
    func wait(until deadline: Int64, for condition: () -> Bool) async -> Bool {
        process()
        while !condition() {
            guard isUsable, await changes.next(before: deadline) else { return condition() }
        }
        return true
    }

    // MARK: Events

    /// Handles everything that has come, and reads anew what it says has changed.
    func process() {
        guard isUsable else { return }
        var isNews = false
        repeat {
            while isUsable, let event = connection.nextEvent() { handle(event) }
            guard isUsable else { break }
            guard !stale.isEmpty else { break }
            isNews = true
            refresh()
        } while true
        if isUsable, let failure = connection.failure {
            lose(.displayLost(failure))
            return
        }
        guard isNews, isUsable else { return }
        if placesItself { publish() }
        changes.notify()
        onChange?()
    }

    private func lose(_ event: WindowEvent) {
        isUsable = false
        isMapped = false
        state = WindowState()
        connection.stopWatching()
        report(event)
        changes.notify()
        onChange?()
    }

    private func publish() {
        let events = state.events(since: published, isSettling: settling > 0 || !isWanted)
        published = state
        for event in events { report(event) }
        guard isReportOwed else { return }
        isReportOwed = false
        report(.placed(PlacementReport(placement, shortfalls(of: placement), state.geometry)))
    }

    private func refresh() {
        let reading = stale
        stale = []
        if reading.contains(.manager) {
            manager = X11Manager(of: connection)
            // Its end is told by the window's.
            if let manager {
                connection.selectEvents(
                    XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue,
                    of: manager.checkWindow)
            }
        }
        if !reading.isDisjoint(with: [.states, .desktop]) {
            states = Set((connection.words(.state, of: window) ?? []).compactMap(connection.name))
            desktop = connection.words(.desktop, of: window)?.first
            let current = connection.words(.currentDesktop, of: connection.root)?.first
            // ICCCM's iconic state may also be that of a window on another workspace.
            let isHidden =
                manager?.supported.contains(.hidden) == true
                ? states.contains(.hidden) : connection.words(.wmState, of: window)?.first == 3
            state.isFullscreen = states.contains(.fullscreen)
            state.isAbove = states.contains(.above)
            state.isSticky = states.contains(.sticky) || desktop == Self.everyDesktop
            state.isMinimised = isWanted && isHidden
            state.isOnCurrentWorkspace =
                desktop == nil || current == nil || desktop == current || desktop == Self.everyDesktop
        }
        state.geometry = isMapped ? connection.geometry(of: window) : nil
        state.corner = state.geometry.map { WindowCorner(nearest: $0, in: workArea(for: $0)) }
    }

    private func handle(_ event: X11Event) {
        switch event {
        case .configured(window): stale.insert(.geometry)
        case .mapped(window):
            isMapped = true
            // metacity counts a withdrawal from a workspace it has just left as its own, and shows the window again.
            if !isWanted {
                connection.withdraw(window)
                connection.flush()
            }
            // Later than anybody waited for it, or by the user.
            isReportOwed = settling == 0 && isWanted
            stale.formUnion([.geometry, .states])
        case .unmapped(window):
            isMapped = false
            stale.formUnion([.geometry, .states])
        case .destroyed(window):
            lose(.destroyed)
            connection.close()
        case .destroyed: stale.insert(.manager)
        case .property(let owner, let atom): noteProperty(owner, connection.name(of: atom))
        case .message(window, let type, let data) where type == connection.atom(.wmProtocols):
            if data.first == connection.atom(.wmDeleteWindow) { report(.closeRequested) }
            if data.first == connection.atom(.ping) {
                connection.answerPing(data)
                connection.flush()
            }
        case .focused(let isFocused):
            state.isFocused = isFocused
            stale.insert(.geometry)
        case .obscured(let isObscured):
            state.isObscured = isObscured
            stale.insert(.geometry)
        case .exposed: report(.exposed)
        case .key(let code, let keyState):
            if keys == nil { keys = connection.keyTable() }
            if let press = keys?.press(code: code, state: keyState) { report(.key(press)) }
        case .keyboardChanged: keys = nil
        case .press(let button, let x, let y, let time):
            tell(gestures.press(button: button, x: x, y: y, time: time))
        case .release(let button, let x, let y): tell(gestures.release(button: button, x: x, y: y))
        case .motion(let x, let y): tell(gestures.motion(x: x, y: y))
        case .entered(let x, let y): tell([.entered(x: x, y: y)])
        case .left: tell([.left])
        case .configured, .mapped, .unmapped, .message: break
        }
    }

    private func noteProperty(_ owner: xcb_window_t, _ property: X11Atom?) {
        switch property {
        case .state where owner == window, .wmState where owner == window: stale.insert(.states)
        case .desktop where owner == window, .currentDesktop: stale.insert(.desktop)
        case .frameExtents where owner == window: stale.insert(.geometry)
        case .name where owner == manager?.checkWindow, .supportingCheck, .supported, .i3Socket: stale.insert(.manager)
        default: break
        }
    }

    private func tell(_ events: [PointerEvent]) { for event in events { report(.pointer(event)) } }

    /// Lets the window manager go on with a drag that began in the window.
    ///
    /// - Returns: false where it does not do that.
    func beginDrag(_ drag: WindowDrag) -> Bool {
        guard isUsable, let manager, manager.supported.contains(.moveResize), let pointer = connection.pointer(),
            let geometry = state.geometry
        else { return false }
        // The press made the pointer ours until the release, which will not be seen.
        gestures.cancel()
        connection.releasePointer()
        connection.ask(
            .moveResize, about: window,
            [
                UInt32(bitPattern: Int32(pointer.x)), UInt32(bitPattern: Int32(pointer.y)),
                drag.direction(x: pointer.x - geometry.x, y: pointer.y - geometry.y, in: geometry), 1, 1,
            ])
        connection.flush()
        return true
    }
}
