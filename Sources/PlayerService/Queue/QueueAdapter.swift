internal import DBusKit
internal import PlayerCore

/// `org.mediad.Queue1`: the whole queue, as descriptions.
@BusActor
final class QueueAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let schemes: [String]
    private let inspect: PlayerBus.Handlers.Inspect
    private let arranging: QueueArrangement
    private let books: @Sendable () -> [String]
    /// The indices of the items in the order of play, of the announced snapshot.
    private var order = DBusValue.array("u", [])
    private var waitingSince = WallDeadline()

    /// - Parameters:
    ///   - schemes: the accepted URI schemes.
    ///   - inspect: reads the metadata of a URI.
    ///   - queue: handles what takes long.
    init(
        _ player: PlayerView, _ commands: CommandSender, schemes: [String],
        inspect: @escaping PlayerBus.Handlers.Inspect, queue: QueueHandlers
    ) {
        books = queue.books
        arranging = QueueArrangement(player, commands, queue, DescriptionReader(schemes: schemes))
        self.player = player
        self.commands = commands
        self.schemes = schemes
        self.inspect = inspect
    }

    func begin(with snapshot: PlayerSnapshot) { order = Self.order(of: snapshot) }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        if change.new.isPlayedInOtherOrder(than: change.old) { order = Self.order(of: change.new) }
        return AdapterAnnouncement()
    }

    private static func order(of snapshot: PlayerSnapshot) -> DBusValue {
        .array("u", snapshot.playingOrder.map { .uint32(UInt32(clamping: $0)) })
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        func count(_ value: Int) -> DBusValue { .uint32(UInt32(clamping: value)) }
        return switch notice {
        case .itemsChanged(let from, let removed, let inserted):
            [AdapterSignal("ItemsChanged", count(from), count(removed), count(inserted))]
        case .itemFailed(let id, let fault):
            [
                AdapterSignal(
                    "ItemFailed", .objectPath(TrackPath.path(of: id)), .properties(DescriptionWriter.error(fault)))
            ]
        default: []
        }
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Queue1", methods: queueMethods() + itemMethods() + arranging.methods(),
            properties: queueProperties(),
            signals: [
                BusSignal(
                    "ItemsChanged",
                    [BusArgument("from", "u"), BusArgument("removed", "u"), BusArgument("inserted", "u")]),
                BusSignal("ItemFailed", [BusArgument("item", "o"), BusArgument("error", "a{sv}")]),
            ])
    }

    private func queueProperties() -> [BusProperty] {
        [
            BusProperty("Length", "u") { [self] in .uint32(UInt32(clamping: player.snapshot.items.count)) },
            BusProperty("CurrentIndex", "i") { [self] in
                .int32(player.snapshot.currentIndex.map { Int32(clamping: $0) } ?? -1)
            },
            BusProperty("BookFolders", "as") { [books] in .strings(books()) },
            BusProperty("Order", "au") { [weak self] in self?.order ?? .array("u", []) },
            BusProperty(
                "Progression", "s", get: { [self] in .string(player.snapshot.progression.rawValue) },
                set: { [self] value, reply in
                    guard let progression = value.asString.flatMap(Progression.init(rawValue:)) else {
                        return reply.fail(DBusError(.invalidArgs, "Progression must be advance, pause or stop."))
                    }
                    commands.send(.setProgression(progression), reply)
                }),
            BusProperty("Error", "a{sv}") { [self] in
                .properties(player.snapshot.error.map(DescriptionWriter.error) ?? [:])
            },
            BusProperty("Waiting", "a{sv}") { [self] in .properties(waiting) },
        ]
    }

    private var waiting: [String: DBusValue] {
        guard let waiting = player.snapshot.waiting else { return [:] }
        let since = waitingSince.microseconds(of: waiting.since, now: player.now, wall: WallDeadline.today)
        return ["for": .string(waiting.cause.rawValue), "since": .int64(since)]
    }

    private func queueMethods() -> [BusMethod] {
        [
            BusMethod(
                "Replace", in: [BusArgument("items", "aa{sv}"), BusArgument("options", "a{sv}")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in try replacement(call.arguments) }
                }),
            BusMethod(
                "Insert", in: [BusArgument("items", "aa{sv}"), BusArgument("index", "u")],
                out: [BusArgument("ids", "ao")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in
                        let items = try reader.descriptions(call.arguments[0])
                        return .insert(items, at: call.arguments[1].asUInt32 ?? .max)
                    } answer: { reply in
                        guard case .items(let ids) = reply else { return [.objectPaths([])] }
                        return [.objectPaths(ids.map(TrackPath.path))]
                    }
                }),
            BusMethod(
                "Items", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                out: [BusArgument("items", "aa{sv}")]
            ) { [self] (arguments: [DBusValue]) throws(DBusError) in
                [.propertyLists(items(from: arguments[0].asUInt32 ?? 0, count: arguments[1].asUInt32 ?? 0))]
            },
            BusMethod("Clear", answering: { [self] call in commands.send(.clear, call.reply) }),
        ]
    }

    private func itemMethods() -> [BusMethod] {
        [
            BusMethod(
                "Move", in: [BusArgument("item", "o"), BusArgument("index", "u")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in
                        .move(try item(call.arguments[0]), to: call.arguments[1].asUInt32 ?? .max)
                    }
                }),
            BusMethod(
                "Remove", in: [BusArgument("items", "ao")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in
                        var ids: [ItemID] = []
                        for path in call.arguments[0].asArray ?? [] { ids.append(try item(path)) }
                        return .remove(ids)
                    }
                }),
            BusMethod(
                "GoTo", in: [BusArgument("item", "o")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in .goTo(try item(call.arguments[0])) }
                }),
            BusMethod(
                "SetDescription", in: [BusArgument("item", "o"), BusArgument("description", "a{sv}")],
                answering: { [self] call in
                    commands.send(from: .program, call.reply) { () throws(DBusError) in
                        let id = try item(call.arguments[0])
                        guard let item = player.snapshot.items.first(where: { $0.id == id }) else {
                            throw Self.unknownItem(call.arguments[0])
                        }
                        // Without a URI, the item keeps its own, and its login with the one that clients see.
                        let uri = item.description.uri
                        var description = try reader.description(call.arguments[1], uri: uri)
                        if description.uri == uri.withoutLogin { description.uri = uri }
                        return .setDescription(id, description)
                    }
                }),
            BusMethod(
                "Inspect", in: [BusArgument("uri", "s")], out: [BusArgument("description", "a{sv}")],
                answering: { [self] call in answerInspection(call) }),
        ]
    }

    private var reader: DescriptionReader { DescriptionReader(schemes: schemes) }

    private func item(_ value: DBusValue) throws(DBusError) -> ItemID {
        guard let id = value.asObjectPath.flatMap(TrackPath.id) else { throw Self.unknownItem(value) }
        return id
    }

    private static func unknownItem(_ value: DBusValue) -> DBusError {
        let path = MediaURI.shortened(value.asObjectPath ?? "")
        return DBusError(name: ServiceError.notFound, message: "\(path) is not an item of the queue.")
    }

    private func replacement(_ arguments: [DBusValue]) throws(DBusError) -> PlayerCommand {
        let items = try reader.descriptions(arguments[0])
        var (play, start, index): (Bool, MediaTime?, UInt32) = (false, nil, 0)
        for (key, value) in arguments[1].asDictionary ?? [:] {
            switch (key, value) {
            case ("play", .boolean(let value)): play = value
            case ("start", .int64(let value)): start = MediaTime(microseconds: value)
            case ("index", .uint32(let value)): index = value
            case ("play", _), ("start", _), ("index", _):
                throw DBusError(
                    .invalidArgs,
                    "The option '\(key)' has the type \(value.signature): play is b, start is x and index is u.")
            default:
                throw DBusError(
                    .invalidArgs,
                    "There is no option '\(MediaURI.shortened(key))'. The options are play, start and index.")
            }
        }
        // Whoever names the first item wants it, not the one that was left.
        let fromStart = index == 0 && arguments[1].asDictionary?["index"] != nil
        return .replaceQueue(items, play: play, start: start, index: index, fromStart: fromStart)
    }

    private func items(from offset: UInt32, count: UInt32) -> [[String: DBusValue]] {
        let snapshot = player.snapshot
        let all = snapshot.items
        guard offset < all.count else { return [] }
        let end = min(all.count, Int(offset) + Int(count))
        commands.lookAt(all[Int(offset)..<end], in: snapshot)
        return all[Int(offset)..<end].map { item in
            DescriptionWriter.item(
                item, state: snapshot.itemStates[item.id] ?? ItemState(), shown: snapshot.memory.described(item))
        }
    }

    private func answerInspection(_ call: BusCall) {
        do throws(DBusError) {
            let uri = try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: schemes)
            let reply = call.reply
            inspect(uri) { result in
                switch result {
                case .success(let item): reply.succeed([.properties(DescriptionWriter.inspected(item))])
                case .failure(let fault): reply.fail(DBusError(fault))
                }
            }
        } catch {
            call.reply.fail(error)
        }
    }
}
