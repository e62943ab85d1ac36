public import PlayerCore

/// How the engine reaches the journal, which it knows nothing of: what is to be done, and whom to answer.
///
/// Called on the media loop and returns at once; the answer may come on any thread, or never.
public typealias LibraryAccess = @Sendable (LibraryEffect, @escaping @Sendable (LibraryAnswer) -> Void) -> Void

/// What the journal looked up.
public enum LibraryAnswer: Hashable, Sendable {
    /// To ``LibraryEffect/recall(_:uri:)``.
    case recollection(Generation, Recollection?)
    /// To ``LibraryEffect/recallChoice(_:series:)``.
    case choice(Generation, SeriesChoice?)
}
