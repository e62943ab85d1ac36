public import PlayerCore

/// What is known of the window at one moment.
public struct WindowState: Sendable, Hashable {
    /// Where the picture is on the screen; nil when the window is not shown.
    public var geometry: WindowRect?
    /// The corner of its screen that it is nearest to; nil when it is not shown.
    public var corner: WindowCorner?
    public var isFullscreen = false
    public var isAbove = false
    public var isSticky = false
    public var isMinimised = false
    /// Whether the workspace that the window is on is one that is being looked at.
    public var isOnCurrentWorkspace = true
    public var isFocused = false
    /// Whether nothing of it can be seen because others cover it; never known under a compositor.
    public var isObscured = false

    public init() {}

    /// What changed since `earlier`.
    ///
    /// - Parameter isSettling: place, fullscreen, above and sticky change because we asked, so they are not news.
    func events(since earlier: WindowState, isSettling: Bool) -> [WindowEvent] {
        var events: [WindowEvent] = []
        func report<Value: Equatable>(_ path: KeyPath<WindowState, Value>, _ event: (Value) -> WindowEvent) {
            if self[keyPath: path] != earlier[keyPath: path] { events.append(event(self[keyPath: path])) }
        }
        report(\.isMinimised, WindowEvent.minimised)
        report(\.isOnCurrentWorkspace, WindowEvent.onCurrentWorkspace)
        report(\.isFocused, WindowEvent.focused)
        report(\.isObscured, WindowEvent.obscured)
        guard !isSettling else { return events }
        report(\.isFullscreen, WindowEvent.fullscreen)
        if isAbove != earlier.isAbove || isSticky != earlier.isSticky {
            events.append(.pinned(above: isAbove, sticky: isSticky))
        }
        if let geometry, let before = earlier.geometry, geometry != before { events.append(.moved(geometry)) }
        if let corner, let before = earlier.corner, corner != before { events.append(.corner(corner)) }
        return events
    }
}
