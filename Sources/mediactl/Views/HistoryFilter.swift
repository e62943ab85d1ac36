import DBusKit
import Glibc
import PlayerCore

/// Which entries of the history are listed.
struct HistoryFilter {
    /// Whether songs are listed.
    var showsMusic = false
    /// Whether only what was left in the middle is listed.
    var isUnfinished = false
    /// Whether only the newest entry of each series is listed.
    var isBySeries = false

    /// The series that were listed.
    private var known: Set<String> = []

    init(showsMusic: Bool = false, isUnfinished: Bool = false, isBySeries: Bool = false) {
        self.showsMusic = showsMusic
        self.isUnfinished = isUnfinished
        self.isBySeries = isBySeries
    }

    /// Whether an entry is listed. Entries must be given newest first.
    mutating func shows(_ entry: HistoryEntryView) -> Bool {
        let kind = entry.fields["kind"]?.asString
        if kind == ContentKind.music.rawValue, !showsMusic { return false }
        if isUnfinished, entry.isOver || entry.fields["played"]?.asBool == true && entry.fields["resume"] == nil {
            return false
        }
        if isUnfinished, !entry.isBegun { return false }
        guard isBySeries else { return true }
        guard let series = entry.fields["series"]?.asString, !series.isEmpty else { return false }
        return known.insert(series.lowercased()).inserted
    }
}

/// The numbers of the history as they were last listed, in a file of the session: what plays meanwhile does not renumber
/// them.
struct HistoryNumbers {
    /// Nil without a place for it.
    private let path: String?
    /// How long a listing is what a person sees, in seconds.
    private static let lifetime = 3_600
    /// Bytes of the file.
    private static let largest = 4 << 20

    /// - Parameter variable: returns the value of an environment variable.
    init(variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
        guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
            let bus = variable("DBUS_SESSION_BUS_ADDRESS")
        else {
            path = nil
            return
        }
        // Each session bus has a mediad with a history of its own.
        path = "\(folder)/mediactl-history-\(Self.hash(bus))"
    }

    private static func hash(_ text: String) -> String {
        // FNV-1a: the same in every run, unlike Swift's own.
        String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }

    /// Remembers a listing. Numbers mean the whole history again if it cannot be written.
    func remember(_ entries: [HistoryEntryView]) {
        guard let path else { return }
        let lines = entries.compactMap { entry in entry.uri.map { "\(entry.number)\t\($0)\n" } }
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(lines.joined().utf8)
        if write(descriptor, bytes, bytes.count) != bytes.count { unlink(path) }
    }

    /// The URIs of the last listing by their numbers; empty if there is none from the last hour.
    var uris: [Int: String] {
        guard let path else { return [:] }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return [:] }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, time(nil) - status.st_mtim.tv_sec < Self.lifetime else { return [:] }
        var bytes = [UInt8](repeating: 0, count: Self.largest)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [:] }
        var uris: [Int: String] = [:]
        for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            if parts.count == 2, let number = Int(parts[0]) { uris[number] = String(parts[1]) }
        }
        return uris
    }
}
