internal import DBusKit
internal import PlayerCore

/// The methods of `org.mediad.Queue1` that search, order and save the whole queue, and bring a replaced one back.
@BusActor
struct QueueArrangement {
    private let player: PlayerView
    private let commands: CommandSender
    private let handlers: QueueHandlers
    private let reader: DescriptionReader

    /// Bytes of the words that are searched for.
    private static let longestWords = 1_000

    init(_ player: PlayerView, _ commands: CommandSender, _ handlers: QueueHandlers, _ reader: DescriptionReader) {
        self.player = player
        self.reader = reader
        self.commands = commands
        self.handlers = handlers
    }

    func methods() -> [BusMethod] {
        [
            BusMethod(
                "Find", in: [BusArgument("words", "s")], out: [BusArgument("indices", "au")],
                answering: { [self] call in find(call) }),
            BusMethod("Sort", in: [BusArgument("by", "s")], answering: { [self] call in sort(call) }),
            BusMethod(
                "Unread", in: [BusArgument("by", "s")], out: [BusArgument("unread", "u")],
                answering: { [self] call in countUnread(call) }),
            BusMethod("Shuffle", answering: { [self] call in commands.send(.arranging(.mix), call.reply) }),
            BusMethod(
                "Save", in: [BusArgument("name", "s")], out: [BusArgument("path", "s")],
                answering: { [self] call in save(call, replaces: false) }),
            BusMethod(
                "Overwrite", in: [BusArgument("name", "s")], out: [BusArgument("path", "s")],
                answering: { [self] call in save(call, replaces: true) }),
            BusMethod(
                "AddToPlaylist", in: [BusArgument("name", "s"), BusArgument("items", "aa{sv}")],
                out: [BusArgument("path", "s")], answering: { [self] call in addToPlaylist(call) }),
            BusMethod("Undo", answering: { [self] call in commands.send(.arranging(.bringBack), call.reply) }),
        ]
    }

    private func find(_ call: BusCall) {
        let (words, reply) = (call.arguments[0].asString ?? "", call.reply)
        guard words.contains(where: { !$0.isWhitespace }) else {
            return reply.fail(DBusError(.invalidArgs, "There are no words to search for."))
        }
        guard words.utf8.count <= Self.longestWords else {
            return reply.fail(
                DBusError(.invalidArgs, "The words to search for have more than \(Self.longestWords) bytes."))
        }
        handlers.find(words, player.snapshot) { indices in
            reply.succeed([.array("u", indices.map { .uint32(UInt32(clamping: $0)) })])
        }
    }

    private func sort(_ call: BusCall) {
        let (name, reply, commands) = (call.arguments[0].asString ?? "", call.reply, commands)
        if name == "random" { return commands.send(.arranging(.mix), reply) }
        guard let field = field(name, reply) else { return }
        handlers.sort(field, player.snapshot) { ids in commands.send(.arranging(.sort(ids)), reply) }
    }

    private func countUnread(_ call: BusCall) {
        let (name, reply) = (call.arguments[0].asString ?? "", call.reply)
        if name == "random" { return reply.succeed([.uint32(0)]) }
        guard let field = field(name, reply) else { return }
        handlers.unread(field, player.snapshot) { reply.succeed([.uint32(UInt32(clamping: $0))]) }
    }

    /// Refuses what the queue cannot be sorted by.
    private func field(_ name: String, _ reply: BusReply) -> QueueField? {
        if let field = QueueField(rawValue: name) { return field }
        reply.fail(
            DBusError(
                .invalidArgs,
                "The queue cannot be sorted by '\(MediaURI.shortened(name))': use album, artist, title, track, date or "
                    + "random."))
        return nil
    }

    private func save(_ call: BusCall, replaces: Bool) {
        guard let name = name(call) else { return }
        guard !player.snapshot.items.isEmpty else {
            return call.reply.fail(
                DBusError(name: ServiceError.notPossible, message: "The queue is empty: there is nothing to save."))
        }
        handlers.save(name, player.snapshot, replaces) { [reply = call.reply] in Self.answer($0, reply) }
    }

    private func addToPlaylist(_ call: BusCall) {
        guard let name = name(call) else { return }
        do throws(DBusError) {
            var snapshot = player.snapshot
            let items = try reader.descriptions(call.arguments[1])
            if items.isEmpty {
                snapshot.items = snapshot.items.filter { $0.id == snapshot.current?.id }
            } else {
                // Nothing but the descriptions is known of items that are not in the queue.
                snapshot = PlayerSnapshot()
                snapshot.items = items.enumerated().map {
                    QueueItem(id: ItemID(rawValue: UInt64($0.offset) + 1), description: $0.element)
                }
            }
            guard !snapshot.items.isEmpty else {
                throw DBusError(
                    name: ServiceError.notPossible, message: "There is no current item: specify what is to be added.")
            }
            handlers.append(name, snapshot) { [reply = call.reply] in Self.answer($0, reply) }
        } catch {
            call.reply.fail(error)
        }
    }

    /// The name of a playlist in the first argument; nil if it cannot be one, which is answered.
    private func name(_ call: BusCall) -> String? {
        let text = call.arguments[0].asString ?? ""
        if let name = PlaylistName.checked(text) { return name }
        call.reply.fail(
            DBusError(
                .invalidArgs,
                "'\(MediaURI.shortened(text))' cannot be the name of a playlist: use up to \(PlaylistName.longest) "
                    + "bytes without slashes, and no dot at the beginning."))
        return nil
    }

    private static func answer(_ result: Result<String, QueueSaveRefusal>, _ reply: BusReply) {
        switch result {
        case .success(let path): reply.succeed([.string(path)])
        case .failure(.noFolder(let message)): reply.fail(DBusError(name: ServiceError.notFound, message: message))
        case .failure(.exists(let message)): reply.fail(DBusError(name: ServiceError.notPossible, message: message))
        case .failure(.failed(let message)): reply.fail(DBusError(name: ServiceError.failed, message: message))
        }
    }
}
