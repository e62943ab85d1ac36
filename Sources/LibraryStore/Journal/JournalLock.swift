internal import Glibc

/// Keeps a second process from using the same journal, for as long as this is held or the process lives.
public final class JournalLock: Sendable {
    private let descriptor: CInt

    /// Creates the journal's folder (0700) if it is missing, and `PATH.lock` in it.
    ///
    /// - Parameter path: of the database.
    /// - Returns: nil if another process holds the lock. If no lock is possible (a read-only disk), no process can
    ///   write either, so that counts as holding it.
    public init?(path: String) {
        if let slash = path.lastIndex(of: "/") { Self.makeFolder(String(path[..<slash])) }
        descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else {
            return
        }
        makeFolder(String(path[..<slash]))
        _ = mkdir(path, 0o700)
    }
}
