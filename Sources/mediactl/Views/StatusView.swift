import DBusKit
import MediaProbe
import PlayerCore

/// The state of mediad, collected from its interfaces. Values of interfaces that an older daemon lacks are missing.
struct StatusView {
    /// `playing`, `paused` or `stopped`.
    let status: String
    let title: String?
    let artists: [String]
    let album: String?
    /// The show that an episode is of.
    let series: String?
    /// The name of a radio station.
    let station: String?
    /// When playback pauses by itself; nil if the sleep timer does not run.
    let sleep: SleepTimerView?
    let uri: String?
    /// The current item's number, from 1.
    let item: UInt32?
    let count: UInt32?
    /// The current chapter; nil before the first one and if there are none.
    let chapter: ChapterView?
    let chapterCount: Int
    let position: MediaTime?
    let duration: MediaTime?
    let rate: Double?
    let volume: Double?
    /// Whether the sound is silenced.
    let isMuted: Bool
    /// `none`, `track` or `playlist`.
    let loop: String?
    let shuffle: Bool?
    /// The chosen sinks by kind.
    let sinks: [String: String]
    /// What plays next; nil if nothing does, or it is not known.
    let next: NextItem?
    /// The position and the length without interstitials; nil if the item has none that are collapsed.
    let display: (position: MediaTime, duration: MediaTime?)?
    /// The failure of the last item; empty if it did not fail.
    let error: [String: DBusValue]
    /// What playback waits for although it is not paused; nil if it advances.
    let waiting: WaitingView?
    /// The proposal for the next item.
    let proposal: ProposalView
    /// The in and out points of the item.
    let trim: TrimView

    /// Reads the properties of `Player`, `Queue1`, `Session1`, `Chapters1`, `Proposal1`, `Trim1`, `Audio1` and `Segments1`.
    ///
    /// - Parameters:
    ///   - next: what plays next.
    ///   - now: in microseconds since 1970.
    init(
        player: [String: DBusValue], queue: [String: DBusValue]?, session: [String: DBusValue]?,
        chapters: [String: DBusValue]? = nil, proposal: [String: DBusValue]? = nil, trim: [String: DBusValue]? = nil,
        audio: [String: DBusValue]? = nil, segments: [String: DBusValue]? = nil, next: NextItem? = nil,
        now: Int64 = 0
    ) {
        waiting = WaitingView(queue?["Waiting"]?.asDictionary ?? [:], now: now)
        self.next = next
        display = Self.display(segments ?? [:])
        isMuted = audio?["Muted"]?.asBool ?? false
        self.proposal = ProposalView(proposal ?? [:])
        let metadata = player["Metadata"]?.asDictionary ?? [:]
        // A track of a file is no part of an item that somebody chose.
        let isTrack = metadata["mediad:offset"] != nil && trim?["Trimming"]?.asBool != true
        self.trim = TrimView(isTrack ? [:] : trim ?? [:])
        status = player["PlaybackStatus"]?.asString?.lowercased() ?? "stopped"
        title = metadata["xesam:title"]?.asString
        artists = metadata["xesam:artist"]?.asStringArray ?? []
        album = metadata["xesam:album"]?.asString
        series = metadata["mediad:series"]?.asString
        station = metadata["mediad:station"]?.asString
        let timer = SleepTimerView(session?["SleepTimer"]?.asDictionary ?? [:])
        sleep = timer.isRunning ? timer : nil
        uri = metadata["xesam:url"]?.asString
        item = queue?["CurrentIndex"]?.asUInt32.map { $0 + 1 }
        count = queue?["Length"]?.asUInt32
        let listing = ChapterListing(chapters ?? [:])
        chapter = listing.current
        chapterCount = listing.chapters.count
        position = player["Position"]?.asInt64.map { MediaTime(microseconds: $0) }
        duration = metadata["mpris:length"]?.asInt64.flatMap { $0 > 0 ? MediaTime(microseconds: $0) : nil }
        rate = player["Rate"]?.asDouble
        volume = player["Volume"]?.asDouble
        loop = player["LoopStatus"]?.asString?.lowercased()
        shuffle = player["Shuffle"]?.asBool
        error = queue?["Error"]?.asDictionary ?? [:]
        var sinks: [String: String] = [:]
        for (kind, sink) in session?["Sinks"]?.asDictionary ?? [:] { sinks[kind] = sink.asString }
        for kind in ["Audio", "Video"] {
            if let sink = session?[kind + "Sink"]?.asString { sinks[kind.lowercased()] = sink }
        }
        self.sinks = sinks
    }

    /// Trimmed parts do not count here: the points of the item are in its own time.
    private static func display(_ segments: [String: DBusValue]) -> (position: MediaTime, duration: MediaTime?)? {
        guard SegmentListing(segments).collapsed != nil,
            let position = segments["DisplayPosition"]?.asInt64.map(MediaTime.init(microseconds:))
        else { return nil }
        let duration = segments["DisplayDuration"]?.asInt64.flatMap { $0 > 0 ? MediaTime(microseconds: $0) : nil }
        return (position, duration)
    }

    /// The object for programs; unknown values are omitted.
    var json: JSONValue {
        .members([
            "status": .string(status),
            "waiting": waiting?.json,
            "title": title.map { .string($0) },
            "next": next.map(\.json),
            "sleep": sleep?.json,
            "displayPosition": display.map { JSONValue($0.position) },
            "displayDuration": display?.duration.map { JSONValue($0) },
            "artist": artists.isEmpty ? nil : .array(artists.map { .string($0) }),
            "album": album.map { .string($0) },
            "series": series.map { .string($0) },
            "station": station.map { .string($0) },
            "uri": uri.map { .string($0) },
            "item": item.map { .integer(Int64($0)) },
            "count": count.map { .integer(Int64($0)) },
            "chapter": chapter?.json,
            "proposal": proposal.isEmpty ? nil : proposal.json,
            "position": position.map { JSONValue($0) },
            "duration": duration.map { JSONValue($0) },
            "trim": trim.isEmpty ? nil : trim.json,
            "rate": rate.map { .number($0) },
            "volume": volume.map { .number($0) },
            "muted": isMuted ? .bool(true) : nil,
            "loop": loop.map { .string($0) },
            "shuffle": shuffle.map { .bool($0) },
            "sinks": sinks.isEmpty ? nil : .object(sinks.mapValues { .string($0) }),
            "error": error.isEmpty ? nil : JSONValue(error),
        ])
    }

    /// The values that can be shown individually, in the order of the listing.
    var values: [(name: String, text: String)] {
        let itemText = item.map { item in count.map { "\(item) of \($0)" } ?? "\(item)" }
        let emptyText = count.map { $0 == 0 ? "the queue is empty" : "none of \($0)" }
        let candidates: [(String, String?)] = [
            ("status", status),
            ("waiting", waiting?.text),
            ("title", title ?? uri.map { URIText.name(of: $0) }),
            ("artist", artists.isEmpty ? nil : artists.joined(separator: ", ")),
            ("album", album),
            ("series", series),
            ("station", station),
            ("item", itemText ?? emptyText),
            ("chapter", chapter.map { $0.title.isEmpty ? "\($0.number ?? 0)" : $0.title }),
            (
                "position",
                uri == nil && title == nil ? nil : (display?.position ?? position).map { DurationText($0).description }
            ),
            ("duration", (display?.duration ?? duration).map { DurationText($0).description }),
            ("trim", trim.isEmpty ? nil : trim.isTrimming ? trim.lines.first : trim.line),
            ("rate", rate.map { NumberText($0).description }),
            ("volume", volume.map { VolumeText($0).description + (isMuted ? " (muted)" : "") }),
            ("next", next?.name),
            ("sleep", sleep?.line),
            ("loop", loop),
            ("shuffle", shuffle.map { $0 ? "on" : "off" }),
            ("sinks", sinkText),
            ("proposal", proposal.isWaiting ? nil : proposal.line),
            ("error", errorText),
            ("uri", uri),
        ]
        return candidates.compactMap { name, text in text.map { (name, Output.visible($0)) } }
    }

    /// The names that ``values`` can have.
    static let valueNames = [
        "status", "waiting", "title", "artist", "album", "series", "station", "item", "chapter", "position", "duration",
        "trim",
        "rate", "volume", "next", "sleep", "loop", "shuffle", "sinks", "proposal", "error", "uri",
    ]

    /// The lines for people.
    var lines: [String] {
        var table = TextTable()
        var values = values
        // A series and a station are the album, too.
        if album == series || album == station { values.removeAll { $0.name == "album" } }
        // The proposal names the next item, too.
        if values.contains(where: { $0.name == "proposal" }) { values.removeAll { $0.name == "next" } }
        if let uri, let place = values.firstIndex(where: { $0.name == "uri" }) {
            values[place].text = Output.visible(URIText.shown(uri))
        }
        if let chapter, let place = values.firstIndex(where: { $0.name == "chapter" }) {
            let of = "\(chapter.number ?? 0) of \(chapterCount)"
            values[place].text = chapter.title.isEmpty ? of : values[place].text + " (\(of))"
        }
        // Position and duration share a line, as in players.
        if let duration = values.firstIndex(where: { $0.name == "duration" }) {
            let text = values.remove(at: duration).text
            if let position = values.firstIndex(where: { $0.name == "position" }) {
                values[position].text += " / " + text
            }
        }
        for (name, text) in values {
            table.add(
                [TextTable.Cell(text: name), TextTable.Cell(text: text, isCut: true)],
                style: name == "title" ? .bold : name == "error" ? .failure : nil)
        }
        return table.lines()
    }

    /// The sinks that are in use; nil if there are none.
    private var sinkText: String? {
        let used = sinks.filter { $0.value != "none" }.sorted { $0.key < $1.key }
        return used.isEmpty ? nil : used.map { "\($0) \($1)" }.joined(separator: ", ")
    }

    private var errorText: String? {
        guard !error.isEmpty else { return nil }
        let message = error["message"]?.asString ?? "An error occurred"
        let code = error["code"].map { $0.asInt64.map { " (\($0))" } ?? $0.asString.map { " (\($0))" } ?? "" } ?? ""
        // Most messages contain the URI already.
        let uri =
            error["uri"]?.asString.flatMap { uri in
                [uri, FileURI.readable(uri)].contains { message.contains($0) } ? nil : ": " + URIText.shown(uri)
            } ?? ""
        return message + code + uri
    }
}

/// A line with placeholders for values of the status: `{{status}}: {{title}}`.
struct StatusTemplate {
    private enum Part {
        case text(String)
        case value(String)
    }

    private let parts: [Part]

    /// The first unknown name, if there is one.
    let unknownName: String?

    init(_ text: String) {
        var parts: [Part] = []
        var unknownName: String?
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            parts.append(.text(String(rest[..<opening.lowerBound])))
            let name = rest[opening.upperBound..<closing.lowerBound].filter { !$0.isWhitespace }
            if !StatusView.valueNames.contains(name) { unknownName = unknownName ?? name }
            parts.append(.value(name))
            rest = rest[closing.upperBound...]
        }
        parts.append(.text(String(rest)))
        self.parts = parts
        self.unknownName = unknownName
    }

    /// The line with its placeholders replaced. Missing values are empty.
    func filled(with status: StatusView) -> String {
        let values = Dictionary(uniqueKeysWithValues: status.values.map { ($0.name, $0.text) })
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let name): values[name] ?? ""
            }
        }.joined()
    }
}
