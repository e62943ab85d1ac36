/// What the session is to be kept from while something plays.
public struct Inhibition: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The machine does not go to sleep by itself.
    public static let suspend = Inhibition(rawValue: 1)
    /// The session does not count as idle: the screen is neither blanked nor locked.
    public static let idle = Inhibition(rawValue: 2)

    /// What is wanted when `snapshot` follows the one for which this was wanted.
    ///
    /// Suspend while anything plays, also while it opens or fills its buffer; idle as well while it is video. Whether an
    /// item is video is known when it is prepared: until then what held before holds on, so that no change from one
    /// video to the next leaves the screen a moment to be blanked in.
    public func following(_ snapshot: PlayerSnapshot) -> Inhibition {
        guard snapshot.status == .playing else { return [] }
        if snapshot.current?.hasVideo == true { return [.suspend, .idle] }
        let isPrepared = snapshot.playback?.preparedAt != nil
        return isPrepared ? .suspend : union(.suspend)
    }
}
