public import PlayerCore

/// The state of the window at one time.
public struct WindowState: Sendable, Hashable {
    /// The area of the video on the screen; nil if the window is hidden.
    public var geometry: WindowRect?
    /// The nearest corner of the screen; nil if the window is hidden.
    public var corner: WindowCorner?
    public var isFullscreen = false
    public var isAbove = false
    public var isSticky = false
    public var isMinimised = false
    /// Whether the window is on a visible workspace.
    public var isOnCurrentWorkspace = true
    public var isFocused = false
    /// Whether other windows cover the window completely; never known under a compositor.
    public var isObscured = false

    public init() {}

    /// The changes since `earlier`.
    ///
    /// - Parameter isSettling: whether a placement is in progress. Changes of place, fullscreen, above and sticky
    ///   were requested then and are not reported.
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
