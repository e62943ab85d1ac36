import PlayerCore

/// A `[[tracker]]` of the configuration: a program that receives playback events.
struct TrackerConfiguration: Hashable, Sendable {
    /// The program (looked up in `$PATH` unless it has a slash) and its arguments; never empty.
    var command: [String]
    /// The name in the log; unique among the trackers.
    var name: String
    /// Whether the tracker receives events even if `enabled` is false.
    var mandatory = false
    var enabled = true
    /// The interval at which the program receives the properties during playback; zero for never.
    var heartbeat = MediaTime(nanoseconds: 30_000_000_000)

    var role: TrackerRole {
        TrackerRole(
            name: name, isMandatory: mandatory, isEnabled: enabled, heartbeat: heartbeat > .zero ? heartbeat : nil)
    }
}
