internal import PlayerCore

/// What a window was before fullscreen or picture in picture, to be made so again.
struct X11Home: Sendable {
    /// Of `_NET_WM_STATE`; without fullscreen.
    var states: Set<X11Atom>
    /// Whether it was on every workspace by `_NET_WM_DESKTOP`.
    var isOnEveryDesktop: Bool
    /// Where it was when it was neither fullscreen nor maximised; nil when that is not known.
    var rect: WindowRect?
}
