/// An effect of a command or event on a port; carried out in order, without waiting.
public enum PlayerEffect: Hashable, Sendable {
    /// For the engine.
    case engine(EngineEffect)
    /// For reading and fetching.
    case reading(ReadingEffect)
    /// For the video window.
    case window(WindowEffect)
    /// For the journal.
    case library(LibraryEffect)
    /// For the export workers.
    case export(ExportEffect)
    /// For pictures of moments.
    case pictures(PictureEffect)
}

/// An event from anything but a client.
public enum PlayerEvent: Hashable, Sendable {
    case engine(EngineEvent)
    case reading(ReadingEvent)
    case window(WindowReport)
    case library(LibraryAnswer)
    case exports(ExportEvent)
    case pictures(PictureEvent)
    case machine(MachineEvent)
    /// The time of ``PlayerOutcome/wake`` has come.
    case wake
    /// The session must be saved now.
    case writeDown
}
