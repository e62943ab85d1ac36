import ArgumentParser
import DBusKit
import MediaProbe

/// `tracks`: audio, subtitles and video of the current item.
struct TracksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks", abstract: "List or select audio and subtitle tracks.",
        subcommands: [
            TracksListCommand.self, TracksAudioCommand.self, TracksSubtitlesCommand.self, TracksAddCommand.self,
        ], defaultSubcommand: TracksListCommand.self)
}

/// `tracks list`.
struct TracksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tracks; '>' marks the selected ones.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let listing = TrackListing(try DaemonConnection().properties(of: .tracks))
        output.show(listing.json, lines: listing.lines)
    }
}

/// `tracks audio`.
struct TracksAudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Select an audio track.")

    @Argument(help: ArgumentHelp("The number in the list.", valueName: "n"), completion: .track("audio"))
    var number: UInt32

    func validate() throws {
        if number == 0 { throw ValidationError("Tracks are numbered from 1.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.callOnItem(.tracks, "SelectAudio", [.uint32(try daemon.track(number, of: "audio"))])
    }
}

/// `tracks subtitles`.
struct TracksSubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Select a subtitle track, or turn subtitles off.")

    @Argument(
        help: ArgumentHelp("The number in the list, or 'off'.", valueName: "n|off"),
        completion: .track("subtitles", or: [CompletionCandidate(word: "off", explanation: "no subtitles")]))
    var choice: String

    func validate() throws {
        if choice == "off" { return }
        guard let number else {
            throw ValidationError("'\(choice)' is not a track: give a number of 'mediactl tracks', or 'off'.")
        }
        if number == 0 { throw ValidationError("Tracks are numbered from 1; 'off' turns subtitles off.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        var id: Int32 = -1
        if let number { id = Int32(clamping: try daemon.track(number, of: "subtitles")) }
        try daemon.callOnItem(.tracks, "SelectSubtitles", [.int32(id)])
    }

    /// Nil for `off`, and for what is no number.
    private var number: UInt32? { UInt32(choice) }
}

/// `tracks add`.
struct TracksAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add subtitles from a file or URI to the current item.")

    @Argument(help: ArgumentHelp("The file or URI.", valueName: "file-or-uri"), completion: .file())
    var name: String

    func run() throws {
        var media = MediaArguments()
        try media.add(name)
        guard media.uris.count == 1 else {
            throw Failure(.usage, "'\(name)' stands for several files: name one file of subtitles")
        }
        try DaemonConnection().callOnItem(.tracks, "AddSubtitles", [.string(media.uris[0])])
    }
}

extension DaemonConnection {
    /// The id of a track of the current item.
    ///
    /// - Parameters:
    ///   - number: as `mediactl tracks` lists it, from 1.
    ///   - kind: `audio` or `subtitles`.
    func track(_ number: UInt32, of kind: String) throws(Failure) -> UInt32 {
        do throws(Failure) {
            return try TrackListing(try properties(of: .tracks)).id(number, of: kind)
        } catch {
            throw error.status == .notFound ? try explained(error) : error
        }
    }
}

/// The tracks of the current item.
struct TrackListing {
    /// By kind, in the order in which they are shown.
    let kinds: [(name: String, tracks: [TrackView])]

    /// - Parameter properties: those of `Tracks1`.
    init(_ properties: [String: DBusValue]) {
        kinds = ["Audio", "Subtitles", "Video"].map { kind in
            let selected = (properties["Current" + kind] ?? properties["Selected" + kind])?.asInt64
            let tracks = properties[kind]?.asArray ?? []
            let views = tracks.enumerated().compactMap { index, track in
                TrackView(track, number: index + 1, selected: selected)
            }
            return (kind.lowercased(), views)
        }
    }

    /// The daemon's id of the track with a number of the list.
    ///
    /// - Parameter kind: `audio`, `subtitles` or `video`.
    func id(_ number: UInt32, of kind: String) throws(Failure) -> UInt32 {
        let tracks = kinds.first { $0.name == kind }?.tracks ?? []
        if let track = tracks.first(where: { $0.number == Int(number) }) { return track.id }
        let name = kind == "subtitles" ? "subtitle" : kind
        let has = tracks.isEmpty ? "this item has none" : "this item has \(tracks.count)"
        throw Failure(.notFound, "there is no \(name) track \(number): \(has), see mediactl tracks")
    }

    /// A list for each kind.
    var json: JSONValue {
        .object(Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, .array($0.tracks.map(\.json))) }))
    }

    /// For people.
    var lines: [String] {
        var table = TextTable()
        for (name, tracks) in kinds {
            for track in tracks {
                table.add([TextTable.Cell(text: name)] + track.cells, style: track.isSelected ? .bold : nil)
            }
        }
        return table.lines
    }
}

/// An audio, subtitle or video track as `Tracks1` lists it.
struct TrackView {
    /// What people call it: its place in the list, from 1.
    var number: Int
    /// What the daemon calls it.
    var id: UInt32
    /// BCP 47.
    var language: String
    var extras: [String: DBusValue]
    var isSelected: Bool

    /// Nil for what does not have the shape of a track.
    ///
    /// - Parameters:
    ///   - number: its place in the list, from 1.
    ///   - selected: the id that the daemon says plays, where it says so apart from the tracks.
    init?(_ value: DBusValue, number: Int, selected: Int64?) {
        guard let fields = value.asArray, fields.count >= 2, let id = fields[0].asUInt32 else { return nil }
        self.number = number
        self.id = id
        language = fields[1].asString ?? "und"
        extras = fields.count > 2 ? fields[2].asDictionary ?? [:] : [:]
        isSelected = extras["selected"]?.asBool ?? (selected == Int64(id))
    }

    /// All that is known of it.
    var json: JSONValue {
        var members = extras.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["id"] = .integer(Int64(id))
        members["language"] = .string(language)
        members["selected"] = .bool(isSelected)
        return .object(members)
    }

    /// In one line: language, and what else it says.
    var summary: String { ([language] + words).joined(separator: ", ") }

    private var words: [String] {
        var words = [extras["title"]?.asString, extras["codec"]?.asString].compactMap { $0 }.filter { !$0.isEmpty }
        if extras["default"]?.asBool == true { words.append("default") }
        if extras["forced"]?.asBool == true { words.append("forced") }
        return words
    }

    /// Its cells in the listing: mark, number, language, what else it says.
    var cells: [TextTable.Cell] {
        [
            TextTable.Cell(text: isSelected ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(language)),
            TextTable.Cell(text: Output.visible(words.joined(separator: ", "))),
        ]
    }
}
