import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// Writes log lines to standard error: with the priority prefix (`<6>message`) that the journal reads when it listens
/// there, else as `info: message`. Each line is one write, so that lines of several threads never mix.
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]

    private let descriptor: CInt
    private let isJournal: Bool

    /// - Parameters:
    ///   - descriptor: where lines go; standard error but for tests.
    ///   - environment: the process's own: `$JOURNAL_STREAM` names what the journal reads.
    init(descriptor: CInt = STDERR_FILENO, environment: [String: String]) {
        self.descriptor = descriptor
        isJournal = Self.isJournal(descriptor, stream: environment["JOURNAL_STREAM"])
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(Self.priority(event.level))>" : "\(event.level.rawValue): "
        var fields = metadata
        if let own = event.metadata { fields.merge(own) { _, new in new } }
        let suffix = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        // Every line of a message carries the prefix: the journal would give the others the default priority.
        let lines = "\(event.message)\(suffix)".split(whereSeparator: \.isNewline)
        write(lines.map { "\(prefix)\($0)\n" }.joined())
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                // A log that cannot be written must not stop the music.
                guard errno == EINTR else { return }
            } else {
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// systemd sets `$JOURNAL_STREAM` to `device:inode` of what it connected; a child may have been redirected since.
    private static func isJournal(_ descriptor: CInt, stream: String?) -> Bool {
        guard let stream else { return false }
        let numbers = stream.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
        var status = stat()
        guard numbers.count == 2, fstat(descriptor, &status) == 0 else { return false }
        return numbers[0] == UInt64(status.st_dev) && numbers[1] == UInt64(status.st_ino)
    }

    /// The syslog priority of a level.
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
