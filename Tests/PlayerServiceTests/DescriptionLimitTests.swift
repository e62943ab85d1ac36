import PlayerCore
import Testing

@testable import DBusKit
@testable import PlayerService

/// What clients send, one step inside of ``DescriptionLimits`` and one outside.
@Suite("Limits of what clients describe") struct DescriptionLimitTests {
    private typealias Limits = DescriptionLimits

    /// What is as large as may be, or one larger: a value for a key, and how the refusal names it.
    struct Door: Sendable, CustomTestStringConvertible {
        var key: String
        var place: String
        var limit: Int
        var value: @Sendable (_ size: Int) -> DBusValue

        init(_ key: String, _ limit: Int, at place: String? = nil, _ value: @escaping @Sendable (Int) -> DBusValue) {
            self.key = key
            self.place = place ?? key
            self.limit = limit
            self.value = value
        }

        var testDescription: String { place }
    }

    private static func text(_ size: Int) -> DBusValue { .string(String(repeating: "x", count: size)) }
    private static func data(_ size: Int) -> DBusValue { .string("data:" + String(repeating: "x", count: size - 5)) }
    private static func mark(_ more: [String: DBusValue] = [:]) -> [String: DBusValue] {
        ["start": .int64(0)].merging(more) { $1 }
    }
    private static func marks(_ count: Int, _ more: [String: DBusValue] = [:]) -> DBusValue {
        .propertyLists(Array(repeating: mark(more), count: count))
    }
    private static func lists(_ depth: Int) -> DBusValue {
        (0..<depth).reduce(.int32(1)) { value, _ in .array(value.signature, [value]) }
    }

    static let doors: [Door] = [
        Door("title", Limits.text, text),
        Door("description", Limits.text, text),
        Door("artwork", Limits.address, text),
        Door("artwork", Limits.picture, data),
        Door("artist", Limits.texts) { .strings(Array(repeating: "x", count: $0)) },
        Door("genre", Limits.texts) { .strings(Array(repeating: "x", count: $0)) },
        Door("genre", Limits.text) { .array("s", [text($0)]) },
        Door("chapters", Limits.marks) { marks($0) },
        Door("chapters", Limits.text, at: "chapters[0].title") { .propertyLists([mark(["title": text($0)])]) },
        Door("chapters", Limits.address, at: "chapters[0].image") { .propertyLists([mark(["image": text($0)])]) },
        Door("chapters", Limits.languages, at: "chapters[0].titles") { count in
            let titles = Dictionary(uniqueKeysWithValues: (0..<count).map { ("x\($0)", DBusValue.string("t")) })
            return .propertyLists([mark(["titles": .properties(titles)])])
        },
        Door("chapters", LanguageMatching.longest, at: "titles") { size in
            .propertyLists([mark(["titles": .properties([String(repeating: "x", count: size): "t"])])])
        },
        Door("markers", Limits.groups) { .propertyLists(Array(repeating: ["title": "g"], count: $0)) },
        Door("markers", Limits.marks, at: "markers[0].markers") { .propertyLists([["markers": marks($0)]]) },
        Door("segments", Limits.marks) { marks($0, ["end": .int64(1), "kind": "recap"]) },
        Door("next", Limits.text, at: "next.title") { .properties(["uri": "file:///b", "title": text($0)]) },
        // `custom` itself is the first.
        Door("custom", Limits.customDepth) { .properties(["l": lists($0 - 1)]) },
        Door("custom", Limits.customValues) { count in
            .properties(Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", .boolean(true)) }))
        },
        Door("custom", Limits.customBytes) { .properties(["k": text($0 - 1)]) },
    ]

    private func read(_ door: Door, _ size: Int) throws -> MediaDescription {
        let reader = DescriptionReader(schemes: ["file"])
        return try reader.description(.properties(["uri": "file:///a", door.key: door.value(size)]), uri: nil)
    }

    @Test("What is as large as may be is taken, and can be sent back", arguments: doors)
    func inside(_ door: Door) throws {
        let item = QueueItem(id: ItemID(rawValue: 1), description: try read(door, door.limit))
        let values = DescriptionWriter.item(item, state: ItemState())
        _ = try BusMessage.reply(to: 1, destination: nil, arguments: [.propertyLists([values])])
    }

    @Test("What is larger is refused by name", arguments: doors) func outside(_ door: Door) {
        let error = #expect(throws: DBusError.self) { try read(door, door.limit + 1) }
        #expect(error?.isStandard(.invalidArgs) == true)
        #expect(error?.message.hasPrefix("'\(door.place)' ") == true, "\(error?.message ?? "")")
        #expect(
            error?.message.contains("\(door.place == "custom" && door.limit == Limits.customBytes ? 256 : door.limit)")
                == true)
    }

    @Test("Marks and kinds beside descriptions have limits, too") func besideDescriptions() throws {
        func segments(_ count: Int, kind: String = "recap", title: Int = 1) -> DBusValue {
            let segment: [DBusValue] = [.int64(0), .int64(1), .string(kind), .properties(["title": Self.text(title)])]
            return .array("(xxsa{sv})", Array(repeating: .structure(segment), count: count))
        }
        func policies(_ count: Int) -> DBusValue {
            .dictionary("ss", (0..<count).map { DBusEntry(.string("custom:\($0)"), "ask") })
        }
        func custom(_ size: Int) -> String { "custom:" + String(repeating: "x", count: size - 7) }
        #expect(try SegmentReader.segments(segments(Limits.marks)).count == Limits.marks)
        #expect(throws: DBusError.self) { try SegmentReader.segments(segments(Limits.marks + 1)) }
        #expect(try SegmentReader.segments(segments(1, title: Limits.text)).count == 1)
        #expect(throws: DBusError.self) { try SegmentReader.segments(segments(1, title: Limits.text + 1)) }
        #expect(try SegmentReader.segments(segments(1, kind: custom(SegmentKind.longest))).count == 1)
        #expect(throws: DBusError.self) {
            try SegmentReader.segments(segments(1, kind: custom(SegmentKind.longest + 1)))
        }
        #expect(try SegmentReader.policies(policies(SegmentReader.mostKinds)).count == SegmentReader.mostKinds)
        #expect(throws: DBusError.self) { try SegmentReader.policies(policies(SegmentReader.mostKinds + 1)) }
        let marker = DBusValue.structure([.int64(0), .int64(1), "m", .properties([:])])
        let markers = { DBusValue.array("(xxsa{sv})", Array(repeating: marker, count: $0)) }
        #expect(try MarkerReader.markers(markers(Limits.marks)).count == Limits.marks)
        #expect(throws: DBusError.self) { try MarkerReader.markers(markers(Limits.marks + 1)) }
    }

    @Test("An export's options have limits") func exports() throws {
        func ranges(_ count: Int) -> DBusValue {
            .properties(["ranges": .array("(xx)", Array(repeating: .structure([.int64(0), .int64(1)]), count: count))])
        }
        func without(_ count: Int) -> DBusValue {
            .properties(["without": .strings(Array(repeating: "recap", count: count))])
        }
        func preset(_ size: Int) -> DBusValue { .properties(["preset": Self.text(size)]) }
        func path(_ size: Int) -> String { "/" + String(repeating: "x", count: size - 1) }
        _ = try ExportOptions(ranges(ExportRanges.limit))
        #expect(throws: DBusError.self) { try ExportOptions(ranges(ExportRanges.limit + 1)) }
        _ = try ExportOptions(without(SegmentReader.mostKinds))
        #expect(throws: DBusError.self) { try ExportOptions(without(SegmentReader.mostKinds + 1)) }
        _ = try ExportOptions(preset(ExportOptions.longestPreset))
        #expect(throws: DBusError.self) { try ExportOptions(preset(ExportOptions.longestPreset + 1)) }
        let options = try ExportOptions(.properties([:]))
        _ = try options.request(path: path(ExportOptions.longestPath))
        #expect(throws: DBusError.self) { try options.request(path: path(ExportOptions.longestPath + 1)) }
    }

    /// As many as may be are looked at, and the first of them has no address.
    @Test("A queue's items are counted before they are read", arguments: [Queue.limit, Queue.limit + 1])
    func items(count: Int) {
        let reader = DescriptionReader(schemes: ["file"])
        let error = #expect(throws: DBusError.self) {
            try reader.descriptions(.propertyLists(Array(repeating: [:], count: count)))
        }
        #expect(error?.isStandard(.invalidArgs) == true)
        let beginning = count == Queue.limit ? "Item 1 of 500000: 'uri' is missing" : "'items' has 500001 entries"
        #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
    }

    @Test("A URI has a limit") func addresses() throws {
        func uri(_ size: Int) -> String { "file:///" + String(repeating: "x", count: size - 8) }
        #expect(try MediaURI.normalised(uri(Limits.address), schemes: ["file"]) == uri(Limits.address))
        #expect(throws: DBusError.self) { try MediaURI.normalised(uri(Limits.address + 1), schemes: ["file"]) }
    }
}

/// The same over the bus, where no reader of its own is in between.
@Suite("Limits at the bus", .playerctld) struct BusLimitTests {
    @Test("Names and languages that are too long or too many are refused, and nothing is taken")
    func names() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        func message(_ interface: String, _ member: String, _ arguments: [DBusValue]) -> String {
            rig.failure { () throws(DBusError) in try rig.own(interface, member, arguments) }?.message ?? ""
        }
        func name(_ size: Int) -> DBusValue { .string(String(repeating: "x", count: size)) }
        let most = BusText.longestName
        #expect(message("Proposal1", "Inhibit", [name(most), name(most)]) == "")
        #expect(message("Proposal1", "Inhibit", [name(most + 1), ""]).hasPrefix("'who' is longer than 1000 bytes"))
        #expect(message("Proposal1", "Inhibit", ["", name(most + 1)]).hasPrefix("'why' is longer than 1000 bytes"))
        #expect(message("Window1", "RegisterInterface", [name(most + 1)]).hasPrefix("'who' is longer"))
        let languages = { DBusValue.strings(Array(repeating: "en", count: $0)) }
        #expect(message("Chapters1", "BestMatching", [languages(100)]) == "")
        #expect(message("Chapters1", "BestMatching", [languages(101)]).hasPrefix("'languages' has 101 entries"))
        let title = name(DescriptionLimits.text + 1)
        #expect(message("Chapters1", "SetGroup", [title, .array("(xxsa{sv})", [])]).hasPrefix("'title' is longer"))
    }
}
