internal import CSQLite

/// What SQLite refused, with its reason.
struct DatabaseError: Error {
    /// One of SQLite's primary result codes, such as `SQLITE_FULL`.
    let code: Int32
    /// SQLite's own words.
    let message: String

    /// - Parameter code: of any kind; extended codes are reduced to their primary one.
    init(code: Int32, message: String) {
        self.code = code & 0xff
        self.message = message
    }

    /// The most recent error of a connection.
    ///
    /// - Parameters:
    ///   - code: as SQLite returned it.
    ///   - connection: nil if there was not enough memory for one.
    init(code: Int32, of connection: OpaquePointer?) {
        let words = connection.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
        self.init(code: code, message: words.map { String(cString: $0) } ?? "SQLite error \(code)")
    }

    /// Whether the file is not, or no longer, an intact database.
    ///
    /// All SQL is mediad's own: an error in it means that the schema is not mediad's.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR].contains(code) }

    /// Whether the error concerns the disk, memory or another program, and not the content of the file.
    var isCircumstance: Bool {
        [
            SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM,
            SQLITE_AUTH, SQLITE_PROTOCOL, SQLITE_INTERRUPT, SQLITE_NOMEM,
        ].contains(code)
    }

    /// Whether the error concerns the data to be written, and not the file.
    var isRefusal: Bool { [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(code) }

    /// Whether the disk is full, or another program holds the file: the open database stays usable.
    var isFullOrBusy: Bool { isFull || code == SQLITE_BUSY }

    /// Whether the disk is full.
    var isFull: Bool { code == SQLITE_FULL }

    /// A clause for a log line.
    var clause: String {
        switch code {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_READONLY: "it is read-only"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program uses it"
        default: message
        }
    }
}
