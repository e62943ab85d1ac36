import DBusKit
import MediaProbe

@testable import mediactl

/// Answers where mediad would, writes down what it is told, and plays nothing.
@BusActor
final class FakeDaemon {
    /// The calls that change something: the member and its arguments as JSON.
    private(set) var calls: [String] = []
    /// What the player's properties are; may be set before a command.
    var player: [String: DBusValue] = [
        "PlaybackStatus": "Playing", "Position": .int64(5_000_000), "Rate": .double(1), "MinimumRate": .double(0.25),
        "MaximumRate": .double(4), "Volume": .double(0.5), "LoopStatus": "None", "Shuffle": false, "CanPlay": true,
        "CanPause": true, "CanSeek": true, "CanGoNext": true, "CanGoPrevious": false,
        "Metadata": .properties([
            "mpris:trackid": .objectPath("/org/mediad/item/1"), "mpris:length": .int64(100_000_000),
            "xesam:title": "One",
        ]),
    ]

    /// Sets a property of the player, as if something had happened.
    func set(_ name: String, _ value: DBusValue) { player[name] = value }

    /// Why the items fail when they are played, by their index; may be set before a command.
    private var problems: [Int: String] = [:]
    func fail(_ index: Int, _ problem: String?) { problems[index] = problem }

    /// Whether there is a window.
    private var hasWindow = false
    func showWindow() { hasWindow = true }
    /// The state of the window, which changes as it is told.
    var windowState = "windowed"

    /// The languages of the tracks.
    private(set) var languages = (audio: ["en"], subtitles: [String]())
    func fill(audio: [String], subtitles: [String]) { languages = (audio, subtitles) }
    /// The ids of the tracks that play; -1: none, as long as nobody selects one.
    var selected = (audio: Int32(-1), subtitles: Int32(-1))

    /// Start, end (seconds), title and extras of the chapters; may be set before a command.
    var chapterList: [(Int64, Int64, String, [String: DBusValue])] = [
        (0, 60, "Opening", ["language": "en"]), (60, 100, "Act 1", ["language": "en"]),
    ]

    /// What was played; may be set before a command.
    var history: [[String: DBusValue]] = []
    func remember(_ entries: [[String: DBusValue]]) { history = entries }

    /// What importing answers.
    private(set) var importing: (imported: UInt32, problems: [String]) = (0, [])
    func importing(_ imported: UInt32, _ problems: [String]) { importing = (imported, problems) }

    /// The properties of `Proposal1`.
    var proposal: [String: DBusValue] = [
        "State": "none", "Proposal": .properties([:]), "AcceptsIn": .int64(-1), "StillWatching": false,
    ]

    /// The properties of `Trim1`.
    var trim: [String: DBusValue] = [
        "CanBeginTrimming": true, "WhyNot": "", "Trimming": false, "InPoint": .int64(-1), "OutPoint": .int64(-1),
        "Loops": false,
    ]

    let connection: BusConnection
    /// The titles of the queue's items; may be set before a command.
    private var titles = ["One", "Two", "Three"]
    func fill(_ titles: [String]) { self.titles = titles }
    /// How many items have not been read.
    var unread: UInt32 = 0
    func leaveUnread(_ count: UInt32) { unread = count }
    /// The order of play of the queue.
    private var order: [UInt32]?
    func play(inOrder order: [UInt32]) { self.order = order }

    /// The names of the playlists; may be set before a command.
    private(set) var playlistNames = ["Evening", "Morning", "Mornings in June"]
    func fill(playlists names: [String]) { playlistNames = names }

    /// - Parameter hasTracks: whether more than `Queue1` is there; older daemons lack interfaces.
    init(_ address: String, hasTracks: Bool = true) throws {
        connection = try BusConnection(address: address)
        connection.objects.export([root, playerInterface, playlistsInterface], at: DaemonInterface.player.path)
        let own =
            hasTracks
            ? [queue, tracks, chapters, session, proposalInterface, trimInterface, actionsInterface, window, audio]
            : [queue]
        connection.objects.export(own, at: DaemonInterface.queue.path)
        for name in DaemonInterface.busNames { _ = try connection.requestName(name) }
    }

    /// Ends it.
    func close() { connection.close() }

    /// Sends a signal of the player.
    func emitSeeked(_ microseconds: Int64) throws {
        try connection.emit(
            path: DaemonInterface.player.path, interface: DaemonInterface.player.rawValue, member: "Seeked",
            arguments: [.int64(microseconds)])
    }

    /// Sends `CurrentChanged`, and makes that chapter the current one.
    func changeChapter(to index: Int32, title: String) throws {
        currentChapter = index
        try connection.emit(
            path: DaemonInterface.chapters.path, interface: DaemonInterface.chapters.rawValue,
            member: "CurrentChanged", arguments: [.int32(index), .string(title)])
    }

    private var currentChapter: Int32 = 0

    /// Writes down a call.
    func record(_ call: String) { calls.append(call) }

    /// The calls since the last time.
    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    private var root: BusInterface {
        BusInterface(
            DaemonInterface.root.rawValue,
            methods: [
                BusMethod("Quit") { [weak self] (_: BusCall) in
                    // As a daemon that ends before it answers.
                    self?.connection.close()
                },
                recorded("Raise"),
            ], properties: [BusProperty("CanRaise", "b") { [weak self] in .boolean(self?.hasWindow ?? false) }])
    }

    private var playerInterface: BusInterface {
        let plain = ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"].map { recorded($0) }
        return BusInterface(
            DaemonInterface.player.rawValue,
            methods: plain + [
                recorded("Seek", [BusArgument("Offset", "x")]),
                recorded("SetPosition", [BusArgument("TrackId", "o"), BusArgument("Position", "x")]),
            ],
            properties: player.sorted { $0.key < $1.key }.map { name, value in
                BusProperty(
                    name, value.signature, get: { [weak self] in self?.player[name] ?? value },
                    set: { [weak self] value, reply in
                        self?.calls.append("\(name) \(JSONValue(value).text(isPretty: false))")
                        self?.player[name] = value
                        reply.succeed()
                    })
            })
    }

    private var queue: BusInterface {
        BusInterface(
            DaemonInterface.queue.rawValue,
            methods: [
                recorded("Replace", [BusArgument("items", "aa{sv}"), BusArgument("options", "a{sv}")]),
                recorded(
                    "Insert", [BusArgument("items", "aa{sv}"), BusArgument("index", "u")],
                    returning: ("ao", .objectPaths([]))),
                recorded("Move", [BusArgument("item", "o"), BusArgument("index", "u")]),
                recorded("Remove", [BusArgument("items", "ao")]),
                recorded("Clear"), recorded("Shuffle"), recorded("Undo"),
                recorded("Sort", [BusArgument("by", "s")]),
                BusMethod("Unread", in: [BusArgument("by", "s")], out: [BusArgument("unread", "u")]) {
                    [weak self] _ throws(DBusError) in [.uint32(self?.unread ?? 0)]
                },
                recorded("Save", [BusArgument("name", "s")], returning: ("s", "/lists/Evening.m3u8")),
                recorded("Overwrite", [BusArgument("name", "s")], returning: ("s", "/lists/Evening.m3u8")),
                recorded(
                    "AddToPlaylist", [BusArgument("name", "s"), BusArgument("items", "aa{sv}")],
                    returning: ("s", "/lists/Evening.m3u8")),
                BusMethod("Find", in: [BusArgument("words", "s")], out: [BusArgument("indices", "au")]) {
                    [weak self] arguments throws(DBusError) in
                    let titles = self?.titles ?? []
                    let found = titles.indices.filter { titles[$0].lowercased().contains(arguments[0].asString ?? "") }
                    return [.array("u", found.map { .uint32(UInt32($0)) })]
                },
                BusMethod("GoTo", in: [BusArgument("item", "o")]) { (_) throws(DBusError) in
                    throw DBusError(name: "org.mediad.Error.Busy", message: "not now")
                },
                BusMethod(
                    "Items", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                    out: [BusArgument("items", "aa{sv}")]
                ) { [weak self] arguments throws(DBusError) in
                    let (offset, count) = (arguments[0].asInt64 ?? 0, arguments[1].asInt64 ?? 0)
                    return [.propertyLists(self?.items(Int(offset), Int(count)) ?? [])]
                },
            ],
            properties: [
                BusProperty("Length", "u") { [weak self] in .uint32(UInt32(self?.titles.count ?? 0)) },
                BusProperty("CurrentIndex", "i") { .int32(0) },
                BusProperty("Order", "au") { [weak self] in
                    let all = (self?.titles ?? []).indices.map { UInt32($0) }
                    return .array("u", (self?.order ?? all).map { .uint32($0) })
                },
                BusProperty("Error", "a{sv}") { .properties([:]) },
            ])
    }

    private var audio: BusInterface {
        BusInterface(
            DaemonInterface.audio.rawValue, methods: [],
            properties: [setting("Muted", .boolean(false)), setting("Delay", .int64(200_000))])
    }

    /// A property that writes down what it is set to, and stays as it is.
    func setting(_ name: String, _ value: DBusValue) -> BusProperty {
        BusProperty(
            name, value.signature, get: { value },
            set: { [weak self] value, reply in
                self?.calls.append("\(name) \(JSONValue(value).text(isPretty: false))")
                reply.succeed()
            })
    }

    private var chapters: BusInterface {
        let type = "(xxsa{sv})"
        return BusInterface(
            DaemonInterface.chapters.rawValue,
            methods: [
                recorded("GoTo", [BusArgument("index", "u")]), recorded("Next"),
                BusMethod("Previous") { (_) throws(DBusError) in
                    throw DBusError(name: "org.mediad.Error.NotPossible", message: "This is the first chapter.")
                },
                recorded(
                    "BestMatching", [BusArgument("languages", "as")],
                    returning: (
                        "a" + type,
                        .array(type, [.chapter(0, 60, "Début", ["language": "fr"]), .chapter(70, 80, "Extra", [:])])
                    )),
            ],
            properties: [
                BusProperty("Chapters", "a" + type) { [weak self] in
                    .array(type, self?.chapterList.map { .chapter($0, $1, $2, $3) } ?? [])
                },
                BusProperty("Current", "i") { [weak self] in .int32(self?.currentChapter ?? -1) },
                BusProperty("Locales", "as") { .strings(["en", "fr"]) },
                BusProperty("Language", "s") { "en" },
                BusProperty("Groups", "a(sa\(type))") {
                    .array("(sa\(type))", [.structure(["", .array(type, [])])])
                },
            ])
    }

    private func items(_ offset: Int, _ count: Int) -> [[String: DBusValue]] {
        titles.indices.dropFirst(offset).prefix(count).map { index in
            var item: [String: DBusValue] = [
                "uri": .string("file:///\(index + 1).mkv"), "title": .string(titles[index]),
                "item": .objectPath("/org/mediad/item/\(index + 1)"), "duration": .int64(100_000_000),
                "state": index == 0 ? "playing" : "idle",
            ]
            if let problem = problems[index] {
                item["state"] = "failed"
                item["error"] = .properties(["message": .string(problem), "code": .int32(3000)])
            }
            return item
        }
    }

    /// A method that writes down its calls.
    func recorded(
        _ name: String, _ inputs: [BusArgument] = [], returning result: (type: String, value: DBusValue)? = nil
    ) -> BusMethod {
        BusMethod(name, in: inputs, out: result.map { [BusArgument("result", $0.type)] } ?? []) {
            [weak self] arguments throws(DBusError) in
            let text = arguments.isEmpty ? "" : " " + JSONValue(.structure(arguments)).text(isPretty: false)
            self?.calls.append(name + text)
            return result.map { [$0.value] } ?? []
        }
    }
}

extension DBusValue {
    /// A chapter as `Chapters1` carries it; times in seconds.
    static func chapter(_ start: Int64, _ end: Int64, _ title: String, _ extras: [String: DBusValue]) -> DBusValue {
        .structure([.int64(start * 1_000_000), .int64(end * 1_000_000), .string(title), .properties(extras)])
    }
}
