internal import CCrash
internal import Glibc
internal import PlayerCore

/// The file that tells the next run what was being opened when this one ended.
///
/// It is an ``OpeningText``, written in place, one write for each change and without syncing: it has to survive the
/// process, not a power failure. What cannot be read is left out.
///
/// Used by one thread at a time.
final class OpeningFile {
    /// The maximum length of what is read, in bytes: more than the ledger keeps.
    private static let largest = 64 << 10

    private let descriptor: CInt
    /// The length of what is in the file.
    private var length = 0

    /// Opens or creates the file, whose folder exists.
    ///
    /// - Returns: nil if that is not possible.
    static func open(path: String) -> OpeningFile? {
        // Without waiting for the reader of a pipe.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return OpeningFile(descriptor)
    }

    private init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit {
        ccrash_note_in(-1, 0)
        close(descriptor)
    }

    /// Returns what the last run left.
    func read() -> (entries: [OpeningLedger.Entry], end: OpeningLedger.End) {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.largest) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        length = bytes.count
        return OpeningText.read(bytes)
    }

    /// Begins a run: from now on, a fault leaves its signal in the file.
    func begin(_ entries: [OpeningLedger.Entry]) {
        write(OpeningText.open, at: 0)
        write(entries)
        ccrash_note_in(descriptor, OpeningText.signalOffset)
    }

    /// Writes the entries, over the previous ones.
    func write(_ entries: [OpeningLedger.Entry]) {
        let text = OpeningText.text(entries)
        let end = OpeningText.open.utf8.count + text.utf8.count
        // Blank lines over the rest of longer text: one write is all or nothing for a process that is killed.
        let padding = String(repeating: "\n", count: max(0, length - end))
        write(text + padding, at: OpeningText.open.utf8.count)
        length = max(length, end)
    }

    /// Ends a run as requested: nobody is to blame for what comes now.
    func finish(_ entries: [OpeningLedger.Entry]) {
        ccrash_note_in(-1, 0)
        write(OpeningText.closed, at: 0)
        write(entries)
    }

    private func write(_ text: String, at offset: Int) {
        let bytes = Array(text.utf8)
        _ = pwrite(descriptor, bytes, bytes.count, off_t(offset))
    }
}
