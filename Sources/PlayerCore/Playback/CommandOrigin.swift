/// Who is behind a command. Only a person's commands are signs that somebody still watches, and only theirs are answered
/// in the window.
public enum CommandOrigin: Hashable, Sendable {
    /// Somebody decided it just now: a key or a click in the window, a button of a card, a call of a remote control
    /// (MPRIS, mediactl).
    case person
    /// A program keeps the player informed: descriptions, markers, proposals, the configuration, the restored session.
    case program
    /// Time ran out: the sleep timer, "still watching?", a proposal that is accepted by itself.
    case timer
}
