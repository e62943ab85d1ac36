/// What follows from a command or event, for whom it concerns; carried out in order, without waiting.
public enum PlayerEffect: Hashable, Sendable {
    /// For what plays.
    case engine(EngineEffect)
    /// For what reads and fetches beside it.
    case reading(ReadingEffect)
    /// For the video window.
    case window(WindowEffect)
    /// For the journal.
    case library(LibraryEffect)
    /// For what makes files.
    case export(ExportEffect)
}

/// What anybody but a client tells the player.
public enum PlayerEvent: Hashable, Sendable {
    case engine(EngineEvent)
    case reading(ReadingEvent)
    case window(WindowReport)
    case library(LibraryAnswer)
    case exports(ExportEvent)
    /// The moment of ``PlayerOutcome/wake`` has come.
    case wake
    /// The session is to be written down as it is now.
    case writeDown
}
