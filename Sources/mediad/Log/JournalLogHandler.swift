internal import GLibLoop
import Logging
import PlayerCore

#if canImport(Glibc)
    import Glibc
#endif

/// Writes log lines to standard error: with the priority prefix (`<6>message`) if the journal reads it, else as
/// `info: message`. Each message is one write, so that the lines of several threads never mix.
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]

    /// Bytes of a line without its prefix: enough for the longest URI and a sentence about it.
    private static let longestLine = 40 << 10

    private let writer: LogWriter
    private let isJournal: Bool

    /// - Parameters:
    ///   - writer: made with ``writer(to:bounds:environment:)`` from the same descriptor and environment.
    ///   - descriptor: where lines go; standard error except in tests.
    ///   - environment: the process's own: `$JOURNAL_STREAM` identifies the stream that the journal reads.
    init(writer: LogWriter, descriptor: CInt = STDERR_FILENO, environment: [String: String]) {
        self.writer = writer
        isJournal = Self.isJournal(descriptor, stream: environment["JOURNAL_STREAM"])
    }

    /// Makes the writer that all handlers of the process share.
    static func writer(
        to descriptor: CInt = STDERR_FILENO, bounds: LogWriter.Bounds = LogWriter.Bounds(),
        environment: [String: String]
    ) -> LogWriter {
        let isJournal = Self.isJournal(descriptor, stream: environment["JOURNAL_STREAM"])
        return LogWriter(descriptor: descriptor, bounds: bounds) { sentence in
            Array("\(Self.prefix(.warning, isJournal: isJournal))\(sentence)\n".utf8)
        }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = Self.prefix(event.level, isJournal: isJournal)
        var fields = metadata
        if let own = event.metadata { fields.merge(own) { _, new in new } }
        let suffix = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        // Always a single line: quoted text such as file names and server replies may contain line breaks.
        let line = "\(event.message)\(suffix)".withoutPasswords.onOneLine(longest: Self.longestLine)
        writer.write(Array("\(prefix)\(line)\n".utf8))
    }

    private static func prefix(_ level: Logger.Level, isJournal: Bool) -> String {
        isJournal ? "<\(priority(level))>" : "\(level.rawValue): "
    }

    /// systemd sets `$JOURNAL_STREAM` to the `device:inode` of the stream. The descriptor may have been redirected
    /// since.
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
