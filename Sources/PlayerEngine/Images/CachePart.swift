internal import GLibLoop
internal import Glibc

/// A file of the cache that is being written, before it gets its name.
///
/// The writer holds a lock on the file, which ends with the process: an unlocked file was left by a process that was
/// killed.
struct CachePart: ~Copyable {
    let path: String
    private let descriptor: CInt

    private static let suffix = ".part"

    /// Writes all bytes; returns nil if that is not possible.
    ///
    /// - Parameter directory: an existing directory, with a slash at the end.
    init?(_ bytes: some Collection<UInt8>, in directory: String) {
        guard let (path, descriptor) = Self.create(in: directory) else { return nil }
        guard Self.write(Array(bytes), to: descriptor) else {
            unlink(path)
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Removes a file that got no name.
    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Gives the file its name, and replaces an existing file.
    ///
    /// - Returns: whether that was possible; otherwise the file is removed.
    consuming func take(_ name: String) -> Bool { rename(path, name) == 0 }

    /// Removes unfinished files of processes that were killed, on a separate thread: disks may be slow.
    static func removeAbandoned(in directory: String) {
        SideThread.run("art") {
            guard let folder = opendir(directory) else { return }
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasPrefix("."), name.hasSuffix(suffix) { removeIfAbandoned(directory + name) }
            }
        }
    }

    private static func removeIfAbandoned(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
        close(descriptor)
    }

    private static func create(in directory: String) -> (path: String, descriptor: CInt)? {
        for _ in 0..<3 {
            let path = "\(directory).\(UInt64.random(in: 0 ... .max))\(suffix)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            // Before it is locked, another mediad could regard the file as abandoned. On file systems without locks
            // it is never removed.
            var status = stat()
            flock(descriptor, LOCK_EX)
            if fstat(descriptor, &status) == 0, status.st_nlink > 0 { return (path, descriptor) }
            close(descriptor)
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else { return false }
                rest = rest.dropFirst(max(0, count))
            }
            return true
        }
    }
}
