/// What the owner of a ``Player`` must carry out and pass on after a command or event, in order.
public struct PlayerOutcome: Hashable, Sendable {
    public var effects: [PlayerEffect] = []
    public var notices: [PlayerNotice] = []
    /// When ``PlayerEvent/wake`` must be sent at the latest if nothing else happens; nil: never. Applies until the
    /// next outcome.
    public var wake: MonotonicTime?
    /// Sentences for the log.
    public var logLines: [String] = []

    public init() {}
}
