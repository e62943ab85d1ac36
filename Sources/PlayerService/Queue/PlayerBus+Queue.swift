internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Queue1`: the whole queue, by description.
    func queueInterface() -> BusInterface {
        BusInterface(
            OwnName.queue, methods: queueMethods() + itemMethods(), properties: queueProperties(),
            signals: [
                BusSignal(
                    "ItemsChanged",
                    [BusArgument("from", "u"), BusArgument("removed", "u"), BusArgument("inserted", "u")]),
                BusSignal("ItemFailed", [BusArgument("item", "o"), BusArgument("error", "a{sv}")]),
            ])
    }

    private func queueProperties() -> [BusProperty] {
        [
            BusProperty("Length", "u") { [weak self] in .uint32(UInt32(clamping: self?.snapshot.items.count ?? 0)) },
            BusProperty("CurrentIndex", "i") { [weak self] in
                .int32(self?.snapshot.currentIndex.map { Int32(clamping: $0) } ?? -1)
            },
            BusProperty(
                "Progression", "s", get: { [weak self] in .string(self?.snapshot.progression.rawValue ?? "advance") },
                set: { [weak self] value, reply in
                    guard let progression = value.asString.flatMap(Progression.init(rawValue:)) else {
                        return reply.fail(DBusError(.invalidArgs, "Progression is advance, pause or stop"))
                    }
                    self?.perform(.setProgression(progression), reply)
                }),
            BusProperty("Error", "a{sv}") { [weak self] in
                .properties(self?.snapshot.error.map(DescriptionWriter.error) ?? [:])
            },
        ]
    }

    private func queueMethods() -> [BusMethod] {
        [
            BusMethod(
                "Replace", in: [BusArgument("items", "aa{sv}"), BusArgument("options", "a{sv}")],
                answering: { [weak self] call in
                    self?.taking(call) { bus throws(DBusError) in try bus.replacement(call.arguments) }
                }),
            BusMethod(
                "Insert", in: [BusArgument("items", "aa{sv}"), BusArgument("index", "u")],
                out: [BusArgument("items", "ao")],
                answering: { [weak self] call in
                    guard let self else { return }
                    do throws(DBusError) {
                        let items = try reader.descriptions(call.arguments[0])
                        perform(.insert(items, at: call.arguments[1].asUInt32 ?? .max), call.reply) { reply in
                            guard case .items(let ids) = reply else { return [.objectPaths([])] }
                            return [.objectPaths(ids.map(TrackPath.path))]
                        }
                    } catch {
                        call.reply.fail(error)
                    }
                }),
            BusMethod(
                "Items", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                out: [BusArgument("items", "aa{sv}")]
            ) { [weak self] (arguments: [DBusValue]) throws(DBusError) in
                [.propertyLists(self?.items(from: arguments[0].asUInt32 ?? 0, count: arguments[1].asUInt32 ?? 0) ?? [])]
            },
            BusMethod("Clear", answering: { [weak self] call in self?.perform(.clear, call.reply) }),
        ]
    }

    private func itemMethods() -> [BusMethod] {
        [
            BusMethod(
                "Move", in: [BusArgument("item", "o"), BusArgument("index", "u")],
                answering: { [weak self] call in
                    self?.taking(call) { bus throws(DBusError) in
                        .move(try bus.item(call.arguments[0]), to: call.arguments[1].asUInt32 ?? .max)
                    }
                }),
            BusMethod(
                "Remove", in: [BusArgument("items", "ao")],
                answering: { [weak self] call in
                    self?.taking(call) { bus throws(DBusError) in
                        var ids: [ItemID] = []
                        for path in call.arguments[0].asArray ?? [] { ids.append(try bus.item(path)) }
                        return .remove(ids)
                    }
                }),
            BusMethod(
                "GoTo", in: [BusArgument("item", "o")],
                answering: { [weak self] call in
                    self?.taking(call) { bus throws(DBusError) in .goTo(try bus.item(call.arguments[0])) }
                }),
            BusMethod(
                "SetDescription", in: [BusArgument("item", "o"), BusArgument("description", "a{sv}")],
                answering: { [weak self] call in
                    self?.taking(call, from: .program) { bus throws(DBusError) in
                        let id = try bus.item(call.arguments[0])
                        guard let item = bus.snapshot.items.first(where: { $0.id == id }) else {
                            throw Self.unknownItem(call.arguments[0])
                        }
                        // Without a URI the item keeps the one it has.
                        let uri = item.description.uri
                        return .setDescription(id, try bus.reader.description(call.arguments[1], uri: uri))
                    }
                }),
            BusMethod(
                "Inspect", in: [BusArgument("uri", "s")], out: [BusArgument("description", "a{sv}")],
                answering: { [weak self] call in self?.inspect(call) }),
        ]
    }

    private var reader: DescriptionReader { DescriptionReader(schemes: options.supportedSchemes) }

    /// Reads a command out of a call and runs it.
    func taking(
        _ call: BusCall, from origin: CommandOrigin = .person, _ command: (PlayerBus) throws(DBusError) -> PlayerCommand
    ) {
        do throws(DBusError) {
            perform(try command(self), from: origin, call.reply)
        } catch {
            call.reply.fail(error)
        }
    }

    private func item(_ value: DBusValue) throws(DBusError) -> ItemID {
        guard let id = value.asObjectPath.flatMap(TrackPath.id) else { throw Self.unknownItem(value) }
        return id
    }

    private static func unknownItem(_ value: DBusValue) -> DBusError {
        let path = MediaURI.shortened(value.asObjectPath ?? "")
        return DBusError(name: ServiceError.notFound, message: "\(path) is no item of the queue")
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
                    .invalidArgs, "options: play is b, start is x, index is u; '\(key)' is \(value.signature)")
            default:
                throw DBusError(
                    .invalidArgs, "unknown option '\(MediaURI.shortened(key))': play, start and index are known")
            }
        }
        return .replaceQueue(items, play: play, start: start, index: index)
    }

    private func items(from offset: UInt32, count: UInt32) -> [[String: DBusValue]] {
        let all = snapshot.items
        guard offset < all.count else { return [] }
        let end = min(all.count, Int(offset) + Int(count))
        lookedAt(all[Int(offset)..<end])
        return all[Int(offset)..<end].map { item in
            DescriptionWriter.item(
                item, state: snapshot.itemStates[item.id] ?? ItemState(), remembered: snapshot.memory.item(item))
        }
    }

    /// What nobody read yet of entries that a client looked at is read soon; of very many the first ones.
    func lookedAt(_ items: some Sequence<QueueItem>) {
        guard let lookedAt = handlers.lookedAt else { return }
        let memory = snapshot.memory
        let unknown = Array(items.lazy.filter { memory.item($0) == nil }.prefix(Self.mostLookedAt))
        if !unknown.isEmpty { lookedAt(unknown) }
    }

    private static let mostLookedAt = 200

    private func inspect(_ call: BusCall) {
        do throws(DBusError) {
            let uri = try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: options.supportedSchemes)
            let reply = call.reply
            handlers.inspect(uri) { result in
                BusActor.assumeIsolated {
                    switch result {
                    case .success(let item): reply.succeed([.properties(DescriptionWriter.inspected(item))])
                    case .failure(let fault): reply.fail(DBusError(fault))
                    }
                }
            }
        } catch {
            call.reply.fail(error)
        }
    }
}
