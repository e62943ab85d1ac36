import DBusKit
import Glibc
import PlayerCore

/// Writes the chapters and segments of the current item in the formats of other programs.
struct MarkFile {
    private let chapters: [ChapterView]
    /// The titles in all languages, with what else is said of their chapters.
    private let titles: [(chapter: ChapterView, title: ChapterTitle)]
    private let segments: [(start: Int64, end: Int64, kind: String, action: String)]
    private let metadata: [String: DBusValue]

    /// - Throws: `Failure` if there is no current item.
    init(_ daemon: DaemonConnection) throws(Failure) {
        let player = try daemon.properties(of: .player)
        metadata = player["Metadata"]?.asDictionary ?? [:]
        guard metadata["xesam:url"] != nil else { throw .nothingPlays }
        let listing = ChapterListing(try daemon.properties(of: .chapters))
        chapters = listing.chapters
        var titles: [(ChapterView, ChapterTitle)] = []
        for language in listing.locales where listing.locales.count > 1 {
            let reply = try? daemon.call(.chapters, "TitledIn", [.string(language)])
            for chapter in (reply?.first?.asArray ?? []).compactMap({ ChapterView($0) }) {
                titles.append((chapter, ChapterTitle(chapter.title, language: language)))
            }
        }
        self.titles = titles
        let listed = try daemon.properties(of: .segments)["Segments"]?.asArray ?? []
        segments = listed.compactMap { value in
            guard let fields = value.asArray, fields.count == 4, let start = fields[0].asInt64,
                let end = fields[1].asInt64,
                let kind = fields[2].asString
            else { return nil }
            return (start, end, kind, fields[3].asDictionary?["action"]?.asString ?? "")
        }
    }

    // MARK: EDL

    /// The format of Kodi and MPlayer (https://kodi.wiki/view/Edit_decision_list): 0 is a cut, 1 is mute, 3 is a
    /// commercial break; scene markers (2) are chapters.
    var edl: String {
        var lines: [(Int64, String)] = segments.map { segment in
            let action =
                switch (segment.kind, segment.action) {
                case ("mute", _): "1"
                case ("advertisement", _): "3"
                case ("blocked", _), (_, "block"), (_, "auto"): "0"
                default: "3"
                }
            return (segment.start, "\(Self.seconds(segment.start))\t\(Self.seconds(segment.end))\t\(action)")
        }
        lines += chapters.map { chapter in
            let start = Self.seconds(chapter.start.microseconds)
            return (chapter.start.microseconds, "\(start)\t\(start)\t2")
        }
        return lines.sorted { $0.0 < $1.0 }.map { $0.1 + "\n" }.joined()
    }

    // MARK: ffmetadata

    /// https://ffmpeg.org/ffmpeg-formats.html#Metadata-2
    var ffmetadata: String {
        var text = ";FFMETADATA1\n"
        let tags: [(String, String)] = [
            ("title", "xesam:title"), ("artist", "xesam:artist"), ("album", "xesam:album"), ("genre", "xesam:genre"),
            ("date", "xesam:contentCreated"), ("comment", "xesam:comment"), ("composer", "xesam:composer"),
        ]
        for (name, key) in tags {
            let value = metadata[key]?.asString ?? metadata[key]?.asStringArray?.joined(separator: "; ")
            if let value, !value.isEmpty { text += "\(name)=\(Self.escaped(value))\n" }
        }
        for chapter in chapters {
            text +=
                "\n[CHAPTER]\nTIMEBASE=1/1000000\nSTART=\(chapter.start.microseconds)\nEND=\(chapter.end.microseconds)\n"
            text += "title=\(Self.escaped(chapter.title))\n"
        }
        return text
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "=;#\\\n".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    // MARK: Matroska

    var matroska: String {
        var file = ChapterXML()
        for chapter in chapters {
            let language = chapter.extras["language"]?.asString ?? "und"
            let own = [ChapterTitle(chapter.title, language: language)]
            let others = titles.filter { $0.title.language != language && $0.chapter.isSame(as: chapter) }.map(\.title)
            file.append(
                start: chapter.start.nanoseconds, end: chapter.end.nanoseconds, titles: own + others)
        }
        return file.text
    }

    // MARK: Times

    /// Seconds with three decimals.
    private static func seconds(_ microseconds: Int64) -> String {
        let milliseconds = microseconds / 1_000 + (microseconds % 1_000 >= 500 ? 1 : 0)
        return "\(milliseconds / 1_000).\(padded(milliseconds % 1_000, 3))"
    }

    private static func padded(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// Writes a text file that is either complete or does not exist.
enum NewFile {
    /// - Throws: `Failure` if the file exists and must not be overwritten, or if it cannot be written.
    static func write(_ text: String, to path: LocalPath, overwriting: Bool) throws(Failure) {
        var status = stat()
        if lstat(path.text, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw Failure(.refused, "\(path.text) is not a regular file. Choose another name.")
        }
        // A name of its own: one that a killed process left behind is in nobody's way.
        let part = "\(path.text).\(getpid()).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        var text = text
        let isWritten = text.withUTF8 { bytes in
            Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
        let isOnDisk = isWritten && fsync(descriptor) == 0
        let problem = errno
        close(descriptor)
        defer { unlink(part) }
        guard isOnDisk else {
            errno = problem
            throw failure(path)
        }
        guard (overwriting ? rename(part, path.text) : link(part, path.text)) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: LocalPath) -> Failure {
        errno == EEXIST
            ? Failure(.refused, "\(path.text) already exists. Choose another name, or use --overwrite to replace it.")
            : Failure(.refused, "\(path.text) cannot be written: \(String(cString: strerror(errno))).")
    }
}
