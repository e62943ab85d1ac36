internal import PlayerCore

/// The database and what is known of its contents, on a separate thread.
actor Journal {
    nonisolated let executor = JournalExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let file: JournalFile
    private let pending: PendingWrites
    private let historyLimit: Int
    private let log: @Sendable (String) -> Void

    private var database: Database?
    /// The session on disk; nil until it was read or written.
    private var written: StoredSession?
    /// The queue of the history that was written last, with its number.
    private var lastCollection: (items: [QueueItem], id: Int64)?
    /// The known session of a file that was set aside; the new file does not have it yet.
    private var orphan: StoredSession?
    /// Whether the whole open database was checked, which is done before the first write.
    private var isChecked = false
    private var hasFailedToWrite = false
    private var hasFailedToRead = false
    private var isClosed = false
    /// How often a session was written, for tests.
    private(set) var sessionWrites = 0

    init(path: String, pending: PendingWrites, historyLimit: Int, log: @escaping @Sendable (String) -> Void) {
        file = JournalFile(path: path)
        self.pending = pending
        self.historyLimit = historyLimit
        self.log = log
    }

    // MARK: Writing

    /// Writes everything that is pending in one transaction. What fails stays pending.
    ///
    /// - Returns: whether nothing that was pending before still is.
    @discardableResult
    func drain() -> Bool {
        var batch = pending.take()
        batch.session = batch.session ?? orphan
        guard !batch.isEmpty else { return true }
        guard !isClosed else { return false }
        do {
            try withDatabase { try write(batch, to: $0) }
            hasFailedToWrite = false
            // The session written before is in a file that has just been set aside.
            return orphan == nil || drain()
        } catch {
            lastCollection = nil
            // SQLite will never accept what it refuses now.
            if (error as? DatabaseError)?.isRefusal != true { pending.putBack(batch) }
            if !hasFailedToWrite {
                log(
                    """
                    The journal \(file.path) cannot be written: \(JournalError.clause(error)). Playback continues. \
                    Changes are written when this is possible again.
                    """)
            }
            hasFailedToWrite = true
            return false
        }
    }

    private func write(_ batch: PendingWrites.Batch, to database: Database) throws {
        // Readers notice only some damage. Data written to a damaged index may not be found again.
        if !isChecked {
            guard JournalFile.isWhole(database) else {
                throw JournalFile.Rejection.damaged("it is inconsistent")
            }
            isChecked = true
        }
        let result = try database.write { db in
            for change in batch.changes { try apply(change, in: db) }
            return try batch.session.map { try SessionTables.write($0, over: written, in: db) }
        }
        if let session = batch.session {
            written = session
            orphan = nil
            sessionWrites += 1
        }
        for problem in result?.problems ?? [] { log(problem) }
        // The database takes its space while there is some, so that positions can be written on a full disk.
        if result?.isQueueWritten == true {
            try? database.checkpoint(.passive)
        }
    }

    private func apply(_ change: PendingWrites.Change, in db: Database) throws {
        switch change {
        case .record(let entry, let queue):
            try HistoryTable.record(
                entry, limit: historyLimit, replacesNewer: true, collection: try collection(queue, in: db), in: db)
        case .importHistory(let entries):
            for entry in entries { try HistoryTable.record(entry, limit: historyLimit, replacesNewer: false, in: db) }
        case .forget(let identity): try HistoryTable.forget(identity, in: db)
        case .forgetURI(let uri): try HistoryTable.forget(uri: uri, in: db)
        case .choose(let choice, let series): try SeriesChoiceTable.write(choice, series: series, in: db)
        case .playlist(let uri, let time): try PlaylistTable.record(uri, at: time, in: db)
        case .keepQueue(let queue, let time):
            for problem in try FormerQueueTable.write(queue, at: time, in: db) { log(problem) }
        case .dropQueue: try FormerQueueTable.drop(in: db)
        }
    }

    /// The number of a queue; nil if it is empty.
    private func collection(_ items: [QueueItem], in db: Database) throws -> Int64? {
        guard items.count > 1 || items.first?.description.parts.isEmpty == false else { return nil }
        // The same storage, as it is without edits, compares equal at once.
        if let lastCollection, lastCollection.items == items { return lastCollection.id }
        let id = try CollectionTable.write(items, in: db)
        lastCollection = (items, id)
        return id
    }

    // MARK: Reading

    /// Returns a reader's result after everything requested before was written; nil if the database cannot be read.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) -> Value? {
        drain()
        guard !isClosed else { return nil }
        do {
            let value = try withDatabase { try $0.read(body) }
            hasFailedToRead = false
            return value
        } catch {
            // SQLite creates files beside a database with a write-ahead log even to read it, which is not possible on
            // a read-only disk.
            if let value = try? file.withCopy({ try $0.read(body) }) { return value }
            if !hasFailedToRead {
                log("The journal \(file.path) cannot be read: \(JournalError.clause(error)).")
            }
            hasFailedToRead = true
            return nil
        }
    }

    func session() -> StoredSession? {
        guard let found = read({ try SessionTables.session(in: $0) }) ?? nil else { return nil }
        for problem in found.problems { log(problem) }
        // What could not be read is written again with the rest.
        if found.problems.isEmpty { written = found.session }
        return found.session
    }

    // MARK: The file

    /// Runs a closure with the open database. A damaged file is set aside, and the closure runs again with a new one.
    private func withDatabase<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try attempt(body) } catch let rejection as JournalFile.Rejection {
            try setAside(rejection)
            return try attempt(body)
        }
    }

    private func attempt<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let database = try self.database ?? file.open()
        self.database = database
        do {
            do { return try body(database) } catch let error as DatabaseError where error.isFull {
                // The content of the log can be moved to the database, and its space reused.
                try? database.checkpoint(.restart)
                return try body(database)
            }
        } catch let rejection as JournalFile.Rejection {
            throw rejection
        } catch let error as DatabaseError where error.isDamage {
            throw JournalFile.Rejection.damaged(error.clause)
        } catch let error as DatabaseError where !error.isCircumstance && !JournalFile.isWhole(database) {
            // An index that lacks an entry refuses what the table would accept.
            throw JournalFile.Rejection.damaged(error.clause)
        } catch is RowDecodingError {
            throw JournalFile.Rejection.wrongValue
        } catch let error as DatabaseError where error.isFullOrBusy {
            throw error
        } catch {
            // After a disk was read-only or missing for a while, the file must be opened again.
            release()
            throw error
        }
    }

    private func setAside(_ rejection: JournalFile.Rejection) throws {
        // Renamed while it is open: closing it would merge and remove its log.
        let sentence = Result { try file.setAside(rejection) }
        orphan = written ?? orphan
        release()
        log(try sentence.get())
    }

    private func release() {
        database?.close()
        database = nil
        written = nil
        lastCollection = nil
        isChecked = false
    }

    /// Writes what is pending and closes the file.
    ///
    /// - Returns: whether everything was written.
    func close() -> Bool {
        let isWritten = drain()
        release()
        isClosed = true
        return isWritten
    }

    /// Closes the file until it is needed again, for tests.
    func reopen() { release() }

    /// Blocks the journal's thread, for tests.
    func occupy(_ body: @Sendable () -> Void) { body() }
}
