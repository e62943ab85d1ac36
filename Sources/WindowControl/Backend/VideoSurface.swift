/// The kind of window that a video sink draws into.
public enum VideoSurface: String, Sendable, Hashable {
    /// A window on an X display that ``VideoWindow`` creates and passes to the sink.
    case x11
    /// A window on a Wayland display that a sink of this process creates. It is known only by its process.
    case wayland
}
