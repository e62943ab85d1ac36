internal import Glibc
internal import Synchronization

/// A file that is being written beside where it is to be, and gets its name when it is whole.
final class PartFile: Sendable {
    /// Why it cannot be, and what to do next.
    struct Refusal: Error, Sendable {
        let message: String
    }

    /// What it is to be called.
    let path: String
    /// What it is called until then.
    let partPath: String
    private let descriptor: Int32
    private let overwrites: Bool
    private let isOpen = Mutex(true)
    private let isOnItsWay = Atomic(false)

    /// - Parameter path: absolute.
    /// - Throws: ``Refusal`` where something is in the way, or nothing can be written there.
    init(path: String, overwrites: Bool) throws(Refusal) {
        self.path = path
        self.overwrites = overwrites
        if let refusal = Self.refusal(of: path, overwrites: overwrites) { throw Refusal(message: refusal) }
        // Never in the place of what somebody else began, a download perhaps: the next name that is free.
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
            message: "There already are 99 unfinished files beside \(path): delete \(path).part and similar files.")
    }

    /// Makes a small file at once.
    static func make(_ path: String, of bytes: [UInt8], overwrites: Bool) throws(Refusal) {
        let file = try PartFile(path: path, overwrites: overwrites)
        defer { file.remove() }
        try file.write(bytes, at: 0)
        _ = try file.complete()
    }

    /// How the pipeline reaches it, whatever becomes of its name.
    var pipelinePath: String { "/proc/self/fd/\(descriptor)" }

    private static let wayOut = "give another name, or set the option overwrite (mediactl export --overwrite)."

    /// What is in the way of a file there, and what to do next; nil where nothing is.
    static func refusal(of path: String, overwrites: Bool) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        if access(folder, W_OK | X_OK) != 0 { return sentence(errno, path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? nil : sentence(errno, path) }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return "\(path) is a symbolic link: give the name of the file itself."
        case S_IFDIR: return "\(path) is a folder: give the name of a file."
        case S_IFREG: return overwrites ? nil : "\(path) already exists: \(wayOut)"
        default: return "\(path) is not a file: give another name."
        }
    }

    /// Brings it to the disk and gives it its name.
    ///
    /// - Returns: false where it was removed meanwhile.
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

    /// Whether it is being brought to the disk, which may take minutes in which nothing is seen to move.
    var isCompleting: Bool { isOnItsWay.load(ordering: .relaxed) }

    private func takeName() throws(Refusal) {
        if overwrites ? rename(partPath, path) == 0 : takeFreeName() { return }
        let reason =
            errno == EEXIST
            ? "\(path) was created meanwhile: \(Self.wayOut)"
            : Self.sentence(errno, path)
        unlink(partPath)
        throw Refusal(message: reason)
    }

    /// Gives it its name unless something has it. A hard link never replaces anything; where there are none, an empty file
    /// keeps the name free.
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

    /// The name is on the disk, too.
    private func syncFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Leaves nothing of it behind; from any thread, also while it is written.
    ///
    /// - Returns: false where it was completed or removed before.
    @discardableResult
    func remove() -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return false }
            isOpen = false
            unlink(partPath)
            return true
        }
    }

    /// How much is in it, in bytes.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Bytes from an offset on; fewer at its end.
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

    /// What errno means for who wants a file at `path`.
    static func sentence(_ code: Int32, _ path: String) -> String {
        switch code {
        case ENOENT, ENOTDIR: "The folder of \(path) does not exist: create it first."
        case EACCES, EPERM: "You do not have permission to write \(path): choose another folder."
        case EROFS: "\(path) is on a read-only file system: choose another folder."
        case ENOSPC, EDQUOT: "There is no space left for \(path): free some, or choose another folder."
        case ENAMETOOLONG: "The name \(path) is too long: choose a shorter one."
        default: "\(path) cannot be written: \(String(cString: strerror(code)))."
        }
    }
}
