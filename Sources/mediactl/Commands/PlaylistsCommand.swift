import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `playlists`: the playlists in the configured folders.
struct PlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "List, play or extend the playlists in the configured folders.",
        subcommands: [PlaylistsListCommand.self, PlaylistsPlayCommand.self, PlaylistsAddCommand.self],
        defaultSubcommand: PlaylistsListCommand.self)
}

/// The order of `playlists list`.
enum PlaylistOrder: String, ExpressibleByArgument, CaseIterable {
    case name
    case created
    case modified
    case played

    /// The name of the order in MPRIS.
    var ordering: String {
        switch self {
        case .name: "Alphabetical"
        case .created: "CreationDate"
        case .modified: "ModifiedDate"
        case .played: "LastPlayDate"
        }
    }
}

/// `playlists list`.
struct PlaylistsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the playlists; '>' marks the current one.")

    @Option(help: "Order by name, created, modified or played.")
    var by = PlaylistOrder.name

    @OptionGroup var output: JSONOption

    func run() throws {
        let shelf = try PlaylistListing(DaemonConnection(), by: by)
        var table = TextTable()
        for list in shelf.playlists {
            let isActive = list.path == shelf.active
            table.add(
                [.init(text: isActive ? ">" : " "), .init(text: Output.visible(list.name))],
                style: isActive ? .bold : nil)
        }
        output.show(
            .array(
                shelf.playlists.map { list in
                    .members(["name": .string(list.name), "active": .bool(list.path == shelf.active)])
                }), lines: table.lines())
    }
}

/// `playlists play`.
struct PlaylistsPlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Replace the queue with a playlist and play it.")

    @Argument(help: "The name of the playlist, or the beginning of it.", completion: .playlist)
    var name: String

    func run() throws {
        let daemon = try DaemonConnection(starting: true)
        let list = try PlaylistListing(daemon, by: .name).playlist(named: name)
        try daemon.call(.playlists, "ActivatePlaylist", [.objectPath(list.path)])
        try daemon.waitForStart()
    }
}

/// `playlists add`.
struct PlaylistsAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add the current item, or others, to a playlist, and print its path.",
        discussion: "If there is no playlist (M3U8) with this name, it is made in the first folder of [playlists].")

    @Argument(help: "The name of the playlist.", completion: .playlist)
    var name: String

    @OptionGroup var items: ItemArguments

    func run() throws {
        let list = items.isEmpty ? [] : try items.items()
        let daemon = try DaemonConnection(starting: !items.isEmpty)
        let reply = try daemon.call(.queue, "AddToPlaylist", [.string(name), .propertyLists(list)])
        if let path = reply.first?.asString { Output.print(Output.visible(path)) }
    }
}

/// The playlists that the daemon shows.
struct PlaylistListing {
    struct Playlist {
        var path: String
        var name: String
    }

    /// The maximum number of completions.
    static let mostOffered: UInt32 = 1_000

    let playlists: [Playlist]
    /// The path of the playlist that is the queue; nil if there is none.
    let active: String?

    /// - Parameter most: the maximum number of playlists; the first ones are returned.
    init(_ daemon: DaemonConnection, by order: PlaylistOrder, most: UInt32 = .max) throws(Failure) {
        let arguments: [DBusValue] = [
            .uint32(0), .uint32(most), .string(order.ordering), .boolean(order != .name),
        ]
        let answer = try daemon.call(.playlists, "GetPlaylists", arguments)
        playlists = (answer.first?.asArray ?? []).compactMap { Self.playlist($0) }
        let property = try daemon.property(.playlists, "ActivePlaylist")
        guard case .structure(let fields) = property, fields.count == 2, fields[0].asBool == true else {
            active = nil
            return
        }
        active = Self.playlist(fields[1])?.path
    }

    private static func playlist(_ value: DBusValue) -> Playlist? {
        guard case .structure(let fields) = value, fields.count == 3, let path = fields[0].asObjectPath,
            let name = fields[1].asString
        else { return nil }
        return Playlist(path: path, name: name)
    }

    /// The playlist with this name; else the only one whose name begins with it, ignoring case.
    func playlist(named name: String) throws(Failure) -> Playlist {
        if let exact = playlists.first(where: { $0.name == name }) { return exact }
        let found = playlists.filter { $0.name.lowercased().hasPrefix(name.lowercased()) }
        guard let first = found.first else {
            throw Failure(.notFound, "There is no playlist '\(name)'. See mediactl playlists.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
            let more = found.count > 5 ? ", …" : ""
            throw Failure(.notFound, "'\(name)' is ambiguous: \(names)\(more). Enter more of the name.")
        }
        return first
    }
}
