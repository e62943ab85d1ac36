/// What an X display says of who manages its windows.
struct DisplayFacts: Sendable, Hashable {
    /// The window manager's name, "?" when it has none; nil when none runs.
    var windowManager: String?
    /// The property `I3_SOCKET_PATH` of the root window.
    var i3Socket: String?
}
