internal import GLibLoop
internal import Glibc
internal import MediaContainers
public import PlayerCore

/// A folder of mpv's watch-later files: `~/.local/state/mpv/watch_later`, with older versions
/// `~/.config/mpv/watch_later`.
///
/// Their names are the MD5 of the absolute path or URL in upper-case hexadecimal. So the media of a file is known only
/// if the file contains its name, or by comparison with known names.
public struct WatchLaterFolder: Sendable {
    /// An item that mpv would resume.
    public struct Entry: Hashable, Sendable {
        /// `file:` for a local file.
        public var uri: String
        public var position: MediaTime
        /// Media seconds per second, if it was not mpv's default.
        public var speed: Double?
        /// When mpv wrote it, in seconds since 1970.
        public var savedAt: Double

        /// Returns the entry for the history, as an item that is not played yet.
        public func historyEntry(identity: ContentIdentity) -> HistoryEntry {
            HistoryEntry(
                identity: identity, uri: uri, position: position, resume: ResumePoint(position: position),
                lastPlayed: savedAt)
        }
    }

    /// The content of a folder.
    public struct Findings: Hashable, Sendable {
        /// In the order of the files' names.
        public var entries: [Entry] = []
        /// A sentence for each file that cannot be used, with the reason.
        public var problems: [String] = []

        public init() {}
    }

    private static let largest: Int64 = 64 << 10

    private let path: String

    public init(path: String) { self.path = path }

    /// Reads every watch-later file in the folder; other files are ignored. For a thread that may wait.
    ///
    /// - Parameter known: absolute paths and URLs of media that may have been played, for files that do not contain a
    ///   name.
    public func findings(known: [String] = []) -> Findings {
        var findings = Findings()
        guard let directory = opendir(path) else {
            findings.problems = ["The folder \(path) cannot be read: \(JournalError.clause(errno))."]
            return findings
        }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if Self.isName(name) { names.append(String(decoding: name, as: UTF8.self)) }
        }
        closedir(directory)
        let candidates = Candidates(known)
        for name in names.sorted() {
            switch Self.entry(name, in: path, candidates: candidates) {
            case .success(let entry): if let entry { findings.entries.append(entry) }
            case .failure(let problem): findings.problems.append("\(name) was not imported: \(problem.clause).")
            }
        }
        return findings
    }

    private struct Problem: Error { var clause: String }

    /// - Returns: nil for a valid file without a position.
    private static func entry(
        _ name: String, in folder: String, candidates: Candidates
    ) -> Result<Entry?, Problem> {
        guard let file = try? RegularFile(Array("\(folder)/\(name)".utf8)), file.length <= largest,
            let bytes = try? file.read(0, Int(file.length)), bytes.count == file.length
        else { return .failure(Problem(clause: "it cannot be read")) }
        let parsed = WatchLater.parse(bytes)
        guard !parsed.isRedirect else { return .success(nil) }
        guard let uri = candidates.uri(named: name, path: parsed.path) else {
            return .failure(
                Problem(
                    clause: parsed.path == nil
                        ? "its file is unknown (mpv records it with write-filename-in-watch-later-config)"
                        : "its file is unknown: the comment does not name a file or URL"))
        }
        guard let start = parsed.start else {
            return .failure(Problem(clause: "it has no position of \(uri)"))
        }
        return .success(Entry(uri: uri, position: start, speed: parsed.speed, savedAt: file.modified))
    }

    private static func isName(_ name: [UInt8]) -> Bool {
        name.count == 32
            && name.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0)
            }
    }

    /// The media that the files may refer to, by the names of the files.
    private struct Candidates {
        private var byName: [String: [UInt8]] = [:]

        init(_ known: [String]) {
            for text in known {
                let path = FileURI.path(of: text) ?? Array(text.utf8)
                byName[WatchLaterFolder.name(of: path)] = path
            }
        }

        func uri(named name: String, path: [UInt8]?) -> String? {
            if let known = byName[name] { return WatchLaterFolder.uri(of: known) }
            guard let path, let uri = WatchLaterFolder.uri(of: path) else { return nil }
            // A path that does not match the file's name was cut, changed or resolved differently by mpv: it is
            // accepted only if the file exists.
            if WatchLaterFolder.name(of: path) == name { return uri }
            return path.first == UInt8(ascii: "/") && (try? RegularFile(path)) != nil ? uri : nil
        }
    }

    static func name(of path: [UInt8]) -> String {
        Checksum.md5.text(of: path).uppercased()
    }

    /// - Returns: nil for a relative path, whose base is unknown.
    private static func uri(of path: [UInt8]) -> String? {
        if path.first == UInt8(ascii: "/") { return FileURI.uri(of: path) }
        let text = String(decoding: path, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text[colon...].hasPrefix("://"),
            text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return text
    }
}
