internal import CXCB
internal import GLibLoop
internal import Glibc
internal import PlayerCore

/// The only window on an X display: created once, mapped on demand, independent of its placement.
@WindowActor
final class X11Window {
    /// All workspaces, in `_NET_WM_DESKTOP`.
    static let everyDesktop: UInt32 = 0xFFFF_FFFF

    let connection: X11Connection
    let window: xcb_window_t
    let changes = ChangeSignal()
    /// The time that a window manager has for a request.
    let settleTime: Duration

    /// The state when it was last read.
    private(set) var state = WindowState()
    private(set) var read = X11Properties()
    private(set) var manager: X11Manager?
    /// Whether the server shows the window; also false while a window manager has minimised it.
    private(set) var isMapped = false
    /// Whether the window still accepts requests.
    private(set) var isUsable = true

    /// Whether the window is to be shown.
    var isWanted = false
    var placement = WindowPlacement.windowed
    var places: X11Places
    var requests = PlacementRequests()
    /// Whether the window was mapped without a report.
    private var isReportPending = false
    /// Whether the window is placed by X requests; false while a compositor is used through its socket.
    var placesItself = true

    private var published = WindowState()
    private var input: X11Input
    private let report: @Sendable (WindowEvent) -> Void
    /// Called when the window or its surroundings change, regardless of the backend.
    var onChange: (() -> Void)?

    init(
        display: String, title: String, settleTime: Duration, report: @escaping @Sendable (WindowEvent) -> Void
    ) throws(WindowFault) {
        connection = try X11Connection(display: display)
        self.settleTime = settleTime
        self.report = report
        let area = connection.monitors().first ?? WindowRect(x: 0, y: 0, width: 1280, height: 720)
        places = X11Places(chosen: Self.place(for: .wide, on: area))
        window = try connection.makeWindow(places.chosen, events: Self.events)
        input = X11Input(pointer: X11Pointer(connection, window))
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
        connection.set(.icon, of: window, type: cardinal, words: WindowIcon.words)
        // A process number is meaningless without its host.
        var host = [CChar](repeating: 0, count: 256)
        if gethostname(&host, host.count - 1) == 0 {
            let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            connection.set(XCB_ATOM_WM_CLIENT_MACHINE.rawValue, of: window, type: string, text: name)
        }
        connection.set(
            .wmProtocols, of: window, type: atomType,
            words: [connection.atom(.wmDeleteWindow), connection.atom(.ping)])
        connection.set(.windowType, of: window, type: atomType, words: [connection.atom(.windowTypeNormal)])
        // Prevents the focus when the window is mapped: the window is not the result of a click or a key.
        connection.set(.userTime, of: window, type: cardinal, words: [0])
        // WM_HINTS: accepts key presses when the user focuses it; begins as a normal window.
        connection.set(
            XCB_ATOM_WM_HINTS.rawValue, of: window, type: XCB_ATOM_WM_HINTS.rawValue,
            words: [3, 1, 1, 0, 0, 0, 0, 0, 0]
        )
        setHints(NormalHints())
        connection.flush()
    }

    func setTitle(_ title: String) {
        connection.set(connection.atom(.name), of: window, type: connection.atom(.utf8), text: title)
        // For programs that only know the older property, whose encoding this type leaves open.
        connection.set(XCB_ATOM_WM_NAME.rawValue, of: window, type: connection.atom(.utf8), text: title)
        connection.flush()
    }

    func setHints(_ hints: NormalHints) {
        connection.set(
            XCB_ATOM_WM_NORMAL_HINTS.rawValue, of: window, type: XCB_ATOM_WM_SIZE_HINTS.rawValue, words: hints.words)
    }

    /// The properties of the display that identify its window manager.
    var facts: DisplayFacts {
        DisplayFacts(
            windowManager: manager?.name, i3Socket: connection.text(.i3Socket, of: connection.root))
    }

    /// Destroys the window and closes the connection.
    func close() {
        guard isUsable else { return }
        isUsable = false
        connection.destroy(window)
        connection.flush()
        connection.close()
        changes.notify()
    }

    // MARK: Mapping

    /// Maps the window.
    ///
    /// - Returns: whether the window is mapped.
    func map() async -> Bool {
        isWanted = true
        process()
        guard isUsable else { return false }
        if isMapped || state.isMinimised { return true }
        requests.beginWaiting()
        defer { requests.endWaiting() }
        let deadline = deadline()
        // A window that is mapped before the window manager has released it (ICCCM 4.1.4) would be unmapped again.
        if manager != nil {
            let now = MonotonicClock.microseconds
            _ = await wait(until: now + (deadline - now) / 4) {
                !self.isWanted || (self.connection.words(.wmState, of: self.window)?.first ?? 0) == 0
            }
        }
        guard isWanted, isUsable else { return false }
        prepareMapping()
        // A window manager that is starting loses requests.
        for remaining in [Int64(4), 3, 2, 1] where isWanted && isUsable && !isMapped {
            connection.map(window)
            connection.flush()
            let now = MonotonicClock.microseconds
            let end = { self.isMapped || !self.isWanted }
            _ = await wait(until: now + max(0, deadline - now) / remaining, for: end)
        }
        return isMapped && isUsable
    }

    /// Hides the window and keeps its placement.
    func unmap() {
        guard isWanted else { return }
        isWanted = false
        requests.supersede()
        if places.home == nil { places.last = state.geometry ?? places.last }
        connection.withdraw(window)
        // A reply arrives after the events of earlier requests, so the window is known to be unmapped from here on.
        _ = connection.geometry(of: connection.root)
        process()
    }

    /// Raises and focuses the window.
    func raise() {
        process()
        guard isUsable, isWanted else { return }
        if let manager, manager.supported.contains(.activeWindow) {
            // Most window managers only let a window on another workspace demand attention.
            if let desktop = read.desktop, !state.isOnCurrentWorkspace {
                connection.ask(.currentDesktop, about: connection.root, [desktop, 0])
            }
            // With the source of a pager (2): the user wants the window now, so focus stealing prevention need not
            // apply.
            connection.ask(.activeWindow, about: window, [2, 0, 0])
        } else if isMapped {
            connection.raiseAndFocus(window)
        } else {
            // Minimised: mapping restores the window (ICCCM 4.1.4).
            connection.map(window)
        }
        connection.flush()
    }

    // MARK: Waiting

    func deadline() -> Int64 {
        let time = settleTime.components
        return MonotonicClock.microseconds + time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
    }

    /// Waits until `condition` holds or the deadline is reached.
    func wait(until deadline: Int64, for condition: () -> Bool) async -> Bool {
        process()
        while true {
            let seen = changes.count
            if condition() { return true }
            guard isUsable, await changes.next(after: seen, before: deadline) else { return condition() }
        }
    }

    // MARK: Events

    /// Handles all events, and reads the changed state.
    func process() {
        guard isUsable else { return }
        var isNews = false
        repeat {
            while isUsable, let event = connection.nextEvent() { handle(event) }
            guard isUsable else { break }
            guard !read.stale.isEmpty else { break }
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
        let events = state.events(since: published, isSettling: requests.isWaiting || !isWanted)
        published = state
        for event in events { report(event) }
        guard isReportPending else { return }
        isReportPending = false
        report(.placed(PlacementReport(placement, shortfalls(of: placement), state.geometry)))
    }

    private func refresh() {
        let reading = read.stale
        read.stale = []
        if reading.contains(.manager) {
            manager = X11Manager(of: connection)
            // The destruction of its window reports the end of the window manager.
            if let manager {
                connection.selectEvents(
                    XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue,
                    of: manager.checkWindow)
            }
        }
        if !reading.isDisjoint(with: [.states, .desktop]) {
            read.states = Set((connection.words(.state, of: window) ?? []).compactMap(connection.name))
            read.desktop = connection.words(.desktop, of: window)?.first
            let current = connection.words(.currentDesktop, of: connection.root)?.first
            // The iconic state of the ICCCM may also be that of a window on another workspace.
            let isHidden =
                manager?.supported.contains(.hidden) == true
                ? read.states.contains(.hidden) : connection.words(.wmState, of: window)?.first == 3
            state.isFullscreen = read.states.contains(.fullscreen)
            state.isAbove = read.states.contains(.above)
            state.isSticky = read.states.contains(.sticky) || read.desktop == Self.everyDesktop
            state.isMinimised = isWanted && isHidden
            state.isOnCurrentWorkspace =
                read.desktop == nil || current == nil || read.desktop == current || read.desktop == Self.everyDesktop
        }
        state.geometry = isMapped ? connection.geometry(of: window) : nil
        state.corner = state.geometry.map { WindowCorner(nearest: $0, in: workArea(for: $0)) }
    }

    private func handle(_ event: X11Event) {
        switch event {
        case .configured(window): read.stale.insert(.geometry)
        case .mapped(window):
            isMapped = true
            // Metacity attributes the withdrawal from a workspace that it has just left to itself, and maps the
            // window again.
            if !isWanted {
                connection.withdraw(window)
                connection.flush()
            }
            // Mapped after all waiting requests have ended, or by the user.
            isReportPending = !requests.isWaiting && isWanted
            read.stale.formUnion([.geometry, .states])
        case .unmapped(window):
            isMapped = false
            read.stale.formUnion([.geometry, .states])
        case .destroyed(window):
            lose(.destroyed)
            connection.close()
        case .destroyed: read.stale.insert(.manager)
        case .property(let owner, let atom): noteProperty(owner, connection.name(of: atom))
        case .message(window, let type, let data) where type == connection.atom(.wmProtocols):
            if data.first == connection.atom(.wmDeleteWindow) { report(.closeRequested) }
            if data.first == connection.atom(.ping) {
                connection.answerPing(data)
                connection.flush()
            }
        case .focused(let isFocused):
            state.isFocused = isFocused
            read.stale.insert(.geometry)
        case .obscured(let isObscured):
            state.isObscured = isObscured
            read.stale.insert(.geometry)
        case .exposed: report(.exposed)
        case .key(let code, let keyState):
            if input.keys == nil { input.keys = connection.keyTable() }
            if let press = input.keys?.press(code: code, state: keyState) { report(.key(press)) }
        case .keyboardChanged: input.keys = nil
        case .press(let button, let x, let y, let time):
            input.pointer.moved()
            tell(input.gestures.press(button: button, x: x, y: y, time: time))
        case .release(let button, let x, let y):
            input.pointer.moved()
            tell(input.gestures.release(button: button, x: x, y: y))
        case .motion(let x, let y):
            input.pointer.moved()
            tell(input.gestures.motion(x: x, y: y))
        case .entered(let x, let y):
            input.pointer.moved()
            tell([.entered(x: x, y: y)])
        case .left:
            input.pointer.left()
            tell([.left])
        case .configured, .mapped, .unmapped, .message: break
        }
    }

    private func noteProperty(_ owner: xcb_window_t, _ property: X11Atom?) {
        switch property {
        case .state where owner == window, .wmState where owner == window: read.stale.insert(.states)
        case .desktop where owner == window, .currentDesktop: read.stale.insert(.desktop)
        case .frameExtents where owner == window: read.stale.insert(.geometry)
        case .name where owner == manager?.checkWindow, .supportingCheck, .supported, .i3Socket:
            read.stale.insert(.manager)
        default: break
        }
    }

    private func tell(_ events: [PointerEvent]) { for event in events { report(.pointer(event)) } }

    /// Passes a drag that began in the window to the window manager.
    ///
    /// - Returns: false if the window manager does not support this.
    func beginDrag(_ drag: WindowDrag) -> Bool {
        guard isUsable, let manager, manager.supported.contains(.moveResize), let pointer = connection.pointer(),
            let geometry = state.geometry
        else { return false }
        // The press grabbed the pointer until the release, which will not arrive.
        input.gestures.cancel()
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

/// What was last read of a window, and what must be read again.
struct X11Properties {
    struct Stale: OptionSet {
        let rawValue: Int
        static let geometry = Stale(rawValue: 1)
        static let states = Stale(rawValue: 2)
        static let desktop = Stale(rawValue: 4)
        static let manager = Stale(rawValue: 8)
        static let everything = Stale(rawValue: 15)
    }

    /// The known states of `_NET_WM_STATE`.
    var states: Set<X11Atom> = []
    var desktop: UInt32?
    var stale = Stale.everything
}

/// The places of a window that it returns to.
struct X11Places {
    /// The area that it was given for its picture.
    var chosen: WindowRect
    /// The area when it was last hidden.
    var last: WindowRect?
    /// The state to restore after fullscreen and picture in picture; nil in the normal state.
    var home: X11Home?
}

/// What turns presses of keys and buttons into events.
private struct X11Input {
    /// Read again when the keyboard has changed.
    var keys: KeyTable?
    var gestures = PointerGestures()
    let pointer: X11Pointer
}
