public import PlayerCore
internal import Synchronization

/// The journal on disk: the session, the history of what was played and the choices made for series.
///
/// Writing never fails and never waits: it is asked for on any thread and done on the store's own. What cannot be written
/// (a full disk, a read-only one) costs one sentence in the log, stays pending and is tried again with what comes next.
/// Reading sees everything that was asked to be written before. A file that is damaged, another program's or a newer
/// version's is renamed (`journal.sqlite.corrupt-1`, `journal.sqlite.newer-1`), never changed or removed, and a new one
/// begun; the log says so.
///
/// Only one store may use a file at a time.
public final class LibraryStore: Sendable {
    /// Entries of the history; the oldest are forgotten first.
    private static let mostEntries = 10_000

    let journal: Journal
    private let pending = PendingWrites()

    /// Touches no file: that is done by what reads or writes first.
    ///
    /// - Parameters:
    ///   - path: of the database; its folder is made (0700) when it is missing.
    ///   - log: gets whole sentences, on the store's own thread.
    public convenience init(path: String, log: @escaping @Sendable (String) -> Void) {
        self.init(path: path, historyLimit: Self.mostEntries, log: log)
    }

    init(path: String, historyLimit: Int, log: @escaping @Sendable (String) -> Void) {
        journal = Journal(path: path, pending: pending, historyLimit: historyLimit, log: log)
    }

    // MARK: Session

    /// Remembers the session as it is now, in place of the one before.
    ///
    /// Of several that are pending only the newest is written. The items are compared with those on disk and written from
    /// the first to the last that differ; while they are the same array, which costs nothing to find out, only the one row
    /// with the position and the settings is. Save nothing before ``loadSession()`` has answered, or there is nothing
    /// left to load.
    public func save(_ session: StoredSession) { if pending.save(session) { scheduleDrain() } }

    /// The last session with its queue.
    ///
    /// - Returns: nil where nothing was saved, or nothing can be read.
    public func loadSession() async -> StoredSession? { await journal.session() }

    // MARK: History

    /// Records how far an item was played.
    ///
    /// Of one that was recorded before, ``HistoryEntry/furthest`` only grows, ``HistoryEntry/isPlayed`` stays true, and
    /// what is nil keeps what was known. The 10,000 that were played last are kept.
    public func record(_ entry: HistoryEntry) { add(.record(entry)) }

    /// Records what another player remembers; an entry that was played later here stays as it is.
    public func importHistory(_ entries: [HistoryEntry]) { if !entries.isEmpty { add(.importHistory(entries)) } }

    /// Removes the entry of an item, wherever it lies.
    public func forget(_ identity: ContentIdentity) { add(.forget(identity)) }

    /// Removes every entry that was last played from a URI.
    public func forget(uri: String) { add(.forgetURI(uri)) }

    /// Entries, the one that was played last first; fewer at the end, none where nothing can be read.
    public func history(offset: Int = 0, count: Int) async -> [HistoryEntry] {
        await journal.read { try HistoryTable.entries(offset: offset, count: count, in: $0) } ?? []
    }

    /// The entry of an item, wherever it lies.
    public func entry(for identity: ContentIdentity) async -> HistoryEntry? {
        await journal.read { try HistoryTable.entry(for: identity, in: $0) } ?? nil
    }

    /// The newest entry that was last played from a URI. What lies there now may be something else.
    public func entry(forURI uri: String) async -> HistoryEntry? {
        await journal.read { try HistoryTable.entry(uri: uri, in: $0) } ?? nil
    }

    // MARK: Choices

    /// Remembers what was chosen for a series, in place of what was before; an empty choice forgets it.
    public func setChoice(_ choice: SeriesChoice, forSeries series: String) { add(.choose(choice, series: series)) }

    /// What was chosen for a series; nil where nothing was.
    public func choice(forSeries series: String) async -> SeriesChoice? {
        await journal.read { try SeriesChoiceTable.choice(series: series, in: $0) } ?? nil
    }

    // MARK: Playlists

    /// Remembers that a list was played.
    ///
    /// - Parameter time: seconds since 1970.
    public func recordPlaylist(_ uri: String, at time: Double) { add(.playlist(uri: uri, at: time)) }

    /// When lists were played last, by URI; empty where nothing can be read.
    public func playlists() async -> [String: Double] {
        await journal.read { try PlaylistTable.all(in: $0) } ?? [:]
    }

    // MARK: Ending

    /// Waits until all that was asked for so far is on disk, or the deadline has passed.
    ///
    /// - Returns: whether it is on disk.
    @discardableResult
    public func flush(deadline: Duration) async -> Bool {
        let journal = journal
        return await Self.first(within: deadline) { await journal.drain() }
    }

    /// The same, and closes the file; what is asked for later is neither written nor read.
    ///
    /// - Returns: whether everything is on disk.
    @discardableResult
    public func close(deadline: Duration) async -> Bool {
        let journal = journal
        pending.close()
        return await Self.first(within: deadline) { await journal.close() }
    }

    private func add(_ change: PendingWrites.Change) { if pending.add(change) { scheduleDrain() } }

    private func scheduleDrain() {
        let journal = journal
        Task(priority: .utility) { await journal.drain() }
    }

    /// What work answers, or false when it takes longer: a disk that hangs cannot be told to stop, so it is not waited for.
    private static func first(within deadline: Duration, _ work: @escaping @Sendable () async -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(continuation)
            let clock = Task {
                try? await Task.sleep(for: deadline)
                waiting.answer(false)
            }
            Task {
                waiting.answer(await work())
                clock.cancel()
            }
        }
    }
}

/// A continuation that the first answer resumes.
private final class Waiting: Sendable {
    private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = Mutex(continuation) }

    func answer(_ value: Bool) {
        continuation.withLock { continuation in
            continuation?.resume(returning: value)
            continuation = nil
        }
    }
}
