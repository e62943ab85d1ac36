internal import DBusKit
public import PlayerCore

/// The handlers of history requests, in a daemon that keeps a history. Each must call its completion exactly once, on
/// the bus loop.
public struct HistoryHandlers: Sendable {
    /// Returns entries from an offset on, most recently played first; fewer at the end.
    public typealias Read =
        @Sendable (
            _ offset: Int, _ count: Int, _ completion: @escaping @Sendable @BusActor ([HistoryEntry]) -> Void
        ) -> Void
    /// Plays a URI from the position where it was left, and returns that position.
    public typealias Resume =
        @Sendable (_ uri: String, @escaping PlayerBus.Handlers.Completion<MediaTime, CommandRefusal>) -> Void
    /// Removes the entries of a URI; returns false if there are none.
    public typealias Forget =
        @Sendable (_ uri: String, _ completion: @escaping @Sendable @BusActor (Bool) -> Void) -> Void
    /// Imports the history of another player from a folder, an absolute path. Returns the number of entries, and a
    /// sentence for each unusable one.
    public typealias Import =
        @Sendable (
            _ folder: String,
            _ completion: @escaping @Sendable @BusActor (_ imported: Int, _ problems: [String]) -> Void
        ) -> Void

    public var read: Read
    public var resume: Resume
    public var forget: Forget
    public var importFolder: Import

    public init(
        read: @escaping Read, resume: @escaping Resume, forget: @escaping Forget, importFolder: @escaping Import
    ) {
        self.read = read
        self.resume = resume
        self.forget = forget
        self.importFolder = importFolder
    }
}
