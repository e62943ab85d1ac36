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
