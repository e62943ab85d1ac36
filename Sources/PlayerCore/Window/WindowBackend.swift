/// How the window is placed.
public enum WindowBackend: String, Sendable, Hashable {
    /// Not at all.
    case none
    /// With the EWMH messages that X11 window managers understand.
    case x11
    /// With sway's IPC socket.
    case sway
    /// With i3's IPC socket.
    case i3
}
