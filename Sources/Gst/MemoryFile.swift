internal import CGStreamer
internal import Glibc

/// Bytes as a file that elements can open by its path, on no disk. It is gone with its last user.
public final class MemoryFile: Sendable {
    private let descriptor: CInt

    /// - Throws: ``GstFailure`` where the system has no room for it.
    public init(_ bytes: [UInt8]) throws(GstFailure) {
        descriptor = cgst_memory_file("mediad")
        guard descriptor >= 0 else { throw GstFailure(message: "there is no file in memory to be had") }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            guard count > 0 || errno == EINTR else {
                close(descriptor)
                throw GstFailure(message: "a file in memory cannot be written")
            }
            written += max(0, count)
        }
    }

    deinit { close(descriptor) }

    public var path: String { "/proc/self/fd/\(descriptor)" }
}
