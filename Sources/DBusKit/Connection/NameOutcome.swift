/// What the bus answered to a request for a name.
public enum NameOutcome: Hashable, Sendable {
    case acquired
    /// This connection owned it before.
    case alreadyOwned
    /// Somebody else owns it.
    case taken
}
