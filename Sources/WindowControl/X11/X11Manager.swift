internal import CXCB
internal import PlayerCore

/// The window manager of an X display, as described by its own properties (EWMH).
struct X11Manager: Sendable {
    let name: String
    /// The window that exists while the window manager runs.
    let checkWindow: xcb_window_t
    let supported: Set<X11Atom>

    /// - Returns: nil if none is running. The property of an ended window manager remains on the root window, but the
    ///   window in it does not exist.
    @WindowActor init?(of connection: X11Connection) {
        guard let window = connection.words(.supportingCheck, of: connection.root)?.first,
            connection.words(.supportingCheck, of: window)?.first == window
        else { return nil }
        checkWindow = window
        name = connection.text(.name, of: window).flatMap { $0.isEmpty ? nil : $0 } ?? "?"
        supported = Set((connection.words(.supported, of: connection.root) ?? []).compactMap(connection.name))
    }

    var capabilities: WindowCapabilities {
        WindowCapabilities(
            windowManager: name, keepsAbove: supported.contains(.above),
            keepsSticky: supported.contains(.sticky) || supported.contains(.desktop),
            makesFullscreen: supported.contains(.fullscreen))
    }
}
