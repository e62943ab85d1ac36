/// What the owner of a ``Player`` has to carry out and pass on after a command or event, in order.
public struct PlayerOutcome: Hashable, Sendable {
    public var effects: [PlayerEffect] = []
    public var notices: [PlayerNotice] = []
    /// Sentences for the log.
    public var remarks: [String] = []

    public init() {}
}
