/// What kind of window the pictures are drawn into.
public enum VideoSurface: String, Sendable, Hashable {
    /// A window of ``VideoWindow``'s own on an X display, which the sink is handed.
    case x11
    /// A window that a sink of this process makes by itself on a Wayland display, known only by the process.
    case wayland
}
