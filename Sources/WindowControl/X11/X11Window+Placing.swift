internal import CXCB
internal import GLibLoop
internal import PlayerCore

/// Places the window through EWMH, or directly if no window manager is running.
extension X11Window {
    private static let pinned: [X11Atom] = [.above, .sticky, .skipTaskbar, .skipPager]
    /// The time that a window manager may take to minimise the window, in microseconds. Some only set the state and
    /// keep the window mapped.
    private static let minimisingTime: Int64 = 300_000
    private static let maximised: [X11Atom] = [.maximisedHorizontally, .maximisedVertically]

    /// Requests a placement and reports the result, at the latest after the settle time.
    func place(_ placement: WindowPlacement) async -> PlacementReport {
        self.placement = placement
        let turn = requests.supersede()
        process()
        guard isUsable else { return PlacementReport(placement, [.connectionLost], nil) }
        requests.beginWaiting()
        let deadline = deadline()
        guard await bring(for: placement, turn, deadline) else {
            requests.endWaiting()
            return PlacementReport(placement, [.notShown], nil)
        }
        switch placement {
        case .windowed: await goHome(turn, deadline)
        case .fullscreen: await fillScreen(turn, deadline)
        case .pictureInPicture(let layout): await pin(layout, turn, deadline)
        }
        // Before the count is reduced: changes until now were requested and are not reported.
        process()
        requests.endWaiting()
        guard turn == requests.turn else { return PlacementReport(placement, [.superseded], state.geometry) }
        let report = PlacementReport(placement, shortfalls(of: placement), state.geometry)
        // If the window manager went away in the meantime, the next one still needs the saved state.
        if placement == .windowed, manager != nil || report.isHonoured { places.home = nil }
        return report
    }

    /// Restores the window if it is minimised, and fetches a picture in picture from another workspace.
    private func bring(for placement: WindowPlacement, _ turn: Int, _ deadline: Int64) async -> Bool {
        if isMapped, state.isMinimised, placement != .windowed {
            // The window manager sets the state before it unmaps the window. A request before the unmapping would be
            // lost.
            _ = await wait(until: MonotonicClock.microseconds + Self.minimisingTime) {
                !self.isMapped || !self.state.isMinimised || turn != self.requests.turn
            }
        }
        if isMapped { return true }
        guard isWanted, manager != nil, placement != .windowed else { return false }
        let hadHome = places.home != nil
        if !hadHome {
            places.home = X11Home(
                states: read.states.subtracting([.fullscreen, .hidden]),
                isOnEveryDesktop: read.desktop == Self.everyDesktop)
        }
        if case .pictureInPicture = placement { moveToEveryDesktop() }
        connection.map(window)
        connection.flush()
        let now = MonotonicClock.microseconds
        _ = await wait(until: now + max(0, deadline - now) * 3 / 4) { self.isMapped || turn != self.requests.turn }
        if !hadHome { places.home?.rect = state.geometry }
        return isMapped
    }

    // MARK: The three placements

    private func pin(_ layout: PictureInPictureLayout, _ turn: Int, _ deadline: Int64) async {
        let hasHome = places.home != nil
        if !hasHome {
            places.home = X11Home(
                states: read.states.subtracting([.fullscreen, .hidden]),
                isOnEveryDesktop: read.desktop == Self.everyDesktop)
        }
        let covering = read.states.intersection(Self.maximised + [.fullscreen])
        if !covering.isEmpty, manager != nil {
            // A window manager that restores the size afterwards would undo the placement.
            await settle(
                turn, deadline, asking: { self.change(remove: covering) },
                until: { self.read.states.isDisjoint(with: covering) })
        }
        guard turn == requests.turn else { return }
        if !hasHome { places.home?.rect = state.geometry }
        describe(pinnedAs: layout)
        // The present position determines the monitor, also after the window was moved.
        let area = workArea(for: state.geometry)
        guard manager != nil else {
            connection.configure(window, to: layout.rect(in: area), raising: true)
            await settle(turn, deadline, asking: {}, until: { self.isAt(layout.rect(in: area)) })
            return
        }
        // Most window managers remove the frame with a delay, and the position of the contents depends on the frame.
        connection.flush()
        let now = MonotonicClock.microseconds
        _ = await wait(until: now + max(0, deadline - now) / 3) { turn != self.requests.turn || self.frame == .none }
        func target() -> WindowRect { layout.rect(in: area, frame: frame) }
        await settle(
            turn, deadline,
            asking: {
                self.change(add: Set(Self.pinned).subtracting(self.read.states))
                self.moveToEveryDesktop()
                self.move(to: target())
            },
            until: { self.state.isAbove && self.state.isSticky && self.isAt(target()) })
    }

    private func fillScreen(_ turn: Int, _ deadline: Int64) async {
        if places.home == nil {
            places.home = X11Home(
                states: read.states.subtracting([.fullscreen, .hidden]),
                isOnEveryDesktop: read.desktop == Self.everyDesktop,
                rect: state.geometry)
        }
        let screen = state.geometry?.home(among: connection.monitors())
        describeUnpinned()
        guard manager != nil else {
            if let screen { connection.configure(window, to: screen, raising: true) }
            await settle(turn, deadline, asking: {}, until: { screen.map(self.isAt) ?? true })
            return
        }
        await settle(
            turn, deadline,
            asking: {
                self.unpin()
                self.change(add: [.fullscreen])
            },
            until: { self.read.states.contains(.fullscreen) && self.isUnpinned && self.coversMonitor })
    }

    private func goHome(_ turn: Int, _ deadline: Int64) async {
        describeUnpinned()
        let rect = places.home?.rect
        guard manager != nil else {
            if let rect {
                connection.configure(window, to: rect)
                await settle(turn, deadline, asking: {}, until: { self.isAt(rect) })
            }
            return
        }
        await settle(
            turn, deadline,
            asking: {
                self.unpin()
                self.change(remove: [.fullscreen])
            },
            until: { !self.read.states.contains(.fullscreen) && self.isUnpinned })
        guard turn == requests.turn, let home = places.home else { return }
        if let rect {
            await settle(turn, deadline, asking: { self.move(to: rect) }, until: { self.isAt(rect) })
        }
        let maximised = home.states.intersection(Self.maximised)
        if !maximised.isEmpty {
            await settle(
                turn, deadline, asking: { self.change(add: maximised) },
                until: { self.read.states.isSuperset(of: maximised) })
        }
    }

    // MARK: The shape of the picture

    /// The place of a window for a picture: two thirds of the monitor's height, so that the frame fits as well.
    static func place(for aspect: AspectRatio, on area: WindowRect) -> WindowRect {
        let width = min(aspect.width(fittingHeight: area.height * 2 / 3), area.width * 9 / 10)
        return area.centred(width: width, height: aspect.height(forWidth: width))
    }

    /// Gives the window the shape of a picture, around its middle, unless the user has given it a size.
    func shape(_ aspect: AspectRatio) {
        process()
        guard isUsable, placesItself else { return }
        let now = places.home?.rect ?? (isMapped ? state.geometry : places.last ?? places.chosen)
        guard let now, abs(now.width - places.chosen.width) <= 2, abs(now.height - places.chosen.height) <= 2,
            places.home != nil || !isMapped || placement == .windowed,
            (places.home?.states ?? (isMapped ? read.states : [])).isDisjoint(with: Self.maximised + [.fullscreen])
        else { return }
        let monitor = now.home(among: connection.monitors()) ?? now
        let size = Self.place(for: aspect, on: monitor)
        let middle = WindowRect(
            x: now.x + (now.width - size.width) / 2, y: now.y + (now.height - size.height) / 2, width: size.width,
            height: size.height)
        places.chosen = middle
        guard !now.isClose(to: middle) else { return }
        if places.home != nil {
            // It gets there when it comes back from fullscreen or picture in picture.
            places.home?.rect = middle
        } else if isMapped {
            move(to: middle)
        } else {
            // The window manager chooses the place of a window that was never seen.
            if places.last != nil { places.last = middle }
            connection.configure(window, to: middle)
        }
        connection.flush()
    }

    // MARK: Before the window is mapped

    /// Sets the properties that a window manager reads when the window is mapped, so that it does not appear
    /// elsewhere first.
    func prepareMapping() {
        process()
        var wanted: Set<X11Atom> = []
        var rect = places.last
        if !placesItself {
            // The compositor receives commands when the window exists.
        } else if case .pictureInPicture(let layout) = placement {
            let usual = connection.geometry(of: window)
            if places.home == nil {
                places.home = X11Home(states: [], isOnEveryDesktop: false, rect: places.last ?? usual)
            }
            describe(pinnedAs: layout)
            wanted = Set(Self.pinned)
            rect = layout.rect(in: workArea(for: places.last ?? usual))
            connection.set(
                .desktop, of: window, type: XCB_ATOM_CARDINAL.rawValue, words: [Self.everyDesktop])
        } else {
            describeUnpinned()
            connection.remove(.desktop, of: window)
            if placement == .fullscreen {
                wanted = [.fullscreen]
                if places.home == nil { places.home = X11Home(states: [], isOnEveryDesktop: false, rect: nil) }
            }
        }
        if let rect {
            var hints = hints(for: placement)
            hints.isPlaceChosen = true
            setHints(hints)
            connection.configure(window, to: rect, raising: manager == nil)
        }
        connection.set(.state, of: window, type: XCB_ATOM_ATOM.rawValue, words: wanted.map(connection.atom))
    }

    /// The sizes that the window manager must observe when the user resizes the window.
    func hints(for placement: WindowPlacement) -> NormalHints {
        guard case .pictureInPicture(let layout) = placement else { return NormalHints() }
        let least = layout.leastSize
        return NormalHints(leastWidth: least.width, leastHeight: least.height, aspect: layout.aspect)
    }

    private func describe(pinnedAs layout: PictureInPictureLayout) {
        setHints(hints(for: .pictureInPicture(layout)))
        // Motif's hints, which every window manager supports: the decorations field is set, with no decorations.
        connection.set(
            connection.atom(.motifHints), of: window, type: connection.atom(.motifHints), words: [2, 0, 0, 0, 0])
    }

    private func describeUnpinned() {
        setHints(NormalHints())
        connection.remove(.motifHints, of: window)
    }

    // MARK: Requests and results

    /// Sends a request, and repeats it in case it was overtaken, until it is fulfilled or the deadline is reached.
    private func settle(
        _ turn: Int, _ deadline: Int64, asking ask: () -> Void, until isDone: () -> Bool
    ) async {
        for remaining in [Int64(4), 3, 2, 1] {
            process()
            guard turn == requests.turn, isUsable, isMapped, !isDone() else { return }
            ask()
            connection.flush()
            let now = MonotonicClock.microseconds
            let end = { turn != self.requests.turn || !self.isMapped || isDone() }
            if await wait(until: now + max(0, deadline - now) / remaining, for: end) { return }
        }
    }

    private func isAt(_ rect: WindowRect) -> Bool { state.geometry?.isClose(to: rect) ?? false }

    private var coversMonitor: Bool {
        guard let rect = state.geometry else { return false }
        return connection.monitors().contains { $0.intersection(rect) == $0 }
    }

    private var isUnpinned: Bool {
        guard let home = places.home else { return true }
        return state.isAbove == home.states.contains(.above)
            && state.isSticky == (home.isOnEveryDesktop || home.states.contains(.sticky))
    }

    private var frame: FrameExtents {
        // Metacity removes the frame but not the property.
        guard connection.parent(of: window) != connection.root,
            let words = connection.words(.frameExtents, of: window), words.count >= 4
        else { return .none }
        return FrameExtents(
            left: Int(words[0]), right: Int(words[1]), top: Int(words[2]), bottom: Int(words[3]))
    }

    /// The area of the monitor that contains most of `rect`, without panels.
    func workArea(for rect: WindowRect?) -> WindowRect {
        let monitors = connection.monitors()
        let monitor = rect?.home(among: monitors) ?? monitors.first ?? WindowRect(x: 0, y: 0, width: 1, height: 1)
        let current = Int(connection.words(.currentDesktop, of: connection.root)?.first ?? 0)
        let words = (connection.words(.workArea, of: connection.root) ?? []).map { Int(Int32(bitPattern: $0)) }
        // Four words per workspace; some window managers set only those of one workspace.
        let start = 4 * current + 4 <= words.count ? 4 * current : 0
        guard manager != nil, start + 4 <= words.count else { return monitor }
        let area = WindowRect(
            x: words[start], y: words[start + 1], width: words[start + 2], height: words[start + 3])
        return monitor.intersection(area) ?? monitor
    }

    private func change(add: Set<X11Atom> = [], remove: Set<X11Atom> = []) {
        for (atoms, action) in [(add, UInt32(1)), (remove, 0)] {
            for atom in atoms {
                // Action, two properties, and the source: an application.
                connection.ask(.state, about: window, [action, connection.atom(atom), 0, 1])
            }
        }
    }

    private func unpin() {
        guard let home = places.home else { return }
        let before = home.states
        change(remove: Set(Self.pinned).subtracting(before).intersection(read.states))
        change(add: Set(Self.pinned).intersection(before).subtracting(read.states))
        // To the visible workspace, where the user sees the window.
        if read.desktop == Self.everyDesktop, !home.isOnEveryDesktop,
            let current = connection.words(.currentDesktop, of: connection.root)?.first
        {
            connection.ask(.desktop, about: window, [current, 1])
        }
    }

    private func moveToEveryDesktop() {
        // Sticky is meant for scrolling desktops. Some window managers only keep a window on all workspaces with this
        // property.
        if !state.isSticky { connection.ask(.desktop, about: window, [Self.everyDesktop, 1]) }
    }

    private func move(to rect: WindowRect) {
        guard let manager, manager.supported.contains(.moveResizeWindow) else {
            connection.configure(window, to: rect)
            return
        }
        // All four values are set, the source is an application, and the position is that of the contents.
        let flags = NormalHints.staticGravity | 0xF00 | 1 << 12
        connection.ask(
            .moveResizeWindow, about: window,
            [
                flags, UInt32(bitPattern: Int32(rect.x)), UInt32(bitPattern: Int32(rect.y)), UInt32(rect.width),
                UInt32(rect.height),
            ])
    }

    func shortfalls(of placement: WindowPlacement) -> Set<PlacementShortfall> {
        guard isUsable else { return [.connectionLost] }
        guard isMapped, let geometry = state.geometry else { return [.notShown] }
        var missing: Set<PlacementShortfall> = []
        switch placement {
        case .pictureInPicture(let layout):
            if let manager {
                if !manager.capabilities.keepsAbove { missing.insert(.noWindowManager) }
                if !state.isAbove { missing.insert(.notAbove) }
                if !state.isSticky { missing.insert(.notSticky) }
            } else {
                missing.insert(.noWindowManager)
            }
            if state.isFullscreen { missing.insert(.stillFullscreen) }
            let target = layout.rect(in: workArea(for: geometry), frame: manager == nil ? .none : frame)
            missing.formUnion(Self.differences(geometry, target))
        case .fullscreen:
            if !coversMonitor || manager != nil && !state.isFullscreen { missing.insert(.notFullscreen) }
        case .windowed:
            if state.isFullscreen { missing.insert(.stillFullscreen) }
            if state.isAbove, !isUnpinned { missing.insert(.stillAbove) }
            if state.isSticky, !isUnpinned { missing.insert(.stillSticky) }
        }
        return missing
    }

    private static func differences(_ rect: WindowRect, _ target: WindowRect) -> Set<PlacementShortfall> {
        if rect.isClose(to: target) { return [] }
        let isThatSize = abs(rect.width - target.width) <= 2 && abs(rect.height - target.height) <= 2
        return isThatSize ? [.elsewhere] : [.otherSize]
    }
}
