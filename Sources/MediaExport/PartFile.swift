internal import Glibc
internal import Synchronization

/// A file that is written beside its destination and gets its final name when it is complete.
public final class PartFile: Sendable {
    /// The reason why the file cannot be written, and what to do next.
    struct Refusal: Error, Sendable {
        let message: String
    }

    /// The final path.
    let path: String
    /// The path until the file is complete.
    let partPath: String
    private let descriptor: Int32
    private let overwrites: Bool
    private let isOpen = Mutex(true)
    private let isOnItsWay = Atomic(false)

    /// - Parameter path: an absolute path.
    /// - Throws: ``Refusal`` if another file is in the way, or nothing can be written there.
    init(path: String, overwrites: Bool) throws(Refusal) {
        self.path = path
        self.overwrites = overwrites
        if let refusal = Self.refusal(of: path, overwrites: overwrites) { throw Refusal(message: refusal) }
        // Never replaces an unfinished file of another program, such as a download: uses the next free name.
        for attempt in 1...99 {
            let name = attempt == 1 ? path + ".part" : "\(path).\(attempt).part"
            let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            if descriptor >= 0 {
                self.descriptor = descriptor
                partPath = name
                return
            }
            guard errno == EEXIST else { throw Refusal(message: Self.sentence(errno, path)) }
        }
        throw Refusal(
            message: "There are already 99 unfinished files beside \(path): delete \(path).part and similar files.")
    }

    /// Writes a small file in a single step.
    static func make(_ path: String, of bytes: [UInt8], overwrites: Bool) throws(Refusal) {
        let file = try PartFile(path: path, overwrites: overwrites)
        defer { file.remove() }
        try file.write(bytes, at: 0)
        _ = try file.complete()
    }

    /// Writes a small file in a single step.
    ///
    /// - Parameter overwrites: whether a file at the path is replaced.
    /// - Returns: why that is not possible, as a sentence; nil if it was done.
    public static func write(_ bytes: [UInt8], to path: String, overwrites: Bool = false) -> String? {
        do throws(Refusal) {
            try make(path, of: bytes, overwrites: overwrites)
            return nil
        } catch {
            return error.message
        }
    }

    /// The path for the pipeline, which remains valid when the file is renamed.
    var pipelinePath: String { "/proc/self/fd/\(descriptor)" }

    private static let wayOut = "choose another name, or use the option overwrite (--overwrite) to replace it."

    /// The obstacle to a file at the path, and what to do next; nil if there is none.
    static func refusal(of path: String, overwrites: Bool) -> String? {
        if access(folder(of: path), W_OK | X_OK) != 0 { return sentence(errno, path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? nil : sentence(errno, path) }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return "\(path) is a symbolic link: give the name of the file itself."
        case S_IFDIR: return "\(path) is a folder: give the name of a file."
        case S_IFREG: return overwrites ? nil : "\(path) already exists: \(wayOut)"
        default: return "\(path) is not a file: choose another name."
        }
    }

    /// Syncs the file to the disk and gives it its final name.
    ///
    /// - Returns: false if the file was removed in the meantime.
    func complete() throws(Refusal) -> Bool {
        isOnItsWay.store(true, ordering: .relaxed)
        let problem = fsync(descriptor) == 0 ? 0 : errno
        let isThere = try isOpen.withLock { isOpen throws(Refusal) in
            guard isOpen else { return false }
            isOpen = false
            guard problem == 0 else {
                unlink(partPath)
                throw Refusal(message: Self.sentence(problem, path))
            }
            try takeName()
            return true
        }
        if isThere { syncFolder() }
        return isThere
    }

    /// Whether the file is being synced to the disk, which may take minutes without visible progress.
    var isCompleting: Bool { isOnItsWay.load(ordering: .relaxed) }

    private func takeName() throws(Refusal) {
        if overwrites ? rename(partPath, path) == 0 : takeFreeName() { return }
        let reason =
            errno == EEXIST
            ? "\(path) was created in the meantime: \(Self.wayOut)"
            : Self.sentence(errno, path)
        unlink(partPath)
        throw Refusal(message: reason)
    }

    /// Gives the file its name if the name is free. A hard link never replaces a file. On file systems without hard
    /// links, an empty file reserves the name.
    private func takeFreeName() -> Bool {
        if link(partPath, path) == 0 {
            unlink(partPath)
            return true
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return false }
        let keeper = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard keeper >= 0 else { return false }
        close(keeper)
        if rename(partPath, path) == 0 { return true }
        let reason = errno
        unlink(path)
        errno = reason
        return false
    }

    /// Syncs the directory entry to the disk.
    private func syncFolder() {
        let descriptor = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes the file; callable from any thread, also while the file is written.
    ///
    /// - Returns: false if the file was already completed or removed.
    @discardableResult
    func remove() -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return false }
            isOpen = false
            unlink(partPath)
            return true
        }
    }

    /// The size of the file in bytes.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Reads bytes from an offset on; fewer at the end of the file.
    func read(at offset: Int64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = max(0, pread(descriptor, target.baseAddress, count, off_t(offset)))
        }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(Refusal) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                pwrite(descriptor, raw.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            guard count > 0 else { throw Refusal(message: Self.sentence(errno, path)) }
            done += count
        }
    }

    /// The folder of an absolute path, with its last slash.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    /// The message for an error number of an operation on `path`.
    static func sentence(_ code: Int32, _ path: String) -> String {
        switch code {
        // Some file systems, such as /proc, have no other way to say it.
        case ENOENT where access(folder(of: path), F_OK) == 0:
            "Files cannot be created in \(folder(of: path)): choose another folder."
        case ENOENT, ENOTDIR: "The folder of \(path) does not exist: create it first."
        case EACCES, EPERM: "You do not have permission to write \(path): choose another folder."
        case EROFS: "\(path) is on a read-only file system: choose another folder."
        case ENOSPC, EDQUOT: "There is no space left for \(path): free some, or choose another folder."
        case ENAMETOOLONG: "The name \(path) is too long: choose a shorter one."
        default: "\(path) cannot be written: \(String(cString: strerror(code)))."
        }
    }
}
