/// The video window: when it is shown, and the state of picture in picture.
struct Window: CommandedFeature, ListeningFeature {
    private var machine = WindowMachine()
    private var state = WindowStatus()
    private var snapshot = WindowSnapshot()
    /// What a person did last, for the focus of a window that opens: a pipeline, and when.
    private var acted: (generation: Generation?, at: MonotonicTime)?

    /// How long a person who asked for something waits for it, if the item that opens is not the one that was named, such as
    /// the first of a list.
    private static let attention = MediaTime(nanoseconds: 10_000_000_000)

    // MARK: Commands

    mutating func handle(
        _ command: PlayerCommand.Window, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        let now = scene.now
        switch command {
        case .startPictureInPicture: return start(scene, &requests)
        case .stopPictureInPicture: carryOut(machine.stop(now: now), scene, &requests)
        case .closePictureInPicture: carryOut(machine.end(.close, now: now), scene, &requests)
        case .togglePictureInPicture:
            guard machine.isActive || machine.isStarting else { return start(scene, &requests) }
            carryOut(machine.stop(now: now), scene, &requests)
        case .setFullscreen(let isOn):
            if isOn, !isSupported(scene) {
                return .failure(.notPossible(noDisplay))
            }
            carryOut(machine.setFullscreen(isOn, now: now), scene, &requests)
        case .raise:
            guard currentState != .none else {
                return .failure(.notPossible("There is no window to bring to the front."))
            }
            requests.perform(.window(.raise))
        case .registerInterface(let who): carryOut(machine.register(who, now: now), scene, &requests)
        case .restoreCompleted(let serial, let isBack):
            carryOut(machine.restored(serial, isBack, now: now), scene, &requests)
        case .setStartsAutomatically(let isOn):
            machine.startsAutomatically = isOn == scene.settings.startsPictureInPicture ? nil : isOn
        case .setCorner(let corner): place(scene, &requests) { $0.corner = corner }
        case .setLocked(let isLocked): state.isLocked = isLocked
        case .setWidth(let width):
            guard (UInt32(PictureInPictureLayout.leastWidth)...16_384).contains(width) else {
                return .failure(.invalid("The width must be from 160 to 16384 pixels."))
            }
            place(scene, &requests) { $0.width = Int(width) }
        case .screenshot:
            guard scene.facts.hasVideo else { return .failure(.notPossible("There is no picture to save.")) }
            requests.perform(.pictures(.screenshot))
        case .setScaling(let scaling): state.scaling = scaling == scene.settings.pictureScaling ? nil : scaling
        }
        return .success(.done)
    }

    private mutating func start(_ scene: Scene, _ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        let reason = machine.isActive ? nil : whyNoPictureInPicture(scene)
        carryOut(machine.start(whyNot: reason, now: scene.now), scene, &requests)
        return reason.map { .failure(.notPossible($0)) } ?? .success(.done)
    }

    private mutating func place(
        _ scene: Scene, _ requests: inout Requests, _ change: (inout PictureInPictureLayout) -> Void
    ) {
        var layout = machine.layout
        change(&layout)
        carryOut(machine.setLayout(layout), scene, &requests)
    }

    // MARK: Events

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .personActed = event { acted = (scene.generation, scene.now) }
        guard case .restored(let session) = event else { return }
        if let layout = session.state.pictureInPicture { machine.adopt(layout) }
        machine.startsAutomatically = session.state.startsAutomatically
        state.scaling = session.state.scaling
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .window(.opened(let backend, let capabilities, let reason)):
            opened(backend, capabilities, reason, &requests)
        case .window(.placed(let number, let report)):
            state.note(report)
            carryOut(machine.placed(number, report, now: scene.now), scene, &requests)
        case .window(.changed(let event)): changed(event, scene, &requests)
        case .engine(.sinksChosen(let report)): sinkChosen(report.video, scene, &requests)
        case .engine, .reading, .library, .exports, .pictures, .machine, .wake, .writeDown: break
        }
    }

    /// The window was opened, or there is none; with the reason.
    private mutating func opened(
        _ backend: WindowBackend, _ capabilities: WindowCapabilities, _ reason: String?, _ requests: inout Requests
    ) {
        if backend == .none || state.backend == nil { state.aspect = nil }
        state.backend = backend
        state.capabilities = capabilities
        state.reason = reason
        state.compositorFault = nil
        state.scale = nil
        if backend == .none {
            state.isShown = false
            state.isVisible = false
        }
        if backend == .none, let reason { logLine("no window: \(reason)", &requests) }
    }

    /// Without a video sink there is nothing to show in a window.
    private mutating func sinkChosen(_ name: String, _ scene: Scene, _ requests: inout Requests) {
        guard name == "none", let backend = state.backend, backend != .none else { return }
        // The picture was lost, but nobody closed it: sound continues.
        carryOut(machine.end(.system, now: scene.now).filter { $0 != .closePlayback }, scene, &requests)
        hide(&requests)
        opened(.none, .nothing, "The display does not respond.", &requests)
    }

    private mutating func changed(_ event: WindowEvent, _ scene: Scene, _ requests: inout Requests) {
        let now = scene.now
        switch event {
        case .closeRequested:
            if machine.isActive {
                requests.take(.window(.closePictureInPicture), from: .person)
            } else {
                closePlayback(from: .person, scene, &requests)
            }
        case .destroyed, .displayLost:
            state.isShown = false
            state.isVisible = false
            state.geometry = nil
            let wasActive = machine.isActive || machine.isStarting
            carryOut(machine.end(.system, now: now), scene, &requests)
            // Destroying the window counts as closing it.
            if !wasActive { closePlayback(from: event == .destroyed ? .person : .program, scene, &requests) }
            state.isDismissed = true
            if case .displayLost(let why) = event { opened(.none, .nothing, why, &requests) }
        case .moved(let rect):
            state.geometry = rect
            if isFreePictureInPicture, rect.width >= PictureInPictureLayout.leastWidth {
                adopt { $0.width = max(rect.width, rect.height) }
            }
        case .corner(let corner): if isFreePictureInPicture { adopt { $0.corner = corner } }
        case .fullscreen(let isOn):
            let wasFullscreen = machine.base == .fullscreen
            machine.noteFullscreen(isOn)
            state.isFilling = isOn
            if wasFullscreen, !isOn { startByItself(scene, &requests) }
        case .minimised(let isMinimised):
            state.isMinimised = isMinimised
            if isMinimised { startByItself(scene, &requests) }
        case .onCurrentWorkspace(let isThere):
            state.isOnCurrentWorkspace = isThere
            if !isThere { startByItself(scene, &requests) }
        case .placed(let report): state.note(report)
        case .capabilitiesChanged(let capabilities):
            state.capabilities = capabilities
            // Another window manager does not know earlier requests.
            if capabilities.windowManager != nil, state.isShown, !state.isHonoured {
                carryOut(machine.placeAgain(), scene, &requests)
            }
        case .pinned(let above, let sticky):
            state.isPinned = above && sticky
            if machine.isActive { state.isHonoured = state.isPinned }
        case .backendChanged(let backend, let reason):
            (state.backend, state.reason) = (backend, reason)
            state.compositorFault = nil
        case .compositorLost(let why): state.compositorFault = why
        case .compositorBack: state.compositorFault = nil
        case .obscured(let isObscured):
            state.isObscured = isObscured
            if isObscured, machine.base == .fullscreen { startByItself(scene, &requests) }
        case .exposed:
            // During playback the next picture follows anyway.
            if scene.status != .playing { requests.perform(.engine(.redrawPicture)) }
        case .focused, .key, .pointer: break
        }
    }

    /// Whether the window has the place of picture in picture: that of a tile or of the whole screen is not kept.
    private var isFreePictureInPicture: Bool { machine.isActive && state.isPinned && !state.isFilling }

    /// The place and size that the user gave the window are used the next time.
    private mutating func adopt(_ change: (inout PictureInPictureLayout) -> Void) {
        var layout = machine.layout
        change(&layout)
        machine.adopt(layout)
    }

    private mutating func startByItself(_ scene: Scene, _ requests: inout Requests) {
        guard machine.startsAutomatically ?? scene.settings.startsPictureInPicture, scene.status == .playing,
            whyNoPictureInPicture(scene) == nil
        else { return }
        carryOut(machine.start(whyNot: nil, now: scene.now), scene, &requests)
    }

    private mutating func closePlayback(from origin: CommandOrigin, _ scene: Scene, _ requests: inout Requests) {
        state.isDismissed = true
        let pauses = scene.settings.windowClosePlayback == .pause && !scene.isResting
        requests.take(pauses ? .pause : .quit, from: origin)
    }

    // MARK: Following

    /// Shows the window while there is something to see, and hides it otherwise.
    ///
    /// While an item is opened, the window stays as it is: a change of items, an error or a seek does not close it or
    /// make it flicker.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        defer { makeSnapshot(scene) }
        if let deadline = state.deadline, deadline <= scene.now {
            state.deadline = nil
            carryOut(machine.deadlinePassed(now: scene.now), scene, &requests)
        }
        guard let backend = state.backend else { return noteMissingDisplay(scene, &requests) }
        guard backend != .none else { return }
        if scene.status == .playing { state.isDismissed = false }
        let title = scene.metadata?.title ?? ""
        if scene.generation != nil, scene.isPresent, title != state.title {
            state.title = title
            requests.perform(.window(.setTitle(title)))
        }
        followArtwork(scene, &requests)
        followScale(&requests)
        followScaling(scene, &requests)
        if scene.startedAt != nil, let aspect = scene.facts.aspect {
            if aspect != state.aspect { requests.perform(.window(.shape(aspect))) }
            state.aspect = aspect
            place(scene, &requests) { $0.aspect = aspect }
        }
        if scene.isResting {
            if state.isDismissed { hide(&requests) }
        } else if scene.generation == nil {
            carryOut(machine.end(.itemEnded, now: scene.now), scene, &requests)
            hide(&requests)
        } else if scene.startedAt != nil {
            if hasPicture(scene), !state.isDismissed { show(scene, &requests) } else { hide(&requests) }
        }
    }

    /// When a step of the window took too long.
    func wakesAt(_ scene: Scene) -> MonotonicTime? { state.deadline }

    func describe(into published: inout Published) {
        published.snapshot.window = snapshot
        published.showsArtwork = state.artwork != nil
    }

    /// Whether the current item has a picture or a shown cover.
    private func hasPicture(_ scene: Scene) -> Bool { scene.facts.hasVideo || state.artwork != nil }

    /// Shows the cover of an item without video; while it is looked for, the previous item's cover stays. For an item
    /// without a cover no window opens, and an open one stays.
    private mutating func followArtwork(_ scene: Scene, _ requests: inout Requests) {
        guard scene.item != nil, scene.generation != nil || scene.isResting else {
            return showArtwork(nil, &requests)
        }
        guard scene.isPresent, scene.facts.findings != nil else { return }
        guard scene.settings.showsArtwork, !scene.facts.hasVideo else { return showArtwork(nil, &requests) }
        guard !scene.published.isArtworkOnItsWay else { return }
        if let file = scene.metadata?.artworkURI, file.lowercased().hasPrefix("file:") {
            showArtwork(.artwork(file), &requests)
        } else if state.artwork != nil {
            showArtwork(.plain, &requests)
        }
    }

    private mutating func showArtwork(_ picture: WindowArtwork?, _ requests: inout Requests) {
        guard picture != state.artwork else { return }
        state.artwork = picture
        requests.perform(.engine(.showArtwork(picture)))
    }

    private mutating func noteMissingDisplay(_ scene: Scene, _ requests: inout Requests) {
        guard scene.settings.lacksDisplay, scene.startedAt != nil, scene.facts.hasVideo else { return }
        logLine(
            "there is no display, and video is not shown; once there is one, run "
                + "`systemctl --user import-environment DISPLAY WAYLAND_DISPLAY` and restart mediad", &requests)
    }

    /// Logs a text once, until it changes.
    private mutating func logLine(_ text: String, _ requests: inout Requests) {
        guard text != state.logLine else { return }
        state.logLine = text
        requests.logLine(text)
    }

    /// Tells the engine the size of the shown picture when it changed.
    private mutating func followScale(_ requests: inout Requests) {
        guard state.isShown, let rect = state.geometry, rect.width > 0, rect.height > 0,
            state.scale?.width != rect.width || state.scale?.height != rect.height
        else { return }
        state.scale = rect
        requests.perform(.engine(.scalePicture(rect.width, rect.height)))
    }

    private func scaling(_ scene: Scene) -> PictureScaling { state.scaling ?? scene.settings.pictureScaling }

    /// Tells the engine whether the picture fills the window. Picture in picture has its shape anyway.
    private mutating func followScaling(_ scene: Scene, _ requests: inout Requests) {
        let isCut = scaling(scene) == .fill && !machine.isActive
        guard isCut != state.isCut else { return }
        state.isCut = isCut
        requests.perform(.engine(.fillWindow(isCut)))
    }

    private mutating func show(_ scene: Scene, _ requests: inout Requests) {
        guard !state.isShown else { return }
        state.isShown = true
        snapshot.takesFocus = takesFocus(scene)
        // Before it is shown, so that it does not appear in another size first.
        if scene.settings.opensFullscreen { carryOut(machine.openFullscreen(now: scene.now), scene, &requests) }
        requests.perform(.window(.show))
    }

    /// Whether the window that opens takes the keyboard: it does for what a person has just asked for, and not for what
    /// begins by itself while somebody works elsewhere.
    private func takesFocus(_ scene: Scene) -> Bool {
        guard !machine.isActive, let acted else { return false }
        return acted.generation == scene.generation || acted.at + Self.attention >= scene.now
    }

    private mutating func hide(_ requests: inout Requests) {
        guard state.isShown else { return }
        state.isShown = false
        state.isVisible = false
        requests.perform(.window(.hide))
    }

    /// Why picture in picture cannot be started now; nil if it can.
    private func whyNoPictureInPicture(_ scene: Scene) -> String? {
        if let backend = state.backend, backend != .none {
            if scene.generation == nil || !hasPicture(scene) { return "No video is playing: start one first." }
            if state.isLocked { return "The session is locked: unlock it first." }
            if let fault = state.compositorFault {
                return "The connection to the compositor was lost (\(fault)): wait until it is back."
            }
            if !state.isVisible { return "The window is not on the screen yet." }
            if !state.capabilities.canDoPictureInPicture {
                let reason = state.reason ?? "there is no window manager that can keep a window above others"
                return "Picture in picture is not possible: \(reason)."
            }
            return nil
        }
        if state.backend == nil, scene.settings.hasDisplay { return "No video is playing: start one first." }
        return noDisplay
    }

    private var noDisplay: String {
        state.reason.map { "There is no display to show a window on: \($0)." }
            ?? "There is no display to show a window on."
    }

    private func isSupported(_ scene: Scene) -> Bool {
        state.backend.map { $0 != .none } ?? scene.settings.hasDisplay
    }

    private var currentState: WindowSnapshot.State {
        if machine.isActive { return .pictureInPicture }
        guard state.isVisible else { return .none }
        return machine.base == .fullscreen ? .fullscreen : .windowed
    }

    private mutating func makeSnapshot(_ scene: Scene) {
        snapshot.backend = state.backend ?? WindowBackend.none
        snapshot.isSupported = isSupported(scene)
        snapshot.whyNot = whyNoPictureInPicture(scene)
        snapshot.isActive = machine.isActive
        snapshot.startsAutomatically = machine.startsAutomatically ?? scene.settings.startsPictureInPicture
        snapshot.chosenStart = machine.startsAutomatically
        snapshot.layout = machine.layout
        snapshot.scaling = scaling(scene)
        snapshot.chosenScaling = state.scaling
        snapshot.isHonoured = state.isHonoured
        snapshot.geometry = state.isVisible ? state.geometry : nil
        snapshot.state = currentState
        snapshot.isInSight =
            state.isVisible && !state.isMinimised && !state.isObscured && !state.isLocked
            && (state.isOnCurrentWorkspace || machine.isActive)
    }

    private mutating func carryOut(
        _ actions: [WindowMachine.Action], _ scene: Scene, _ requests: inout Requests
    ) {
        for action in actions {
            switch action {
            case .place(let number, let placement): requests.perform(.window(.place(number, placement)))
            case .tell(let notice):
                requests.notify(.window(notice))
                // A closed picture in picture must not become a window again for an instant.
                if [.willStop(.close), .willStop(.itemEnded)].contains(notice) { hide(&requests) }
            case .closePlayback: closePlayback(from: .program, scene, &requests)
            case .arm(let moment): state.deadline = moment
            case .disarm: state.deadline = nil
            }
        }
    }
}
