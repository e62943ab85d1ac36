public import PlayerCore

/// The backend that is used, and the reason if it is none or not the best one.
public struct BackendChoice: Sendable, Hashable {
    public let backend: WindowBackend
    /// A sentence for the user; nil if there is nothing to explain.
    public let reason: String?
    /// The path of the compositor's socket, for sway and i3.
    let socket: String?

    init(_ backend: WindowBackend, reason: String? = nil, socket: String? = nil) {
        self.backend = backend
        self.reason = reason
        self.socket = socket
    }

    static func none(_ reason: String) -> BackendChoice { BackendChoice(.none, reason: reason) }

    /// Chooses the best backend that the session offers.
    ///
    /// A nested session inherits the variables of the outer one. Under X, only the display itself is trusted: sway is
    /// chosen if its window manager for X clients runs, i3 if i3 runs.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - surface: the window that the sink draws into; nil if video is not shown.
    ///   - display: the properties of the X display; nil if there is none, or it was not queried.
    static func choose(
        environment: [String: String], surface: VideoSurface?, display: DisplayFacts? = nil
    ) -> BackendChoice {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let sway = value("SWAYSOCK")
        switch surface {
        case nil:
            return .none("no pictures are shown")
        case .wayland:
            if let sway { return BackendChoice(.sway, socket: sway) }
            guard value("WAYLAND_DISPLAY") != nil else { return .none("WAYLAND_DISPLAY is not set") }
            return .none("this Wayland compositor does not let programs place windows; use a window rule")
        case .x11:
            guard value("DISPLAY") != nil else { return .none("DISPLAY is not set") }
            guard let display else { return BackendChoice(.x11) }
            // While i3 restarts itself there is no window manager, but its property remains.
            if let path = display.i3Socket, [nil, "i3"].contains(display.windowManager) {
                return BackendChoice(.i3, socket: path)
            }
            guard let manager = display.windowManager else {
                return BackendChoice(.x11, reason: "there is no window manager that keeps the window above others")
            }
            if manager == "wlroots wm", let sway { return BackendChoice(.sway, socket: sway) }
            if manager == "i3", let path = value("I3SOCK") { return BackendChoice(.i3, socket: path) }
            return BackendChoice(.x11)
        }
    }
}
