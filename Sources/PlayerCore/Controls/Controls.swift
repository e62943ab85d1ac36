/// The controls in the window: what keys, clicks and the pointer mean, and when the transport bar is shown.
struct Controls: ListeningFeature {
    /// How long the bar stays under a resting pointer.
    static let pointerTime = MediaTime(nanoseconds: 2_000_000_000)
    /// How long the bar stays after a key: people who use keys look for the next one.
    static let keyTime = MediaTime(nanoseconds: 5_000_000_000)

    /// How far these keys go in an open list.
    private static let pages = ["Prior": -8, "Next": 8, "Home": -Queue.limit, "End": Queue.limit]

    private var state = ControlState()
    /// When the bar disappears; nil: it is not shown.
    private var shownUntil: MonotonicTime?
    /// Whether a key called the bar, and not only the pointer: then Escape hides it.
    private var wasCalled = false
    private var pointer = WindowPointer()
    private var item: ItemID?
    private var buffered = BufferedPosition()
    /// Where the cards lie that are seen.
    private(set) var placed = CardAreas()

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        buffered.hear(event)
        switch event {
        case .window(.changed(.key(let press))): pressed(press, scene, &requests)
        case .window(.changed(.pointer(let event))): pointed(event, scene, &requests)
        case .window(.changed(.destroyed)), .window(.changed(.displayLost)):
            hide()
            pointer.windowClosed()
        case .engine(.cardsPlaced(let areas)):
            placed = areas
            pointAgain(scene)
        default: break
        }
    }

    /// Hides what has been shown long enough.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        if item != scene.item?.id {
            item = scene.item?.id
            if state.panel != .queue { state.panel = nil }
            state.tab = 0
            dropScrub()
        }
        if !canShowBar(scene) {
            // The queue stays open while the next item begins.
            if scene.isPresent || state.panel != .queue { state.panel = nil }
            dropScrub()
            shownUntil = nil
        } else if let panel = state.panel, panel.isList, PanelRows(scene: scene, tab: state.tab).count(panel) == 0 {
            state.panel = nil
        }
        if !isHeld, let until = shownUntil, until <= scene.now { shownUntil = nil }
        let isShown = shownUntil != nil
        if !isShown {
            (state.hint, wasCalled) = (nil, false)
            // The pointer stays over a card that does not disappear with the bar.
            switch state.light?.target {
            case .bar, .line, .volume, .row, .tab, .scroll: state.light = nil
            default: if state.light?.isFocus == true { state.light = nil }
            }
        }
        // The keys need its place.
        state.isBarShown = isShown && state.panel != .keys
        state.scrubbed = pointer.scrub?.share
        buffered.follow(scene, isBarShown: isShown, &requests)
    }

    /// When the bar disappears.
    func wakesAt(_ scene: Scene) -> MonotonicTime? { isHeld ? nil : shownUntil }

    func describe(into published: inout Published) {
        published.controls = state
        published.bufferedPosition = buffered.position
    }

    /// Whether the bar stays although nothing happens.
    private var isHeld: Bool { state.panel != nil || pointer.grip != nil }

    private func canShowBar(_ scene: Scene) -> Bool {
        guard scene.isPresent, scene.hasPicture else { return false }
        return switch (scene.settings.cards, scene.published.snapshot.window.state) {
        case (.off, _), (_, .none), (_, .pictureInPicture), (.fullscreen, .windowed): false
        case (.on, _), (.fullscreen, .fullscreen): true
        }
    }

    private mutating func show(_ time: MediaTime, _ scene: Scene) {
        guard canShowBar(scene) else { return }
        // The pointer does not shorten the time of a key.
        shownUntil = max(shownUntil ?? scene.now, scene.now + time)
        state.isBarShown = true
    }

    private mutating func hide() {
        shownUntil = nil
        pointer.grip = nil
        wasCalled = false
        state = ControlState()
    }

    // MARK: Keys

    private mutating func pressed(_ press: KeyPress, _ scene: Scene, _ requests: inout Requests) {
        if press.modifiers.subtracting(.shift) == .control {
            if let command = WindowKeys(scene: scene).command(of: press) { requests.take(command, from: .person) }
            return
        }
        guard press.modifiers.subtracting(.shift).isEmpty else { return }
        if shownUntil != nil { show(Self.keyTime, scene) }
        switch press.name {
        case "Tab": moveFocus(press.modifiers.contains(.shift) ? -1 : 1, scene)
        case "ISO_Left_Tab": moveFocus(-1, scene)
        // Behind the end there is nothing to steer.
        case let key where scene.isResting && ["i", "I"].contains(key): break
        case "i":
            if state.isBarShown {
                hide()
            } else {
                show(Self.keyTime, scene)
                wasCalled = state.isBarShown
            }
        case "I":
            show(Self.keyTime, scene)
            wasCalled = state.isBarShown
            if state.isBarShown { toggle(.information, scene) }
        case "l" where canShowBar(scene):
            show(Self.keyTime, scene)
            // Whoever looks for something else is not surprised by what is proposed.
            if scene.isResting { requests.take(.proposals(.deferDecision), from: .person) }
            toggle(.queue, scene)
            if state.panel == .queue { moveRow(0, scene) }
        case "question" where canShowBar(scene): toggle(.keys, scene)
        case let key where ["Return", "KP_Enter"].contains(key) && focused(scene) != nil:
            if let target = focused(scene) { self.press(target, isKey: true, scene, &requests) }
        case let key where isList(scene) && Self.pages[key] != nil: moveRow(Self.pages[key] ?? 0, scene)
        case "Escape" where pointer.scrub != nil: cancelScrub(&requests)
        case "Escape" where state.panel != nil: close(scene)
        case "Escape" where state.isBarShown && (wasCalled || state.light?.isFocus == true): hide()
        case let key where ["Up", "Down"].contains(key) && isList(scene): moveRow(key == "Up" ? -1 : 1, scene)
        case let key where ["Left", "Right"].contains(key) && hasTabs(scene):
            openTab(state.tab + (key == "Left" ? -1 : 1), isKey: true, scene)
        case let key where ["Left", "Right"].contains(key) && focused(scene) == .volume:
            requests.take(.setVolume(scene.volume(changedBy: key == "Left" ? -0.05 : 0.05)), from: .person)
        case let key where ["Left", "Right"].contains(key) && isOnButton(scene):
            moveFocus(key == "Left" ? -1 : 1, isArrow: true, scene)
        default:
            if let command = WindowKeys(scene: scene).command(of: press) {
                requests.take(command, from: .person)
            } else if !scene.isResting,
                let why = TrackKeys(tracks: scene.facts.tracks, style: scene.subtitles).refusal(of: press.name)
            {
                state.refusal = ControlState.Refusal(why: why, at: scene.now)
            }
        }
    }

    private func shown(_ scene: Scene) -> [Card] { scene.published.snapshot.cards }

    /// The focused target, if it is shown.
    private func focused(_ scene: Scene) -> CardTarget? {
        guard let light = state.light, light.isFocus, shown(scene).subject(of: light.target) != nil else { return nil }
        // The focus takes a list along.
        return light.target.isInList || !placed.leavesOut(light.target) ? light.target : nil
    }

    /// Whether left and right move between buttons of the bar. On the line, they seek.
    private func isOnButton(_ scene: Scene) -> Bool {
        if case .bar? = focused(scene) { true } else { false }
    }

    private func isList(_ scene: Scene) -> Bool { state.panel?.isList ?? false }

    /// Moves the focus to the next or previous target. The first key goes to what is asked, such as a proposal, and otherwise
    /// to the bar.
    ///
    /// - Parameter isArrow: whether an arrow moves it, which would change the volume on its line.
    private mutating func moveFocus(_ step: Int, isArrow: Bool = false, _ scene: Scene) {
        guard canShowBar(scene) else { return }
        show(Self.keyTime, scene)
        let targets = shown(scene).flatMap(\.targets).filter { target in
            target != .scroll && (!isArrow || target != .volume)
                && (target == state.light?.target || !placed.leavesOut(target))
        }
        guard let light = state.light, light.isFocus, let here = targets.firstIndex(of: light.target) else {
            return focus(targets.first(where: \.isQuestion) ?? .bar(.playPause))
        }
        focus(targets[(here + step + targets.count) % targets.count])
    }

    private mutating func focus(_ target: CardTarget) {
        state.light = CardLight(target, isFocus: true)
        if case .row(let row) = target { state.row = row }
    }

    private mutating func moveRow(_ step: Int, _ scene: Scene) {
        guard let panel = state.panel else { return }
        let rows = PanelRows(scene: scene, tab: state.tab)
        let count = rows.count(panel)
        guard count > 0 else { return }
        var here = state.row ?? rows.current(panel) ?? 0
        if case .row(let row)? = state.light?.target { here = row + step }
        focus(.row(min(max(0, here), count - 1)))
    }

    // MARK: Panels

    /// Whether left and right go through the tabs of the open list: the focus is in it.
    private func hasTabs(_ scene: Scene) -> Bool {
        guard state.panel == .chapters, PanelRows(scene: scene).tabs.count > 1 else { return false }
        return switch focused(scene) {
        case .row, .tab, nil: true
        default: false
        }
    }

    /// Opens a tab of the list of chapters; the first and the last one are neighbours.
    private mutating func openTab(_ index: Int, isKey: Bool, _ scene: Scene) {
        let count = PanelRows(scene: scene).tabs.count
        guard count > 0 else { return }
        state.tab = (index + count) % count
        state.row = nil
        if isKey { moveRow(0, scene) }
    }

    private mutating func toggle(_ panel: Panel, _ scene: Scene) {
        guard !scene.isResting || panel == .queue || panel == .keys else { return }
        guard state.panel != panel else { return close(scene) }
        state.panel = panel
        state.row = nil
        state.hint = nil
    }

    /// Closes the panel. A focus in it goes back to its button.
    private mutating func close(_ scene: Scene) {
        let button = state.panel.flatMap(TargetPress.button).map(CardTarget.bar)
        let wereKeys = state.panel == .keys
        state.panel = nil
        state.row = nil
        if let light = state.light, light.target.isInList {
            state.light = light.isFocus ? button.map { CardLight($0, isFocus: true) } : nil
        }
        if wereKeys { shownUntil = nil } else { show(Self.pointerTime, scene) }
    }

    /// Does what a target means.
    private mutating func press(
        _ target: CardTarget, isKey: Bool, _ scene: Scene, _ requests: inout Requests
    ) {
        if case .tab(let index) = target { return openTab(index, isKey: isKey, scene) }
        if let panel = TargetPress.panel(of: target) {
            toggle(panel, scene)
            if isKey, state.panel == panel, panel.isList { moveRow(0, scene) }
            return
        }
        guard let command = TargetPress(scene: scene, tab: state.tab).command(of: target, panel: state.panel) else {
            return
        }
        if case .row = target { close(scene) }
        requests.take(command, from: .person)
    }

    // MARK: The pointer

    private mutating func pointed(_ event: PointerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .moved(let x, let y):
            show(Self.pointerTime, scene)
            point(x, y, scene)
        case .entered(let x, let y): point(x, y, scene)
        case .left:
            pointer.left()
            state.hint = nil
            if state.light?.isFocus == false { state.light = nil }
            if !isHeld, state.light == nil { shownUntil = nil }
        case .pressed(1, let x, let y): grasp(x, y, scene, &requests)
        case .dragged(_, _, let x, let y) where pointer.grip != nil: dragged(to: x, y, scene, &requests)
        case .dragged where scene.published.snapshot.window.isActive: requests.perform(.window(.drag))
        case .released(1, let x, let y, let wasDrag): released(x, y, wasDrag, scene, &requests)
        case .doubleClicked(let x, let y): doubleClicked(x, y, scene, &requests)
        case .scrolled(_, let dy) where dy != 0: scrolled(dy, scene, &requests)
        default: break
        }
    }

    private mutating func dragged(to x: Int, _ y: Int, _ scene: Scene, _ requests: inout Requests) {
        switch pointer.grip {
        case .line(let scrub):
            show(Self.pointerTime, scene)
            drag(scrub, to: x, scene, &requests)
        case .volume: setVolume(at: x, scene, &requests)
        case .list: scroll(to: y, scene)
        case nil: break
        }
    }

    private func touch(_ x: Int, _ y: Int, _ scene: Scene) -> Touch { placed.touch(x, y, among: shown(scene)) }

    /// Emphasises what is under the pointer.
    private mutating func point(_ x: Int, _ y: Int, _ scene: Scene) {
        pointer.moved(to: x, y, now: scene.now)
        emphasise(x, y, scene)
    }

    private mutating func emphasise(_ x: Int, _ y: Int, _ scene: Scene) {
        let target = touch(x, y, scene).target
        state.light = target.map { CardLight($0, isFocus: false) }
        state.hint = target == .line ? share(x) : nil
    }

    /// Emphasises what came under a pointer that has just moved: one that rests is forgotten, and soon hidden. The keyboard
    /// keeps its focus, and a drag what it has taken.
    private mutating func pointAgain(_ scene: Scene) {
        guard let place = pointer.livelyPlace(now: scene.now), state.light?.isFocus != true, pointer.grip == nil else {
            return
        }
        emphasise(place.x, place.y, scene)
    }

    private func share(_ x: Int) -> Double? { placed.rect(of: .line)?.share(atColumn: x) }

    /// Takes what follows the pointer from now on.
    private mutating func grasp(_ x: Int, _ y: Int, _ scene: Scene, _ requests: inout Requests) {
        let touch = touch(x, y, scene)
        guard pointer.press(x, y, on: touch, now: scene.now) else { return }
        switch touch.target {
        case .scroll: pointer.grip = .list
        case .volume: pointer.grip = .volume
        case .line:
            guard let item = scene.item?.id else { return }
            pointer.grip = .line(Scrub(item: item, from: scene.seekTarget ?? scene.position))
        default: return
        }
        dragged(to: x, y, scene, &requests)
    }

    private mutating func released(
        _ x: Int, _ y: Int, _ wasDrag: Bool, _ scene: Scene, _ requests: inout Requests
    ) {
        let touch = touch(x, y, scene)
        let isMeant = pointer.release(x, y, on: touch, now: scene.now)
        if let grip = pointer.grip {
            pointer.grip = nil
            pointer.wasOnTarget = true
            if case .line(let scrub) = grip { letGo(scrub, scene, &requests) }
            return
        }
        guard !wasDrag else { return }
        pointer.wasOnTarget = touch != .picture || !isMeant
        guard isMeant else { return }
        switch touch {
        case .target(let subject): press(subject.target, isKey: false, scene, &requests)
        case .card: break
        case .picture:
            if state.panel != nil {
                // A click beside a panel closes it.
                close(scene)
                pointer.wasOnTarget = true
            } else if scene.published.snapshot.window.isActive {
                requests.take(.playPause, from: .person)
            }
        }
    }

    private mutating func letGo(_ scrub: Scrub, _ scene: Scene, _ requests: inout Requests) {
        if let end = scrub.end(at: scene.seekTarget ?? scene.position) {
            requests.take(.setPosition(scrub.item, end), from: .person)
        }
        show(Self.pointerTime, scene)
    }

    private mutating func doubleClicked(_ x: Int, _ y: Int, _ scene: Scene, _ requests: inout Requests) {
        guard !pointer.wasOnTarget, touch(x, y, scene) == .picture else { return }
        let window = scene.published.snapshot.window
        let command: PlayerCommand.Window =
            window.isActive ? .stopPictureInPicture : .setFullscreen(window.state != .fullscreen)
        requests.take(.window(command), from: .person)
    }

    /// The wheel moves an open list; otherwise it changes the volume.
    private mutating func scrolled(_ dy: Int, _ scene: Scene, _ requests: inout Requests) {
        guard isList(scene), let panel = state.panel else {
            return requests.take(.setVolume(scene.volume(changedBy: -0.05 * Double(dy))), from: .person)
        }
        let rows = PanelRows(scene: scene, tab: state.tab)
        let here = state.row ?? rows.current(panel) ?? 0
        state.row = min(max(0, here + dy), max(0, rows.count(panel) - 1))
    }

    /// Seeks to a column of the line. The player follows with key frames, and ends exactly.
    private mutating func drag(_ scrub: Scrub, to x: Int, _ scene: Scene, _ requests: inout Requests) {
        guard let share = share(x), let target = BarLine(scene)?.media(at: share) else { return }
        var scrub = scrub
        state.hint = share
        state.light = CardLight(.line, isFocus: false)
        // What is paused cannot end under the pointer.
        let length = scene.status == .playing ? scene.facts.duration : nil
        if let seek = scrub.move(to: target, at: share, length: length) {
            requests.take(.setPosition(scrub.item, seek), from: .person)
        }
        pointer.grip = .line(scrub)
    }

    private func setVolume(at x: Int, _ scene: Scene, _ requests: inout Requests) {
        guard let share = placed.rect(of: .volume)?.share(atColumn: x) else { return }
        if scene.isMuted { requests.take(.setMuted(false), from: .person) }
        requests.take(.setVolume((share * 100).rounded() / 100), from: .person)
    }

    private mutating func scroll(to y: Int, _ scene: Scene) {
        guard let panel = state.panel, let share = placed.rect(of: .scroll)?.share(atRow: y) else { return }
        let count = PanelRows(scene: scene, tab: state.tab).count(panel)
        state.row = min(max(0, Int(share * Double(count))), max(0, count - 1))
    }

    /// Ends the drag where it is.
    private mutating func dropScrub() {
        if pointer.scrub != nil { pointer.grip = nil }
    }

    private mutating func cancelScrub(_ requests: inout Requests) {
        guard let scrub = pointer.scrub else { return }
        pointer.grip = nil
        requests.take(.setPosition(scrub.item, scrub.from), from: .person)
    }
}
