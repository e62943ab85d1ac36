extension PlayerCommand {
    /// Commands for the loudness.
    public enum Loudness: Hashable, Sendable {
        case setReplayGain(ReplayGainMode)
    }
}

/// The published loudness adjustment, apart from the volume.
public struct LoudnessSnapshot: Hashable, Sendable {
    public var mode = ReplayGainMode.off
    /// The gain applied to the current item, in decibels.
    public var appliedGain = 0.0

    public init() {}
}
