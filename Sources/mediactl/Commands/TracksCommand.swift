import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `tracks`: the audio, subtitle and video tracks of the current item.
struct TracksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks", abstract: "List or select audio and subtitle tracks.",
        discussion: """
            A track is a number in the list or a language: mediactl tracks audio ja, mediactl tracks subtitles pt-BR, \
            mediactl tracks subtitles german. A choice for an episode applies to the other episodes of its series.
            """,
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

    @Argument(
        help: ArgumentHelp("The number in the list, or a language.", valueName: "n|language"),
        completion: .track("audio"))
    var choice: TrackArgument

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.callOnItem(.tracks, "SelectAudio", [.uint32(try daemon.track(choice, of: "audio"))])
        try daemon.sayTrack(of: "audio")
    }
}

/// `tracks subtitles`.
struct TracksSubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Select a subtitle track, or turn subtitles off.")

    @Argument(
        help: ArgumentHelp("The number in the list, a language, or 'off'.", valueName: "n|language|off"),
        completion: .track("subtitles", or: [CompletionCandidate(word: "off", explanation: "no subtitles")]))
    var choice: String

    func validate() throws {
        guard choice != "off", TrackArgument(argument: choice) == nil else { return }
        throw ValidationError("'\(choice)' is not a track: use a number from 'mediactl tracks', a language, or 'off'.")
    }

    func run() throws {
        let daemon = try DaemonConnection()
        var id: Int32 = -1
        if choice != "off", let track = TrackArgument(argument: choice) {
            id = Int32(clamping: try daemon.track(track, of: "subtitles"))
        }
        try daemon.callOnItem(.tracks, "SelectSubtitles", [.int32(id)])
        try daemon.sayTrack(of: "subtitles")
    }
}

/// A track, by its number in the listing or by its language.
enum TrackArgument: Hashable {
    /// Counted from 1.
    case number(UInt32)
    /// A BCP 47 language tag.
    case language(String)
}

extension TrackArgument: ExpressibleByArgument {
    init?(argument: String) {
        if let number = UInt32(argument) {
            guard number > 0 else { return nil }
            self = .number(number)
        } else {
            guard let language = MediaProbe.language(named: argument) else { return nil }
            self = .language(language)
        }
    }
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
            throw Failure(.usage, "'\(name)' contains several files. Specify one subtitle file.")
        }
        let daemon = try DaemonConnection()
        try Self.check(media.uris[0], named: name)
        try daemon.callOnItem(.tracks, "AddSubtitles", [.string(media.uris[0])])
    }

    /// The daemon replies before it has read the file, and would report only in its log what is wrong with it.
    private static func check(_ uri: String, named name: String) throws(Failure) {
        guard let path = FileURI.path(of: uri) else { return }
        let read = MediaProbe.readSubtitles(MediaProbe.subtitles(uri: uri), path: path)
        guard case .failure(let fault) = read else { return }
        throw Failure(.refused, "'\(name)' cannot be used as subtitles: \(fault.message).")
    }
}

extension DaemonConnection {
    /// Prints which track of a kind plays now.
    fileprivate func sayTrack(of kind: String) throws(Failure) {
        let tracks = TrackListing(try properties(of: .tracks)).kinds.first { $0.name == kind }?.tracks ?? []
        Output.print(tracks.first(where: \.isSelected).map { "\($0.number): \(Output.visible($0.summary))" } ?? "off")
    }

    /// Returns the id of a track of the current item.
    ///
    /// - Parameters:
    ///   - track: a track as `mediactl tracks` lists it.
    ///   - kind: `audio` or `subtitles`.
    func track(_ track: TrackArgument, of kind: String) throws(Failure) -> UInt32 {
        do throws(Failure) {
            return try TrackListing(try properties(of: .tracks)).id(track, of: kind)
        } catch {
            throw error.status == .notFound ? try explained(error) : error
        }
    }
}

/// The tracks of the current item.
struct TrackListing {
    /// The tracks by kind, in the order in which they are shown.
    let kinds: [(name: String, tracks: [TrackView])]
    /// Why the selected tracks play, by kind, and why there are no subtitles.
    let reasons: [(name: String, sentence: String)]

    /// - Parameter properties: the properties of `Tracks1`.
    init(_ properties: [String: DBusValue]) {
        kinds = ["Audio", "Subtitles", "Video"].map { kind in
            let selected = (properties["Current" + kind] ?? properties["Selected" + kind])?.asInt64
            let tracks = properties[kind]?.asArray ?? []
            let views = tracks.enumerated().compactMap { index, track in
                TrackView(track, number: index + 1, selected: selected)
            }
            return (kind.lowercased(), views)
        }
        let told = properties["Reasons"]?.asDictionary ?? [:]
        reasons = ["audio", "subtitles"].compactMap { kind in told[kind]?.asString.map { (kind, $0) } }
    }

    /// Returns the daemon's id of a track.
    ///
    /// - Parameter kind: `audio`, `subtitles` or `video`.
    func id(_ track: TrackArgument, of kind: String) throws(Failure) -> UInt32 {
        let tracks = kinds.first { $0.name == kind }?.tracks ?? []
        let name = kind == "subtitles" ? "subtitle" : kind
        let has = tracks.isEmpty ? "this item has none" : "this item has \(tracks.count)"
        switch track {
        case .number(let number):
            if let track = tracks.first(where: { $0.number == Int(number) }) { return track.id }
            throw Failure(.notFound, "There is no \(name) track \(number): \(has). See mediactl tracks.")
        case .language(let language):
            let best = LanguageMatching.best(of: tracks.map(\.language), for: [language])
            let spoken = tracks.filter { $0.language == best }
            // Commentaries and forced subtitles are chosen by number.
            if let track = spoken.first(where: { !$0.isSpecial }) ?? spoken.first { return track.id }
            throw Failure(.notFound, "There is no \(name) track in \(language): \(has). See mediactl tracks.")
        }
    }

    /// A list for each kind.
    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        for (name, tracks) in kinds { members[name] = .array(tracks.map(\.json)) }
        if !reasons.isEmpty {
            members["reasons"] = .object(
                Dictionary(uniqueKeysWithValues: reasons.map { ($0.name, JSONValue.string($0.sentence)) }))
        }
        return .object(members)
    }

    /// The lines for people.
    var lines: [String] {
        var table = TextTable()
        for (name, tracks) in kinds {
            for track in tracks {
                table.add([TextTable.Cell(text: name)] + track.cells, style: track.isSelected ? .bold : nil)
            }
        }
        return table.lines() + reasons.map { Output.visible("\($0.name): \($0.sentence)") }
    }
}

/// An audio, subtitle or video track as `Tracks1` lists it.
struct TrackView {
    /// The number in the listing, from 1.
    var number: Int
    /// The daemon's id.
    var id: UInt32
    /// A BCP 47 language tag.
    var language: String
    var extras: [String: DBusValue]
    var isSelected: Bool

    /// Returns nil if the value does not have the structure of a track.
    ///
    /// - Parameters:
    ///   - number: the number in the listing, from 1.
    ///   - selected: the id of the selected track, if the daemon reports it apart from the tracks.
    init?(_ value: DBusValue, number: Int, selected: Int64?) {
        guard let fields = value.asArray, fields.count >= 2, let id = fields[0].asUInt32 else { return nil }
        self.number = number
        self.id = id
        language = fields[1].asString ?? "und"
        extras = fields.count > 2 ? fields[2].asDictionary ?? [:] : [:]
        isSelected = extras["selected"]?.asBool ?? (selected == Int64(id))
    }

    private static let special = ["forced", "hearing-impaired", "descriptive", "commentary"]
    private static let flags = ["default"] + special + ["original", "external"]

    /// Whether the track is for a special purpose.
    var isSpecial: Bool { Self.special.contains { extras[$0]?.asBool == true } }

    /// All known properties for programs.
    var json: JSONValue {
        var members = extras.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["id"] = .integer(Int64(id))
        members["language"] = .string(language)
        members["selected"] = .bool(isSelected)
        return .object(members)
    }

    /// The language and the other properties in one line.
    var summary: String { ([shownLanguage] + words).joined(separator: ", ") }

    private var shownLanguage: String { language == "und" ? "unknown" : language }

    private var words: [String] {
        var words = [extras["title"]?.asString, extras["codec"]?.asString].compactMap { $0 }.filter { !$0.isEmpty }
        for flag in Self.flags where extras[flag]?.asBool == true { words.append(flag) }
        return words
    }

    /// The cells of the track in the listing: mark, number, language, other properties.
    var cells: [TextTable.Cell] {
        [
            TextTable.Cell(text: isSelected ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(shownLanguage)),
            TextTable.Cell(text: Output.visible(words.joined(separator: ", "))),
        ]
    }
}
