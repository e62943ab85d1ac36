/// The bus's reply to a request for a name.
public enum NameOutcome: Hashable, Sendable {
    case acquired
    /// This connection owned it before.
    case alreadyOwned
    /// Another connection owns it.
    case taken
}
