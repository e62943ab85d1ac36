/// By what the window's place is asked for.
public enum WindowBackend: String, Sendable, Hashable {
    /// By nothing.
    case none
    /// By the EWMH messages that X11 window managers understand.
    case x11
    /// By sway's IPC socket.
    case sway
    /// By i3's IPC socket.
    case i3
}
