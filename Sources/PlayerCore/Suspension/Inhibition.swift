/// What must be inhibited in the session while something plays.
public struct Inhibition: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Inhibits automatic suspend.
    public static let suspend = Inhibition(rawValue: 1)
    /// Inhibits idleness: the screen is neither blanked nor locked.
    public static let idle = Inhibition(rawValue: 2)

    /// Returns the inhibition for `snapshot`, when this was the inhibition for the snapshot before it.
    ///
    /// Suspend is inhibited while anything plays, also while it opens or buffers, and idleness as well for video.
    /// Whether an item is video is known when it is prepared; until then the previous inhibition stays, so that the
    /// screen cannot be blanked between two videos.
    public func following(_ snapshot: PlayerSnapshot) -> Inhibition {
        guard snapshot.status == .playing else { return [] }
        if snapshot.current?.hasVideo == true { return [.suspend, .idle] }
        let isPrepared = snapshot.playback?.preparedAt != nil
        return isPrepared ? .suspend : union(.suspend)
    }
}
