/// Properties of an X display that identify its window manager.
struct DisplayFacts: Sendable, Hashable {
    /// The window manager's name, "?" if it has none; nil if none is running.
    var windowManager: String?
    /// The property `I3_SOCKET_PATH` of the root window.
    var i3Socket: String?
}
