internal import DBusKit
internal import PlayerCore

/// The methods of `org.mediad.Trim1` for exports.
@BusActor
final class ExportMethods {
    private static let noExports = DBusError(
        name: ServiceError.notPossible, message: "This mediad cannot export.")

    private let player: PlayerView
    private let commands: CommandSender
    private let handlers: ExportHandlers

    init(_ player: PlayerView, _ commands: CommandSender, _ handlers: ExportHandlers) {
        self.player = player
        self.commands = commands
        self.handlers = handlers
    }

    /// - Parameter exports: nil if exports are not possible: there are no presets then, and every export is refused.
    static func methods(of exports: ExportMethods?) -> [BusMethod] {
        [
            BusMethod(
                "Presets", out: [BusArgument("presets", "as")],
                answering: { call in
                    guard let exports else { return call.reply.succeed([.strings([String]())]) }
                    exports.presets(call.reply)
                }),
            BusMethod(
                "Export", in: [BusArgument("path", "s"), BusArgument("options", "a{sv}")],
                out: [BusArgument("job", "o")],
                answering: { call in
                    guard let exports else { return call.reply.fail(noExports) }
                    exports.export(call)
                }),
        ]
    }

    private func presets(_ reply: BusReply) {
        let snapshot = player.snapshot
        guard let current = snapshot.current, ExportSource.whyNot(snapshot) == nil else {
            return reply.succeed([.strings([String]())])
        }
        handlers.presets(current.hasVideo, !snapshot.tracks.audio.isEmpty) { presets in
            reply.succeed([.strings(presets)])
        }
    }

    private func export(_ call: BusCall) {
        let reply = call.reply
        do throws(DBusError) {
            let order = try order(path: call.arguments[0].asString ?? "", options: call.arguments[1])
            handlers.check(order) { [commands] refusal in
                if let refusal {
                    return reply.fail(DBusError(name: ServiceError.notPossible, message: refusal))
                }
                // Programs export, too, so this is no sign that a person is watching.
                commands.send(.exports(.add(order)), from: .program, reply) { reply in
                    guard case .ticket(let number) = reply else { return [] }
                    return [.objectPath(ExportJobAdapter.path(of: number))]
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func order(path: String, options: DBusValue) throws(DBusError) -> ExportOrder {
        let source = try Self.refusing { () throws(CommandRefusal) in try ExportSource(player.snapshot) }
        let request = try ExportOptions(options).request(path: path)
        return try Self.refusing { () throws(CommandRefusal) in try source.order(request) }
    }

    private static func refusing<Value>(_ body: () throws(CommandRefusal) -> Value) throws(DBusError) -> Value {
        do throws(CommandRefusal) {
            return try body()
        } catch {
            throw DBusError(error)
        }
    }
}
