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
        case ENOTDIR: "a part of its path is no folder"
        default: String(cString: strerror(code)).lowercased()
        }
    }

    /// A clause for a log line about any error that using the journal ends with.
    static func clause(_ error: any Error) -> String {
        switch error {
        case let error as JournalError: error.message
        case let error as DatabaseError: error.clause
        default: "\(error)"
        }
    }
}

extension DatabaseError {
    /// Whether it says that the file is not, or no longer, a whole database.
    var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }

    /// Whether it is about what was to be written, not about the file.
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
