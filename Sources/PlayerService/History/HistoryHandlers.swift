internal import DBusKit
public import PlayerCore

/// Where calls about the history go, in a daemon that keeps one; each completion is to be called once, on the bus loop.
public struct HistoryHandlers: Sendable {
    /// Entries from an offset on, the one that was played last first; fewer at the end.
    public typealias Read =
        @Sendable (
            _ offset: Int, _ count: Int, _ completion: @escaping @Sendable @BusActor ([HistoryEntry]) -> Void
        ) -> Void
    /// Plays a URI from where it was left; answers that position.
    public typealias Resume =
        @Sendable (_ uri: String, @escaping PlayerBus.Handlers.Completion<MediaTime, CommandRefusal>) -> Void
    /// Removes what is remembered of a URI; answers false where nothing is.
    public typealias Forget =
        @Sendable (_ uri: String, _ completion: @escaping @Sendable @BusActor (Bool) -> Void) -> Void
    /// Takes over what another player remembers in a folder, an absolute path; answers how many entries, and a sentence for
    /// each that cannot be used.
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
