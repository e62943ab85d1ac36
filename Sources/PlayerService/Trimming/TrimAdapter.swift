internal import DBusKit
internal import PlayerCore

/// `org.mediad.Trim1`: the in and out points of the current item, and exports of it.
@BusActor
final class TrimAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let exports: ExportMethods?

    /// - Parameter exports: nil if exports are not possible; its methods fail with an explanation then.
    init(_ player: PlayerView, _ commands: CommandSender, exports: ExportMethods?) {
        self.player = player
        self.commands = commands
        self.exports = exports
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .trimming(.finished(let kept)) = notice else { return [] }
        return [AdapterSignal("Finished", .boolean(kept))]
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Trim1", methods: trimmingMethods() + ExportMethods.methods(of: exports),
            properties: trimmingProperties(),
            signals: [BusSignal("Finished", [BusArgument("kept", "b")])])
    }

    private func trimmingProperties() -> [BusProperty] {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (TrimSnapshot) -> DBusValue)
            -> BusProperty
        {
            BusProperty(name, type) { [self] in read(player.snapshot.trim) }
        }
        return [
            property("CanBeginTrimming", "b") { .boolean($0.whyNot == nil) },
            property("WhyNot", "s") { .string($0.whyNot ?? "") },
            property("Trimming", "b") { .boolean($0.isTrimming) },
            property("InPoint", "x") { .int64($0.points.inPoint?.microseconds ?? -1) },
            property("OutPoint", "x") { .int64($0.points.outPoint?.microseconds ?? -1) },
            BusProperty(
                "Loops", "b",
                get: { [self] in .boolean(player.snapshot.trim.loops) },
                set: { [self] value, reply in
                    commands.send(.trimming(.setLoops(value.asBool ?? false)), reply)
                }),
        ]
    }

    private func trimmingMethods() -> [BusMethod] {
        func setter(_ name: String, _ command: @escaping @Sendable (MediaTime?) -> PlayerCommand) -> BusMethod {
            BusMethod(
                name, in: [BusArgument("time", "x")],
                answering: { [self] call in
                    let time = call.arguments[0].asInt64 ?? -1
                    commands.send(command(time == -1 ? nil : MediaTime(microseconds: time)), call.reply)
                })
        }
        return [
            BusMethod("Begin", answering: { [self] call in commands.send(.trimming(.begin), call.reply) }),
            setter("SetInPoint") { .trimming(.setInPoint($0)) },
            setter("SetOutPoint") { .trimming(.setOutPoint($0)) },
            BusMethod(
                "Finish", in: [BusArgument("keep", "b")],
                answering: { [self] call in
                    commands.send(.trimming(.finish(keep: call.arguments[0].asBool ?? false)), call.reply)
                }),
        ]
    }
}
