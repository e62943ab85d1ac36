internal import Dispatch
internal import Glibc

/// Watches whether a file is still being written: a recording, or a download.
///
/// The kernel knows whether somebody has a file open for writing: it grants no read lease then (`fcntl(2)`, F_SETLEASE).
/// Where there are no leases (network file systems, files of others), and for writers that open the file anew for each
/// piece, growth since the first look tells.
public struct FileGrowth: Sendable {
    /// What a look at the file found.
    public struct Look: Hashable, Sendable {
        /// In bytes.
        public var length: Int64
        /// Whether more is expected.
        public var isBeingWritten: Bool
        /// Whether more may come, although nothing was written for a while: a recording that is paused, or a writer that
        /// has just closed the file.
        public var mayGrow: Bool
    }

    /// A writer that has written nothing for so long, in seconds, has gone away or is not a recorder.
    static let longestPause = 6.0
    /// The same if nobody has the file open for writing.
    static let longestGap = 3.0
    /// After that time without a writer, nobody will append anything.
    static let patience = 10.0

    private let descriptor: Descriptor
    private let firstLength: Int64
    private var lastLength: Int64
    /// When the file was last seen to change, in seconds of the monotonic clock.
    private var changedAt: Double

    private final class Descriptor: Sendable {
        let number: CInt
        init(_ number: CInt) { self.number = number }
        deinit { close(number) }
    }

    /// - Parameter path: of a regular file, without a trailing zero. Nil if it cannot be opened.
    public init?(_ path: [UInt8]) {
        guard !path.contains(0) else { return nil }
        let number = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            } ?? -1
        }
        guard number >= 0 else { return nil }
        descriptor = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (firstLength, lastLength) = (Int64(status.st_size), Int64(status.st_size))
        let age = Double(time(nil)) - Double(status.st_mtim.tv_sec)
        changedAt = Self.now - max(0, age)
    }

    /// Looks at the file. Does not block on a disk that responds.
    public mutating func look() -> Look {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            return Look(length: lastLength, isBeingWritten: false, mayGrow: false)
        }
        let length = Int64(status.st_size)
        if length != lastLength { (lastLength, changedAt) = (length, Self.now) }
        // The name is gone, and with it whoever would look for the file.
        guard status.st_nlink > 0 else { return Look(length: length, isBeingWritten: false, mayGrow: false) }
        let rest = Self.now - changedAt
        let hasWriter = hasWriter
        let isWritten =
            switch hasWriter {
            case true?: rest < Self.longestPause
            case false?: length > firstLength && rest < Self.longestGap
            case nil: rest < Self.longestGap
            }
        return Look(
            length: length, isBeingWritten: isWritten, mayGrow: hasWriter == true || rest < Self.patience)
    }

    /// Whether somebody has the file open for writing; nil if the kernel does not say.
    private var hasWriter: Bool? {
        // Somebody who opens the file at this very moment waits for the lease to end, and the signal that says so would
        // end the process: SIGURG does nothing.
        _ = fcntl(descriptor.number, Self.setSignal, SIGURG)
        if fcntl(descriptor.number, Self.setLease, F_RDLCK) == 0 {
            _ = fcntl(descriptor.number, Self.setLease, F_UNLCK)
            return false
        }
        return errno == EAGAIN ? true : nil
    }

    /// `F_SETSIG` and `F_SETLEASE` of Linux, which Glibc's module leaves out (`linux/fcntl.h`).
    private static let (setSignal, setLease): (CInt, CInt) = (10, 1024)

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
