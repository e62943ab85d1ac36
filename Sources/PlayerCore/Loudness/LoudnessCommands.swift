extension PlayerCommand {
    /// What anybody may ask of the loudness.
    public enum Loudness: Hashable, Sendable {
        case setReplayGain(ReplayGainMode)
    }
}

/// How loud items are played beside the volume.
public struct LoudnessSnapshot: Hashable, Sendable {
    public var mode = ReplayGainMode.off
    /// Decibels by which the current item is raised.
    public var appliedGain = 0.0

    public init() {}
}
