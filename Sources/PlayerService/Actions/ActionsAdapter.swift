internal import DBusKit
internal import PlayerCore

/// `org.mediad.Actions1`: buttons that clients offer during an item.
@BusActor
final class ActionsAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let clients: BusClients
    /// Clients that offer actions.
    private var offering: [String: ClientBond] = [:]

    init(_ player: PlayerView, _ commands: CommandSender, _ clients: BusClients) {
        self.player = player
        self.commands = commands
        self.clients = clients
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .actions(.invoked(let id)) = notice else { return [] }
        return [AdapterSignal("Invoked", .string(id))]
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Actions1",
            methods: [
                BusMethod(
                    "SetActions", in: [BusArgument("actions", ActionValues.listType)],
                    answering: { [self] call in setActions(call) }),
                BusMethod(
                    "Invoke", in: [BusArgument("id", "s")],
                    answering: { [self] call in
                        commands.send(.actions(.invoke(call.arguments[0].asString ?? "")), call.reply)
                    }),
            ],
            properties: [
                BusProperty("Actions", ActionValues.listType) { [self] in
                    ActionValues.list(player.snapshot.actions)
                }
            ],
            signals: [BusSignal("Invoked", [BusArgument("id", "s")])])
    }

    /// Sets the actions of a client. They are withdrawn when the client leaves the bus.
    private func setActions(_ call: BusCall) {
        let client = call.sender
        commands.send(from: .program, call.reply) { () throws(DBusError) in
            let actions = try ActionValues.read(call.arguments[0])
            if !actions.isEmpty, offering[client] == nil {
                offering[client] = clients.whenGone(client) { [weak self] in
                    self?.offering[client] = nil
                    self?.commands.send(.actions(.withdraw(by: client)), from: .program)
                }
            }
            return .actions(.set(actions, by: client))
        }
    }
}
