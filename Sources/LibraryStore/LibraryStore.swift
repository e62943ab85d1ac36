public import PlayerCore
internal import Synchronization

/// The journal on disk: the session, the history of what was played and the choices made for series.
///
/// Writing never fails and never waits: it is requested on any thread and done on the store's own. A failed write (a
/// full disk, a read-only one) logs one sentence, stays pending and is tried again with the next one. Reading sees
/// everything that was requested to be written before. A file that is damaged, another program's or a newer version's
/// is renamed (`journal.sqlite.corrupt-1`, `journal.sqlite.newer-1`), never changed or removed, and a new one is
/// created; this is logged.
///
/// Only one store may use a file at a time.
public final class LibraryStore: Sendable {
    /// The maximum number of entries in the history; the oldest are dropped first.
    private static let mostEntries = 10_000

    let journal: Journal
    private let pending = PendingWrites()

    /// Accesses no file: the first read or write does that.
    ///
    /// - Parameters:
    ///   - path: of the database; its folder is created (0700) if it is missing.
    ///   - log: receives whole sentences, on the store's own thread.
    public convenience init(path: String, log: @escaping @Sendable (String) -> Void) {
        self.init(path: path, historyLimit: Self.mostEntries, log: log)
    }

    init(path: String, historyLimit: Int, log: @escaping @Sendable (String) -> Void) {
        journal = Journal(path: path, pending: pending, historyLimit: historyLimit, log: log)
    }

    // MARK: Session

    /// Saves the session as it is now, replacing the previous one.
    ///
    /// Of several pending sessions only the newest is written. The items are compared with those on disk and written
    /// from the first to the last that differ. While they are the same array, which is found out at no cost, only the
    /// row with the position and the settings is written. Do not save before ``loadSession()`` has returned, or there
    /// is nothing left to load.
    public func save(_ session: StoredSession) { if pending.save(session) { scheduleDrain() } }

    /// Returns the last session with its queue.
    ///
    /// - Returns: nil if nothing was saved, or nothing can be read.
    public func loadSession() async -> StoredSession? { await journal.session() }

    /// Keeps a queue that was replaced, instead of the one before.
    ///
    /// - Parameter time: seconds since 1970.
    public func keepQueue(_ queue: FormerQueue, at time: Double) { add(.keepQueue(queue, at: time)) }

    /// Forgets the queue that was replaced.
    public func dropQueue() { add(.dropQueue) }

    /// Returns the queue that was replaced, and when, in seconds since 1970; nil if none is kept.
    public func formerQueue() async -> (queue: FormerQueue, time: Double)? {
        await journal.read { try FormerQueueTable.queue(in: $0) } ?? nil
    }

    // MARK: History

    /// Records how far an item was played.
    ///
    /// For an item that was recorded before, ``HistoryEntry/furthest`` only grows, ``HistoryEntry/isPlayed`` stays
    /// true, and nil values keep the known ones. The 10,000 most recently played items are kept.
    ///
    /// - Parameter queue: what it was played from; empty: that is not remembered.
    public func record(_ entry: HistoryEntry, from queue: [QueueItem] = []) { add(.record(entry, from: queue)) }

    /// Returns the entries of items, in their order: by identity where one is given, otherwise by URI; empty if nothing can
    /// be read.
    public func entries(of items: [(uri: String, identity: ContentIdentity?)]) async -> [HistoryEntry?] {
        await journal.read { db in
            try items.map { uri, identity in
                if let identity { return try HistoryTable.entry(for: identity, in: db) }
                return try HistoryTable.entry(uri: uri, in: db)
            }
        } ?? []
    }

    /// Returns the queue that an item was last played from; empty if it is not known.
    public func queue(of identity: ContentIdentity) async -> [MediaDescription] {
        await journal.read { try CollectionTable.items(of: identity, in: $0) } ?? []
    }

    /// Records entries of another player; an entry that was played later here stays unchanged.
    public func importHistory(_ entries: [HistoryEntry]) { if !entries.isEmpty { add(.importHistory(entries)) } }

    /// Removes the entry of an item by its content.
    public func forget(_ identity: ContentIdentity) { add(.forget(identity)) }

    /// Removes every entry that was last played from a URI.
    public func forget(uri: String) { add(.forgetURI(uri)) }

    /// Returns entries, the most recently played first; fewer at the end, none if nothing can be read.
    public func history(offset: Int = 0, count: Int) async -> [HistoryEntry] {
        await journal.read { try HistoryTable.entries(offset: offset, count: count, in: $0) } ?? []
    }

    /// Returns the entry of an item by its content.
    public func entry(for identity: ContentIdentity) async -> HistoryEntry? {
        await journal.read { try HistoryTable.entry(for: identity, in: $0) } ?? nil
    }

    /// Returns the newest entry that was last played from a URI, which may lead to something else now.
    public func entry(forURI uri: String) async -> HistoryEntry? {
        await journal.read { try HistoryTable.entry(uri: uri, in: $0) } ?? nil
    }

    // MARK: Choices

    /// Saves the choice for a series, replacing the previous one; an empty choice removes it.
    public func setChoice(_ choice: SeriesChoice, forSeries series: String) { add(.choose(choice, series: series)) }

    /// Returns the choice for a series; nil if there is none.
    public func choice(forSeries series: String) async -> SeriesChoice? {
        await journal.read { try SeriesChoiceTable.choice(series: series, in: $0) } ?? nil
    }

    // MARK: Playlists

    /// Records that a list was played.
    ///
    /// - Parameter time: seconds since 1970.
    public func recordPlaylist(_ uri: String, at time: Double) { add(.playlist(uri: uri, at: time)) }

    /// Returns when lists were last played, by URI; empty if nothing can be read.
    public func playlists() async -> [String: Double] {
        await journal.read { try PlaylistTable.all(in: $0) } ?? [:]
    }

    // MARK: Tasks

    /// Runs a task that mainly reads, on the store's own thread.
    public func perform(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: journal.executor, operation: body)
    }

    // MARK: Ending

    /// Waits until everything requested so far is on disk, or the deadline has passed.
    ///
    /// - Returns: whether it is on disk.
    @discardableResult
    public func flush(deadline: Duration) async -> Bool {
        let journal = journal
        return await Self.first(within: deadline) { await journal.drain() }
    }

    /// The same, and closes the file; later requests are neither written nor read.
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
        Task(executorPreference: journal.executor, priority: .utility) { await journal.drain() }
    }

    /// Returns the result of work, or false if it takes longer: a disk that hangs cannot be interrupted, so it is not
    /// waited for.
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
