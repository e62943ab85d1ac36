internal import Glibc

/// A regular file, open for reading while the value lives.
final class RegularFile {
    private let descriptor: CInt
    /// In bytes, when it was opened.
    let size: Int64
    /// When it was last written, in seconds since 1970.
    let modified: Double

    /// Opens nothing but a regular file, and waits for nobody: a FIFO without a writer would hold the reader for ever.
    init?(_ path: [UInt8]) {
        guard !path.contains(0) else { return nil }
        let descriptor = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int64(status.st_size)
        modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }

    deinit { close(descriptor) }

    /// Exactly so many bytes; nil where there are fewer or the disk cannot read them.
    func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let start = buffer.baseAddress {
                let got = pread(descriptor, start + filled, count - filled, off_t(offset) + off_t(filled))
                if got > 0 { filled += got } else if got == 0 || errno != EINTR { break }
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
