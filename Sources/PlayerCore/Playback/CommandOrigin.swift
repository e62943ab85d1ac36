/// The origin of a command. Only a person's commands are signs of a viewer's presence, and only they are answered in
/// the window.
public enum CommandOrigin: Hashable, Sendable {
    /// A person decided just now: a key or a click in the window, a button of a card, a call of a remote control
    /// (MPRIS, mediactl).
    case person
    /// A program keeps the player informed: descriptions, markers, proposals, the configuration, the restored session.
    case program
    /// A time elapsed: the sleep timer, "still watching?", the automatic acceptance of a proposal.
    case timer
}
