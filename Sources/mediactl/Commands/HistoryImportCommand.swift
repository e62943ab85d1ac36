import ArgumentParser
import DBusKit
import Glibc

/// `history import`.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take over where mpv would go on.",
        discussion: """
            FOLDER has mpv's watch-later files; without it, the first of $XDG_STATE_HOME/mpv/watch_later, \
            ~/.local/state/mpv/watch_later and ~/.config/mpv/watch_later that exists. What was played here later stays as \
            it is.
            """)

    @Argument(help: ArgumentHelp("mpv's folder.", valueName: "folder"), completion: .directory)
    var name: String?

    /// Thousands of files, each looked at, on a disk that may have to spin up.
    private static let patience = Duration.seconds(600)

    func run() throws {
        let folder = try folder()
        guard let path = String(validating: folder.bytes, as: UTF8.self) else {
            throw Failure(
                .refused, "the name of \(folder.text) is not UTF-8, which D-Bus cannot carry: name a link to it")
        }
        let reply = try DaemonConnection()
            .call(.session, "ImportHistory", [.string(path)], timeout: Self.patience)
        let imported = reply.first?.asUInt32 ?? 0
        let problems = reply.count > 1 ? reply[1].asStringArray ?? [] : []
        for problem in problems { Output.complain(Output.visible(problem)) }
        guard imported > 0 || problems.isEmpty else {
            throw Failure(.refused, "nothing was imported from \(folder.text)")
        }
        Output.print("\(imported) imported")
    }

    private func folder() throws(Failure) -> LocalPath {
        if let name {
            guard !name.isEmpty else { throw Failure(.notFound, "'' is no folder: name mpv's watch_later folder") }
            let folder = MediaArguments.path(name)
            switch folder.kind {
            case .directory: return folder
            case .missing: throw Failure(.notFound, "not found: \(folder.text)")
            case .file:
                throw Failure(.refused, "\(folder.text) is no folder: name the one with mpv's watch-later files")
            }
        }
        let places = WatchLaterPlaces(variable: Self.variable)
        guard let folder = places.existing else {
            let looked = places.folders.map(\.text).joined(separator: ", ")
            throw Failure(
                .notFound,
                "mpv has left no positions here\(looked.isEmpty ? "" : " (looked for \(looked))"): "
                    + "name its folder, as in mediactl history import FOLDER")
        }
        return folder
    }

    /// As it is: names of folders need not be UTF-8.
    private static func variable(_ name: String) -> [UInt8]? {
        getenv(name).map { value in
            UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
        }
    }
}
