internal import Logging
internal import PlayerCore
internal import PlayerEngine
internal import Synchronization
internal import WindowControl

/// The video window, opened when something first draws into it. Carries the window's events to the player.
final class WindowHost: PictureSurface {
    private let environment: [String: String]
    private let logger: Logger
    private let tell: @Sendable (WindowReport) -> Void
    @WindowActor private var window: VideoWindow?
    @WindowActor private var title = "mediad"
    /// Whether the window that is shown next takes the keyboard focus.
    private let isFocused = Mutex(false)
    /// A placement that was requested before there was a window.
    @WindowActor private var pending: (number: UInt64, placement: WindowPlacement)?

    /// - Parameter tell: receives all events of the window, on any thread.
    init(environment: [String: String], logger: Logger, tell: @escaping @Sendable (WindowReport) -> Void) {
        self.environment = environment
        self.logger = logger
        self.tell = tell
    }

    func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void) {
        WindowActor.perform { [self] in then(await open(forWayland ? .wayland : .x11)) }
    }

    /// Opens the window, or returns the same one while it exists.
    @WindowActor
    private func open(_ surface: VideoSurface) async -> UInt32? {
        if let window {
            // A sink that replaces a lost one asks for the window again.
            tell(.opened(window.choice.backend, window.capabilities, reason: window.choice.reason))
            return window.handle
        }
        do {
            let opened = try await VideoWindow.open(surface, environment: environment, title: title) {
                [weak self] event in
                self?.happened(event)
            }
            window = opened
            if let pending {
                self.pending = nil
                // The window is not on the screen yet. It gets this placement when it is mapped.
                _ = await opened.place(pending.placement)
            }
            tell(.opened(opened.choice.backend, opened.capabilities, reason: opened.choice.reason))
            return opened.handle
        } catch {
            tell(.opened(.none, .nothing, reason: "\(error)"))
            return nil
        }
    }

    /// Carries out an effect; the results are reported.
    func perform(_ effect: WindowEffect) {
        let takesFocus = effect == .show && isFocused.withLock { $0 }
        WindowActor.perform { [self] in await carryOut(effect) }
        if takesFocus { WindowActor.perform { [self] in await carryOut(.raise) } }
    }

    /// Decides whether the window that is shown next takes the keyboard focus.
    func takesFocus(_ doesSo: Bool) { isFocused.withLock { $0 = doesSo } }

    func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?) {
        WindowActor.perform { [self] in
            window?.paint(
                picture.flatMap { WindowPicture(width: $0.width, height: $0.height, pixels: $0.pixels) })
        }
    }

    @WindowActor
    private func carryOut(_ effect: WindowEffect) async {
        guard let window else {
            if case .place(let number, let placement) = effect { pending = (number, placement) }
            return
        }
        switch effect {
        case .place(let number, let placement): tell(.placed(number, await window.place(placement)))
        case .show: tell(.changed(.placed(await window.show())))
        case .hide: window.hide()
        case .raise: await window.raise()
        case .setTitle(let title):
            self.title = title
            window.setTitle(title)
        case .shape(let aspect): window.shape(aspect)
        case .drag: _ = window.beginDrag(.move)
        }
    }

    /// Called on the window's thread.
    private func happened(_ event: WindowEvent) {
        switch event {
        case .destroyed, .displayLost:
            // The next picture opens another window.
            WindowActor.perform { [self] in
                window?.close()
                window = nil
                tell(.changed(event))
            }
        default: tell(.changed(event))
        }
    }

    /// Closes the window.
    @WindowActor
    func close() {
        window?.close()
        window = nil
    }
}
