internal import Glibc

extension ByteSource {
    /// A regular file, closed when the last copy of the source is dropped.
    ///
    /// - Throws: ``ProbeError/unreadable(_:)`` if there is no such file, or it is not regular.
    public static func file(_ path: String) throws(ProbeError) -> ByteSource { try file(Array(path.utf8)) }

    /// A regular file whose name need not be UTF-8.
    ///
    /// - Parameter path: without a trailing zero.
    public static func file(_ path: [UInt8]) throws(ProbeError) -> ByteSource { try RegularFile(path).source }
}

/// A regular file that is open for reading.
public final class RegularFile {
    private let descriptor: CInt
    /// In bytes, when it was opened.
    public let length: Int64
    /// The modification time when it was opened, in seconds since 1970.
    public let modified: Double

    /// Opens only a regular file, without waiting: a FIFO without a writer would block the reader for ever, and a
    /// terminal would become the controlling terminal of the process.
    public init(_ path: [UInt8]) throws(ProbeError) {
        guard !path.contains(0) else { throw .unreadable("its name contains a NUL byte") }
        let descriptor = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            } ?? -1
        }
        guard descriptor >= 0 else { throw .unreadable(Self.reason(errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable("it is not a regular file")
        }
        self.descriptor = descriptor
        length = Int64(status.st_size)
        modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }

    deinit { close(descriptor) }

    /// The source keeps the file open.
    public var source: ByteSource {
        ByteSource(length: length) { [self] offset, count throws(ProbeError) in try read(offset, count) }
    }

    /// Returns up to `count` bytes from `offset`: fewer only at the end.
    public func read(_ offset: Int64, _ count: Int) throws(ProbeError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        // Never allocates more than the file can fill: the count may come from the file itself.
        let left = max(0, length - offset)
        guard left > 0 else { return [] }
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(min(Int64(count), left))) { buffer, filled in
            while filled < buffer.count {
                guard let start = buffer.baseAddress else { break }
                let got = pread(descriptor, start + filled, buffer.count - filled, off_t(offset) + off_t(filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else { throw .unreadable(Self.reason(failure)) }
        return bytes
    }

    /// Returns a clause without the word "error", like every other reason.
    public static func reason(_ code: CInt) -> String {
        switch code {
        case ENOENT, ENOTDIR: "it was not found"
        case EACCES, EPERM: "permission denied"
        case ENXIO, ENODEV: "it is not a regular file"
        case ELOOP: "its links form a loop"
        case ENAMETOOLONG: "its name is too long"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk cannot read it"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
