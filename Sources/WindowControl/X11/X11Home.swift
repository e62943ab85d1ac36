internal import PlayerCore

/// The state of a window before fullscreen or picture in picture, which is restored afterwards.
struct X11Home: Sendable {
    /// The states in `_NET_WM_STATE`, without fullscreen.
    var states: Set<X11Atom>
    /// Whether `_NET_WM_DESKTOP` was all workspaces.
    var isOnEveryDesktop: Bool
    /// The area when the window was neither fullscreen nor maximised; nil if it is unknown.
    var rect: WindowRect?
}
