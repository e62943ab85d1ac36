internal import CSQLite

/// An open SQLite database. Only one thread at a time may use it.
///
/// This is all that the journal needs of SQLite. A larger library would bring Foundation: with GRDB 7.8, a program is 55 MB larger
/// and starts 45 ms later. It also needs functions that Debian's SQLite is built without (`sqlite3_snapshot_open`).
final class Database {
    /// How a write-ahead log is merged into the database.
    enum Checkpoint {
        /// As much as is possible at once.
        case passive
        /// Everything; the log is then written from its beginning.
        case restart
    }

    private let connection: OpaquePointer
    private var cache: [String: Statement] = [:]
    private var isOpen = true

    /// Opens a database, and creates the file if it is missing.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - patience: how long a lock of another program is waited for, in milliseconds.
    init(path: String, patience: Int32 = 2_000) throws {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            defer { sqlite3_close_v2(connection) }
            throw DatabaseError(code: code, of: connection)
        }
        self.connection = connection
        sqlite3_busy_timeout(connection, patience)
    }

    deinit { close() }

    /// Closes the file; the database must not be used afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        cache = [:]
        sqlite3_close_v2(connection)
    }

    /// How many rows the most recent statement changed.
    var changesCount: Int { Int(sqlite3_changes(connection)) }

    /// Runs one or more statements, ignoring their rows.
    ///
    /// - Parameter arguments: of the only statement, in the order of its question marks.
    func execute(sql: String, arguments: [any Storable] = []) throws {
        var rest = sql[...]
        while !rest.isEmpty {
            try Statement(sql: rest, isKept: false, on: connection, rest: &rest)?.execute(arguments: arguments)
        }
    }

    /// Returns a statement that is prepared only once.
    func cachedStatement(sql: String) throws -> Statement {
        if let statement = cache[sql] { return statement }
        let statement = try statement(sql: sql, isKept: true)
        cache[sql] = statement
        return statement
    }

    /// Calls a closure with each row of a query, until it returns false.
    func forEachRow(sql: String, arguments: [any Storable] = [], _ body: (Row) throws -> Bool) throws {
        try statement(sql: sql, isKept: false).forEachRow(arguments: arguments, body)
    }

    /// Returns the rows of a query.
    func rows(sql: String, arguments: [any Storable] = []) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql: sql, arguments: arguments) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Returns the first row of a query; nil if it has none.
    func row(sql: String, arguments: [any Storable] = []) throws -> Row? {
        var first: Row?
        try forEachRow(sql: sql, arguments: arguments) { row in
            first = row
            return false
        }
        return first
    }

    /// Returns the first column of a query's first row; nil if it has no row.
    func value<Value: Storable>(_: Value.Type, sql: String, arguments: [any Storable] = []) throws -> Value? {
        try row(sql: sql, arguments: arguments)?.decode(atIndex: 0)
    }

    /// Runs a closure in a transaction that writes: either all of it is on disk afterwards, or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs a closure in a transaction in which nothing that it reads changes.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try transaction("BEGIN DEFERRED", body) }

    private func transaction<Value>(_ begin: String, _ body: (Database) throws -> Value) throws -> Value {
        try execute(sql: begin)
        do {
            let value = try body(self)
            try execute(sql: "COMMIT")
            return value
        } catch {
            // SQLite itself has rolled back after some errors.
            if sqlite3_get_autocommit(connection) == 0 { try? execute(sql: "ROLLBACK") }
            throw error
        }
    }

    /// Merges the write-ahead log into the database.
    func checkpoint(_ kind: Checkpoint) throws {
        let mode =
            switch kind {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            }
        let code = sqlite3_wal_checkpoint_v2(connection, nil, mode, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: connection) }
    }

    private func statement(sql: String, isKept: Bool) throws -> Statement {
        var rest = sql[...]
        guard let statement = try Statement(sql: sql[...], isKept: isKept, on: connection, rest: &rest) else {
            throw DatabaseError(code: SQLITE_MISUSE, message: "there is no statement")
        }
        return statement
    }
}
