internal import GRDB
internal import Glibc

/// Why the journal cannot be used.
struct JournalError: Error {
    /// A clause for a log line.
    let message: String

    init(_ message: String) { self.message = message }
    init(errno code: CInt) { message = Self.clause(code) }

    static func clause(_ code: CInt) -> String {
        switch code {
        case EACCES, EPERM: "permission denied"
        case EROFS: "the disk is read-only"
        case ENOSPC, EDQUOT: "the disk is full"
        case ENOTDIR: "a part of its path is not a folder"
        default: String(cString: strerror(code)).lowercased()
        }
    }

    /// Returns a clause for a log line about any error of the journal.
    static func clause(_ error: any Error) -> String {
        switch error {
        case let error as JournalError: error.message
        case let error as DatabaseError: error.clause
        default: "\(error)"
        }
    }
}

extension DatabaseError {
    /// Whether the file is not, or no longer, an intact database.
    ///
    /// All SQL is mediad's own: an error in it means that the schema is not mediad's.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(resultCode) }

    /// Whether the error concerns the disk, memory or another program, and not the content of the file.
    var isCircumstance: Bool {
        [
            .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM,
            .SQLITE_AUTH, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT,
        ].contains(resultCode)
    }

    /// Whether the error concerns the data to be written, and not the file.
    var isRefusal: Bool { [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode) }

    /// A clause for a log line.
    var clause: String {
        switch resultCode {
        case .SQLITE_FULL: "the disk is full"
        case .SQLITE_READONLY: "it is read-only"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "another program uses it"
        default: message ?? "SQLite error \(resultCode.rawValue)"
        }
    }
}
