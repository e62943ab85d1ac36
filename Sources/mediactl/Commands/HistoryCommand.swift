import ArgumentParser
import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// `history`: the items that were played, and their positions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List what was played, or resume an entry.",
        subcommands: [
            HistoryListCommand.self, HistoryResumeCommand.self, HistoryForgetCommand.self, HistoryImportCommand.self,
        ], defaultSubcommand: HistoryListCommand.self)
}

/// `history list`.
struct HistoryListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what was played, newest first, without songs.")

    @Option(help: ArgumentHelp("List at most this many entries.", valueName: "n"))
    var limit: UInt32 = 20

    @Option(help: ArgumentHelp("Skip this many of the newest entries.", valueName: "n"))
    var offset: UInt32 = 0

    @Flag(help: "List only entries that were left in the middle.")
    var unfinished = false

    @Flag(help: "List only the last entry of each series, podcast and book.")
    var series = false

    @Flag(help: "List songs as well.")
    var music = false

    @OptionGroup var output: JSONOption

    func run() throws {
        let filter = HistoryFilter(showsMusic: music, isUnfinished: unfinished, isBySeries: series)
        let daemon = try DaemonConnection()
        let entries = try HistoryReader(daemon).entries(offset: offset, limit: limit, filter)
        HistoryNumbers().remember(entries)
        let now = Int64(time(nil))
        var table = TextTable()
        for entry in entries { table.add(entry.cells(now: now), style: entry.isOver ? .dim : nil) }
        output.show(.array(entries.map(\.json)), lines: table.lines())
    }
}

/// `history resume`.
struct HistoryResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume an entry where it was left.",
        discussion: "Starts mediad if necessary.")

    @Argument(
        help: ArgumentHelp("The number in the history, a file or a URI.", valueName: "n|file-or-uri"),
        completion: .file())
    var name: String

    func validate() throws {
        if let problem = HistoryArgument.problem(with: name) { throw ValidationError(problem) }
    }

    func run() throws {
        let argument = try HistoryArgument(name)
        if case .uri(let uri) = argument, let path = URIText.localPath(uri) {
            switch path.kind {
            case .missing: throw Failure(.notFound, "\(path.text) was not found.")
            // The folder of a book is in the history.
            case .directory, .file: break
            }
        }
        let reader = HistoryReader(try DaemonConnection(starting: true))
        let uris = try reader.uris(of: [argument])
        let reply = try resume(uris, by: reader.daemon)
        let position = MediaTime(microseconds: reply.first?.asInt64 ?? 0)
        try reader.daemon.waitForStart()
        Output.print(position > .zero ? "from \(DurationText(position))" : "from the beginning")
    }

    private func resume(_ uris: [String], by daemon: DaemonConnection) throws(Failure) -> [DBusValue] {
        do throws(Failure) {
            return try daemon.call(.session, "Resume", uris.map { .string($0) })
        } catch {
            guard error.status == .notFound, let path = uris.first.flatMap({ URIText.localPath($0) }),
                path.kind == .directory
            else { throw error }
            throw Failure(.refused, "\(path.text) is a folder. Specify a file, or see mediactl history.")
        }
    }
}

/// `history forget`.
struct HistoryForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove entries from the history; the files remain.")

    @Argument(
        help: ArgumentHelp("Numbers in the history, files or URIs.", valueName: "n|file-or-uri"), completion: .file())
    var names: [String]

    func validate() throws {
        for name in names {
            if let problem = HistoryArgument.problem(with: name) { throw ValidationError(problem) }
        }
    }

    /// Removes the entries. An unknown entry does not prevent the removal of the others.
    func run() throws {
        var arguments: [HistoryArgument] = []
        for name in names { arguments.append(try HistoryArgument(name)) }
        let daemon = try DaemonConnection()
        var last: Failure?
        for uri in try HistoryReader(daemon).uris(of: arguments) {
            do throws(Failure) {
                try daemon.call(.session, "Forget", [.string(uri)])
            } catch {
                guard error.status == .notFound else { throw error }
                if let last { Output.complain(last.message) }
                last = error
            }
        }
        if let last { throw last }
    }
}

/// `history import`.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import the positions that mpv saved.",
        discussion: """
            FOLDER is mpv's watch_later folder. The default is the first of $XDG_STATE_HOME/mpv/watch_later, \
            ~/.local/state/mpv/watch_later and ~/.config/mpv/watch_later that exists. If mediad has \
            played an item more recently than mpv, its position does not change.
            """)

    @Argument(help: ArgumentHelp("mpv's watch_later folder.", valueName: "folder"), completion: .directory)
    var name: String?

    /// The folder may contain thousands of files on a disk that has to spin up first.
    private static let patience = Duration.seconds(600)

    func run() throws {
        let folder = try folder()
        guard let path = String(validating: folder.bytes, as: UTF8.self) else {
            throw Failure(
                .refused,
                "The name of \(folder.text) is not valid UTF-8. Create a link to the folder and specify the link.")
        }
        let reply = try DaemonConnection()
            .call(.session, "ImportHistory", [.string(path)], timeout: Self.patience)
        let imported = reply.first?.asUInt32 ?? 0
        let problems = reply.count > 1 ? reply[1].asStringArray ?? [] : []
        for problem in problems { Output.complain(Output.visible(problem)) }
        guard imported > 0 || problems.isEmpty else {
            throw Failure(.refused, "No positions were imported from \(folder.text).")
        }
        Output.print("\(imported) imported")
    }

    private func folder() throws(Failure) -> LocalPath {
        if let name {
            guard !name.isEmpty else { throw Failure(.notFound, "Specify mpv's watch_later folder.") }
            let folder = MediaArguments.path(name)
            switch folder.kind {
            case .directory: return folder
            case .missing: throw Failure(.notFound, "\(folder.text) was not found.")
            case .file:
                throw Failure(.refused, "\(folder.text) is not a folder. Specify mpv's watch_later folder.")
            }
        }
        let places = WatchLaterPlaces(variable: Self.variable)
        guard let folder = places.existing else {
            let looked = places.folders.map(\.text).joined(separator: ", ")
            throw Failure(
                .notFound,
                "No folder with mpv's positions was found\(looked.isEmpty ? "" : " (looked for \(looked))"). "
                    + "Specify it: mediactl history import FOLDER.")
        }
        return folder
    }

    /// The raw bytes: names of folders need not be UTF-8.
    private static func variable(_ name: String) -> [UInt8]? {
        getenv(name).map { value in
            UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
        }
    }
}

/// An entry of the history: its number in the listing, or its URI.
enum HistoryArgument: Hashable {
    /// Counted from 1.
    case number(UInt32)
    case uri(String)

    /// The number; nil if the entry is named by its URI.
    var number: UInt32? {
        if case .number(let number) = self { number } else { nil }
    }

    /// - Throws: `Failure` if the text is empty.
    init(_ text: String) throws(Failure) {
        guard !text.isEmpty else { throw Failure(.notFound, "The name is empty. Specify a number, a file or a URI.") }
        if Self.isNumber(text) {
            // A larger number is beyond every end too.
            self = .number(UInt32(text) ?? .max)
            return
        }
        let path = MediaArguments.path(text)
        // As for playback, a file name may look like a URI. Entries of missing files can still be removed.
        if URIText.isURI(text), path.kind == .missing {
            self = .uri(URIText.localPath(text)?.uri ?? URIText.escaped(text))
        } else {
            self = .uri(path.uri)
        }
    }

    /// The reason why a text is never valid; nil if it may be.
    static func problem(with text: String) -> String? {
        isNumber(text) && UInt32(text) == 0
            ? "Entries are numbered from 1. For a file with this name, write ./\(text)." : nil
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The folders where mpv stores the positions to resume from.
struct WatchLaterPlaces {
    /// The possible folders; those of newer versions come first.
    let folders: [LocalPath]

    /// - Parameter variable: returns the value of an environment variable.
    init(variable: (String) -> [UInt8]?) {
        let home = Self.folder(variable("HOME"))
        // According to the XDG Base Directory Specification, relative values are ignored.
        let bases = [
            Self.folder(variable("XDG_STATE_HOME")), home.map { LocalPath(".local/state", in: $0) },
            Self.folder(variable("XDG_CONFIG_HOME")), home.map { LocalPath(".config", in: $0) },
        ]
        var folders: [LocalPath] = []
        for base in bases.compactMap({ $0 }) {
            let folder = LocalPath("mpv/watch_later", in: base)
            if !folders.contains(folder) { folders.append(folder) }
        }
        self.folders = folders
    }

    /// The first folder that exists.
    var existing: LocalPath? { folders.first { $0.kind == .directory } }

    private static func folder(_ path: [UInt8]?) -> LocalPath? {
        path.flatMap { $0.first == UInt8(ascii: "/") ? LocalPath($0) : nil }
    }
}
