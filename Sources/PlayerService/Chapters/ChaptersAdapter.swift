internal import DBusKit
internal import PlayerCore

/// `org.mediad.Chapters1`: the current item's chapters and navigation markers.
@BusActor
final class ChaptersAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let image: PlayerBus.Handlers.Image
    private var values = ChapterValues()

    /// - Parameter image: fetches a picture into the cache.
    init(_ player: PlayerView, _ commands: CommandSender, image: @escaping PlayerBus.Handlers.Image) {
        self.player = player
        self.commands = commands
        self.image = image
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Chapters1", methods: steppingMethods() + readingMethods() + [setGroupMethod()],
            properties: chapterProperties(),
            signals: [BusSignal("CurrentChanged", [BusArgument("index", "i"), BusArgument("title", "s")])])
    }

    func begin(with snapshot: PlayerSnapshot) { values.update(snapshot.chapters) }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        values.update(change.new.chapters)
        return AdapterAnnouncement()
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .chapters(.changed(let index, let title)) = notice else { return [] }
        return [AdapterSignal("CurrentChanged", .int32(index.map { Int32(clamping: $0) } ?? -1), .string(title))]
    }

    private var chapters: ChapterSnapshot { player.snapshot.chapters }

    private var loading: (state: String, error: String) {
        switch chapters.loading {
        case .none: ("none", "")
        case .loading: ("loading", "")
        case .loaded: ("loaded", "")
        case .failed(let problem): ("failed", problem)
        }
    }

    private func chapterProperties() -> [BusProperty] {
        [
            BusProperty("Chapters", "a(xxsa{sv})") { [self] in values.chapters },
            BusProperty("Current", "i") { [self] in
                .int32(chapters.current.map { Int32(clamping: $0) } ?? -1)
            },
            BusProperty("Locales", "as") { [self] in values.locales },
            BusProperty("Language", "s") { [self] in .string(chapters.language ?? "") },
            BusProperty(
                "PreferredLanguages", "as",
                get: { [self] in values.preferredLanguages },
                set: { [self] value, reply in
                    commands.send(.chapters(.setPreferredLanguages(value.asStringArray ?? [])), reply)
                }),
            BusProperty("Groups", "a(sa(xxsa{sv}))") { [self] in values.groups },
            BusProperty("LoadState", "s") { [self] in .string(loading.state) },
            BusProperty("LoadError", "s") { [self] in .string(loading.error) },
        ]
    }

    private func steppingMethods() -> [BusMethod] {
        [
            BusMethod(
                "GoTo", in: [BusArgument("index", "u")],
                answering: { [self] call in
                    commands.send(.chapters(.goTo(call.arguments[0].asUInt32 ?? .max)), call.reply)
                }),
            BusMethod(
                "GoToMarker", in: [BusArgument("group", "s"), BusArgument("index", "u")],
                answering: { [self] call in
                    let index = call.arguments[1].asUInt32 ?? .max
                    commands.send(.chapters(.goToMarker(call.arguments[0].asString ?? "", index)), call.reply)
                }),
            BusMethod("Next", answering: { [self] call in commands.send(.chapters(.next), call.reply) }),
            BusMethod("Previous", answering: { [self] call in commands.send(.chapters(.previous), call.reply) }),
        ]
    }

    private func readingMethods() -> [BusMethod] {
        [
            BusMethod(
                "BestMatching", in: [BusArgument("languages", "as")], out: [BusArgument("chapters", "a(xxsa{sv})")]
            ) { [self] (arguments: [DBusValue]) throws(DBusError) in
                let languages = arguments[0].asStringArray ?? []
                try FieldReader.check(languages.count, at: "languages", most: DescriptionLimits.languages)
                return [written { $0.bestMatching(languages) }]
            },
            BusMethod(
                "TitledIn", in: [BusArgument("locale", "s")], out: [BusArgument("chapters", "a(xxsa{sv})")]
            ) { [self] (arguments: [DBusValue]) throws(DBusError) in
                let locale = arguments[0].asString ?? ""
                return [written { $0.titled(in: locale) }]
            },
            BusMethod(
                "Image", in: [BusArgument("index", "u")], out: [BusArgument("uri", "s")],
                answering: { [self] call in
                    answerImage(of: chapters.chapters, call.arguments[0].asUInt32, called: "chapter", call.reply)
                }),
            BusMethod(
                "MarkerImage", in: [BusArgument("group", "s"), BusArgument("index", "u")],
                out: [BusArgument("uri", "s")],
                answering: { [self] call in
                    let group = call.arguments[0].asString ?? ""
                    guard let markers = chapters.markers(of: group) else {
                        let message = "This item has no group of markers called '\(group.prefix(80))'."
                        return call.reply.fail(DBusError(name: ServiceError.notFound, message: message))
                    }
                    answerImage(of: markers, call.arguments[1].asUInt32, called: "marker", call.reply)
                }),
        ]
    }

    private func setGroupMethod() -> BusMethod {
        BusMethod(
            "SetGroup", in: [BusArgument("title", "s"), BusArgument("markers", "a(xxsa{sv})")],
            answering: { [self] call in
                commands.send(from: .program, call.reply) { () throws(DBusError) in
                    let title = call.arguments[0].asString ?? ""
                    try FieldReader.check(title, at: "title")
                    return .chapters(.setMarkers(title: title, try MarkerReader.markers(call.arguments[1])))
                }
            })
    }

    /// A selection of the chapters in all their languages.
    private func written(_ choice: (ChapterList) -> [LocalizedChapter]) -> DBusValue {
        ChapterWriter.chapters(choice(chapters.list), images: chapters.images)
    }

    private func answerImage(
        of markers: [LocalizedChapter], _ index: UInt32?, called name: String, _ reply: BusReply
    ) {
        let index = index ?? .max
        guard index < markers.count else {
            let count = markers.isEmpty ? "there are none" : "the last one is \(markers.count - 1), counted from 0"
            return reply.fail(
                DBusError(name: ServiceError.notFound, message: "There is no \(name) \(index): \(count)."))
        }
        guard let source = markers[Int(index)].image else {
            return reply.fail(
                DBusError(
                    name: ServiceError.notFound,
                    message: "\(name.prefix(1).uppercased() + name.dropFirst()) \(index) has no picture."))
        }
        // Requested even if it was fetched before: the cache may have removed it since.
        image(source, player.snapshot.current?.description.origin(of: source)) { result in
            switch result {
            case .success(let uri): reply.succeed([.string(uri)])
            case .failure(let fault): reply.fail(DBusError(fault))
            }
        }
    }
}
