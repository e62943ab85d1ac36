/// The environment of programs that mediad starts: its own, without the variables that are meant for mediad alone.
///
/// If a bus variable is missing, libraries look for the bus in the usual place. `disabled:` is an address that no
/// library can connect to.
enum ChildEnvironment {
    /// Set by the service manager for the process that it started.
    private static let managers = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "JOURNAL_STREAM",
        "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE",
    ]
    /// The addresses of displays, sound servers and agents.
    private static let session = [
        "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK", "I3SOCK",
        "PULSE_SERVER", "PULSE_RUNTIME_PATH", "PULSE_COOKIE", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR",
        "SSH_AUTH_SOCK",
        "GPG_AGENT_INFO", "AT_SPI_BUS_ADDRESS",
    ]

    /// For trackers: they may do what their command does, but cannot use the session bus unless the command names the
    /// bus.
    static func ofTracker(_ own: [String: String]) -> [String: String] {
        var environment = own.filter { !managers.contains($0.key) }
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        return environment
    }

    /// For export workers: a worker reads one item and writes one file.
    static func ofWorker(_ own: [String: String]) -> [String: String] {
        var environment = ofTracker(own).filter { !session.contains($0.key) }
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "disabled:"
        return environment
    }
}
