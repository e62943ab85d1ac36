import Glibc

/// A file of text that is whole or not there.
enum NewFile {
    /// - Throws: `Failure` where there is something that was not to be overwritten, or nothing can be written.
    static func write(_ text: String, to path: LocalPath, overwriting: Bool) throws(Failure) {
        var status = stat()
        if lstat(path.text, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw Failure(.refused, "\(path.text) is no file of its own: give another name")
        }
        let part = path.text + ".part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        var text = text
        let isWritten = text.withUTF8 { bytes in
            Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
        let isOnDisk = isWritten && fsync(descriptor) == 0
        close(descriptor)
        defer { unlink(part) }
        guard isOnDisk else { throw failure(path) }
        guard (overwriting ? rename(part, path.text) : link(part, path.text)) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: LocalPath) -> Failure {
        errno == EEXIST
            ? Failure(.refused, "\(path.text) is there already: give another name, or say --overwrite")
            : Failure(.refused, "\(path.text) cannot be written: \(String(cString: strerror(errno)))")
    }
}
