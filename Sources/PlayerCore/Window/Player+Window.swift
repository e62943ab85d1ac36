// The video window: when it is shown, and what becomes of picture in picture.
extension Player {
    /// What the outside may read.
    var windowSnapshot: WindowSnapshot {
        var snapshot = WindowSnapshot()
        snapshot.backend = window.backend ?? WindowBackend.none
        snapshot.isSupported = window.backend.map { $0 != .none } ?? settings.hasDisplay
        snapshot.whyNot = whyNoPictureInPicture
        snapshot.isActive = window.machine.isActive
        snapshot.startsAutomatically = window.machine.startsAutomatically
        snapshot.layout = window.machine.layout
        snapshot.isHonoured = window.isHonoured
        snapshot.geometry = window.isVisible ? window.geometry : nil
        if snapshot.isActive {
            snapshot.state = .pictureInPicture
        } else if window.isVisible {
            snapshot.state = window.machine.base == .fullscreen ? .fullscreen : .windowed
        }
        return snapshot
    }

    /// Shows the window when there is something to see in it, and takes it away when there is not.
    ///
    /// While an item is opened it stays as it is: no change of items, error or seek closes or flashes it.
    mutating func settleWindow(now: MonotonicTime) {
        guard let backend = window.backend else { return noteMissingDisplay() }
        guard backend != .none else { return }
        if status == .playing { window.isDismissed = false }
        let title = queue.current.map { metadata(of: $0).title } ?? ""
        if generation != nil, startedAt != nil, title != window.title {
            window.title = title
            perform(.window(.setTitle(title)))
        }
        settleArtworkShown()
        settleScale()
        settleAspect(now: now)
        if generation == nil {
            carryOut(window.machine.end(.itemEnded, now: now), now: now)
            hideWindow()
        } else if startedAt != nil {
            if hasPicture, !window.isDismissed { showWindow() } else { hideWindow() }
        }
    }

    /// Whether there is something to see of the current item.
    private var hasPicture: Bool { facts.hasVideo || window.artwork != nil }

    /// The cover of what is only heard; while it is looked for, that of the item before stays.
    private mutating func settleArtworkShown() {
        guard let item = queue.current, generation != nil else { return showArtwork(nil) }
        guard startedAt != nil, facts.findings != nil else { return }
        guard settings.showsArtwork, !facts.hasVideo else { return showArtwork(nil) }
        if !isArtworkOnItsWay { showArtwork(metadata(of: item).artworkURI) }
    }

    private mutating func showArtwork(_ uri: String?) {
        let file = uri.flatMap { $0.lowercased().hasPrefix("file:") ? $0 : nil }
        guard file != window.artwork else { return }
        window.artwork = file
        perform(.showArtwork(file))
    }

    private mutating func noteMissingDisplay() {
        guard settings.lacksDisplay, startedAt != nil, facts.hasVideo else { return }
        remark(
            "no display: pictures go nowhere; once there is one, "
                + "`systemctl --user import-environment DISPLAY WAYLAND_DISPLAY` and restart mediad")
    }

    /// Says it once, until it is something else.
    private mutating func remark(_ text: String) {
        guard text != window.remark else { return }
        window.remark = text
        outcome.remarks.append(text)
    }

    /// Tells how large the picture is shown, when that is another size than before.
    private mutating func settleScale() {
        guard window.isShown, let rect = window.geometry, rect.width > 0, rect.height > 0,
            window.scale?.width != rect.width || window.scale?.height != rect.height
        else { return }
        window.scale = rect
        perform(.scalePicture(rect.width, rect.height))
    }

    /// Picture in picture has the shape of what is shown in it.
    private mutating func settleAspect(now: MonotonicTime) {
        guard startedAt != nil, let aspect = facts.aspect, aspect != window.machine.layout.aspect else { return }
        var layout = window.machine.layout
        layout.aspect = aspect
        carryOut(window.machine.setLayout(layout), now: now)
    }

    private mutating func showWindow() {
        guard !window.isShown else { return }
        window.isShown = true
        perform(.window(.show))
    }

    private mutating func hideWindow() {
        guard window.isShown else { return }
        window.isShown = false
        window.isVisible = false
        perform(.window(.hide))
    }

    /// Nil where picture in picture can be started now.
    private var whyNoPictureInPicture: String? {
        if let backend = window.backend, backend != .none {
            if generation == nil || !hasPicture { return "Nothing with a picture plays." }
            if window.isLocked { return "The session is locked." }
            if !window.isVisible { return "The window is not on the screen yet." }
            if !window.capabilities.canDoPictureInPicture {
                return window.reason ?? "No window manager runs that can keep a window above others."
            }
            return nil
        }
        if window.backend == nil, settings.hasDisplay { return "Nothing with a picture plays." }
        return window.reason ?? "There is no display to show a window on."
    }

    // MARK: Commands

    mutating func startPictureInPicture(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let reason = window.machine.isActive ? nil : whyNoPictureInPicture
        carryOut(window.machine.start(whyNot: reason, now: now), now: now)
        return reason.map { .failure(.notPossible($0)) } ?? .success(.done)
    }

    mutating func stopPictureInPicture(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        carryOut(window.machine.stop(now: now), now: now)
        return .success(.done)
    }

    mutating func closePictureInPicture(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        carryOut(window.machine.end(.close, now: now), now: now)
        return .success(.done)
    }

    mutating func togglePictureInPicture(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        window.machine.isActive || window.machine.isStarting
            ? stopPictureInPicture(now: now) : startPictureInPicture(now: now)
    }

    mutating func setFullscreen(_ isOn: Bool, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if isOn, !windowSnapshot.isSupported {
            return .failure(.notPossible(window.reason ?? "There is no display to show a window on."))
        }
        carryOut(window.machine.setFullscreen(isOn, now: now), now: now)
        return .success(.done)
    }

    mutating func raiseWindow() -> Result<CommandReply, CommandRefusal> {
        guard windowSnapshot.isThere else { return .failure(.notPossible("There is no window to bring to the front.")) }
        perform(.window(.raise))
        return .success(.done)
    }

    /// Who is asked to come back when picture in picture stops; nil: nobody, because it left.
    mutating func registerInterface(_ who: String?, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        carryOut(window.machine.register(who, now: now), now: now)
        return .success(.done)
    }

    mutating func restoreCompleted(
        _ serial: UInt32, _ isBack: Bool, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        carryOut(window.machine.restored(serial, isBack, now: now), now: now)
        return .success(.done)
    }

    mutating func setCorner(_ corner: WindowCorner, now: MonotonicTime) {
        var layout = window.machine.layout
        layout.corner = corner
        carryOut(window.machine.setLayout(layout), now: now)
    }

    mutating func setWindowWidth(_ width: UInt32, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard (UInt32(PictureInPictureLayout.leastWidth)...16_384).contains(width) else {
            return .failure(.invalid("A picture is from 160 to 16384 pixels wide."))
        }
        var layout = window.machine.layout
        layout.width = Int(width)
        carryOut(window.machine.setLayout(layout), now: now)
        return .success(.done)
    }

    // MARK: What the window tells

    /// There is a window, or there will be none: why.
    mutating func windowOpened(_ backend: WindowBackend, _ capabilities: WindowCapabilities, _ reason: String?) {
        window.backend = backend
        window.capabilities = capabilities
        window.reason = reason
        window.scale = nil
        if backend == .none {
            window.isShown = false
            window.isVisible = false
        }
        if backend == .none, let reason { remark("no window: \(reason)") }
    }

    /// Where no sink opens there is nothing to show in a window.
    mutating func windowSinkChosen(_ name: String, now: MonotonicTime) {
        guard name == "none", let backend = window.backend, backend != .none else { return }
        // The picture is gone, nobody closed it: sound goes on.
        carryOut(window.machine.end(.system, now: now).filter { $0 != .closePlayback }, now: now)
        hideWindow()
        windowOpened(.none, .nothing, "The display does not answer.")
    }

    mutating func windowPlaced(_ number: UInt64, _ report: PlacementReport, now: MonotonicTime) {
        note(report)
        carryOut(window.machine.placed(number, report, now: now), now: now)
    }

    private mutating func note(_ report: PlacementReport) {
        window.isHonoured = report.isHonoured
        // A window that is minimised or on another workspace is there all the same.
        if !report.shortfalls.contains(.notShown) || !isAway { window.isVisible = isReportedThere(report) }
        window.isPinned = report.shortfalls.allSatisfy { $0 != .notAbove && $0 != .notSticky }
        if let geometry = report.geometry { window.geometry = geometry }
    }

    private var isAway: Bool { window.isMinimised || !window.isOnCurrentWorkspace }

    private func isReportedThere(_ report: PlacementReport) -> Bool {
        window.isShown && !report.shortfalls.contains(.notShown)
    }

    mutating func windowChanged(_ event: WindowEvent, now: MonotonicTime) {
        switch event {
        case .closeRequested: closeWindow(now: now)
        case .destroyed, .displayLost:
            window.isShown = false
            window.isVisible = false
            window.geometry = nil
            let wasActive = window.machine.isActive || window.machine.isStarting
            carryOut(window.machine.end(.system, now: now), now: now)
            // What somebody took away was closed.
            if !wasActive { closePlayback(from: event == .destroyed ? .person : .program, now: now) }
            window.isDismissed = true
            if case .displayLost(let why) = event { windowOpened(.none, .nothing, why) }
        case .moved(let rect):
            window.geometry = rect
            if isFreePictureInPicture, rect.width >= PictureInPictureLayout.leastWidth {
                adopt { $0.width = rect.width }
            }
        case .corner(let corner):
            if isFreePictureInPicture { adopt { $0.corner = corner } }
        case .fullscreen(let isOn):
            let wasFullscreen = window.machine.base == .fullscreen
            window.machine.noteFullscreen(isOn)
            window.isFilling = isOn
            if wasFullscreen, !isOn { startByItself(now: now) }
        case .minimised(let isMinimised):
            window.isMinimised = isMinimised
            if isMinimised { startByItself(now: now) }
        case .onCurrentWorkspace(let isThere):
            window.isOnCurrentWorkspace = isThere
            if !isThere { startByItself(now: now) }
        case .placed(let report): note(report)
        case .capabilitiesChanged(let capabilities):
            window.capabilities = capabilities
            // Who comes after one that left does not know what was asked of that one.
            if capabilities.windowManager != nil, window.isShown, !window.isHonoured {
                carryOut(window.machine.placeAgain(), now: now)
            }
        case .pinned(let above, let sticky):
            window.isPinned = above && sticky
            if window.machine.isActive { window.isHonoured = window.isPinned }
        case .backendChanged(let backend, let reason): (window.backend, window.reason) = (backend, reason)
        case .compositorLost(let why): window.reason = why
        case .compositorBack: window.reason = nil
        case .key(let press):
            if let command = press.command(in: self) {
                take(command, from: .person, now: now)
            } else {
                noteSignOfLife(now: now)
            }
        case .pointer(let pointer): take(pointer, now: now)
        case .obscured(let isObscured):
            if isObscured, window.machine.base == .fullscreen { startByItself(now: now) }
        case .exposed:
            // While it plays, the next picture comes by itself.
            if status != .playing { perform(.redrawPicture) }
        case .focused: break
        }
    }

    /// Whether it is as picture in picture is: what a tile or the whole screen is like is not kept.
    private var isFreePictureInPicture: Bool { window.machine.isActive && window.isPinned && !window.isFilling }

    /// Where and how large the user made it is where and how large it is the next time.
    private mutating func adopt(_ change: (inout PictureInPictureLayout) -> Void) {
        var layout = window.machine.layout
        change(&layout)
        window.machine.adopt(layout)
    }

    private mutating func startByItself(now: MonotonicTime) {
        guard window.machine.startsAutomatically, status == .playing, whyNoPictureInPicture == nil else { return }
        carryOut(window.machine.start(whyNot: nil, now: now), now: now)
    }

    private mutating func take(_ event: PointerEvent, now: MonotonicTime) {
        switch event {
        case .entered, .moved: cards.machine.pointerMoved(now: now)
        case .left: cards.machine.pointerLeft()
        case .doubleClicked(let x, let y) where button(at: x, y) == nil:
            let isFullscreen = window.machine.base == .fullscreen
            let command: PlayerCommand = window.machine.isActive ? .stopPictureInPicture : .setFullscreen(!isFullscreen)
            take(command, from: .person, now: now)
        case .released(1, let x, let y, false) where window.machine.isActive:
            switch button(at: x, y) {
            case .playPause, nil: take(.playPause, from: .person, now: now)
            case .restore: take(.stopPictureInPicture, from: .person, now: now)
            case .close: take(.closePictureInPicture, from: .person, now: now)
            }
        case .dragged where window.machine.isActive:
            noteSignOfLife(now: now)
            perform(.window(.drag))
        case .scrolled(_, let dy) where dy != 0:
            take(.setVolume(volume - 0.05 * Double(dy)), from: .person, now: now)
        default: noteSignOfLife(now: now)
        }
    }

    /// The button of the controls that is under the pointer.
    private func button(at x: Int, _ y: Int) -> CardButton? {
        guard let geometry = window.geometry else { return nil }
        return CardLayout(width: geometry.width, height: geometry.height, cards: cards.machine.shown).button(at: x, y)
    }

    private mutating func closeWindow(now: MonotonicTime) {
        if window.machine.isActive {
            take(.closePictureInPicture, from: .person, now: now)
        } else {
            closePlayback(from: .person, now: now)
        }
    }

    private mutating func closePlayback(from origin: CommandOrigin, now: MonotonicTime) {
        window.isDismissed = true
        take(settings.windowClosePlayback == .pause ? .pause : .stop, from: origin, now: now)
    }

    // MARK: Carrying out

    private mutating func carryOut(_ actions: [WindowMachine.Action], now: MonotonicTime) {
        for action in actions {
            switch action {
            case .place(let number, let placement): perform(.window(.place(number, placement)))
            case .tell(let notice):
                notify(.window(notice))
                // What is closed does not become a window again for a moment.
                if [.willStop(.close), .willStop(.itemEnded)].contains(notice) { hideWindow() }
            case .closePlayback: closePlayback(from: .program, now: now)
            case .arm(let moment):
                window.armed = moment
                perform(.arm(.window, moment))
            case .disarm:
                guard window.armed != nil else { continue }
                window.armed = nil
                perform(.disarm(.window))
            }
        }
    }

    mutating func windowDeadlinePassed(now: MonotonicTime) {
        window.armed = nil
        carryOut(window.machine.deadlinePassed(now: now), now: now)
    }
}

/// What closing the window does to playback.
public enum ClosePlayback: String, Hashable, Sendable, CaseIterable {
    case pause, stop
}
