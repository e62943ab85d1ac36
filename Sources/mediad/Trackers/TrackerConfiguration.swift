import PlayerCore

/// One `[[tracker]]` of the configuration: a program that is told what plays.
struct TrackerConfiguration: Hashable, Sendable {
    /// The program (looked up in `$PATH` unless it has a slash) and its arguments; never empty.
    var command: [String]
    /// Unique among the trackers; how the log names it.
    var name: String
    /// Whether it tracks even when `enabled` is false.
    var mandatory = false
    var enabled = true
    /// How often it is told the properties while something plays; zero for never.
    var heartbeat = MediaTime(nanoseconds: 30_000_000_000)

    var role: TrackerRole {
        TrackerRole(
            name: name, isMandatory: mandatory, isEnabled: enabled, heartbeat: heartbeat > .zero ? heartbeat : nil)
    }
}
