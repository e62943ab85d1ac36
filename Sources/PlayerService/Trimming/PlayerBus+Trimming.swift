internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Trim1`: where the current item begins and ends, and files made of it.
    func trimInterface() -> BusInterface {
        BusInterface(
            OwnName.trim, methods: trimmingMethods() + exportMethods(), properties: trimmingProperties(),
            signals: [BusSignal("Finished", [BusArgument("kept", "b")])])
    }

    private func trimmingProperties() -> [BusProperty] {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (TrimSnapshot) -> DBusValue)
            -> BusProperty
        {
            BusProperty(name, type) { [weak self] in read(self?.snapshot.trim ?? TrimSnapshot()) }
        }
        return [
            property("CanBeginTrimming", "b") { .boolean($0.whyNot == nil) },
            property("WhyNot", "s") { .string($0.whyNot ?? "") },
            property("Trimming", "b") { .boolean($0.isTrimming) },
            property("InPoint", "x") { .int64($0.points.inPoint?.microseconds ?? -1) },
            property("OutPoint", "x") { .int64($0.points.outPoint?.microseconds ?? -1) },
            BusProperty(
                "Loops", "b",
                get: { [weak self] in .boolean(self?.snapshot.trim.loops ?? false) },
                set: { [weak self] value, reply in
                    self?.perform(.setTrimLoops(value.asBool ?? false), reply)
                }),
        ]
    }

    private func trimmingMethods() -> [BusMethod] {
        func setter(_ name: String, _ command: @escaping @Sendable (MediaTime?) -> PlayerCommand) -> BusMethod {
            BusMethod(
                name, in: [BusArgument("time", "x")],
                answering: { [weak self] call in
                    let time = call.arguments[0].asInt64 ?? -1
                    self?.perform(command(time == -1 ? nil : MediaTime(microseconds: time)), call.reply)
                })
        }
        return [
            BusMethod("Begin", answering: { [weak self] call in self?.perform(.beginTrimming, call.reply) }),
            setter("SetInPoint") { .setInPoint($0) },
            setter("SetOutPoint") { .setOutPoint($0) },
            BusMethod(
                "Finish", in: [BusArgument("keep", "b")],
                answering: { [weak self] call in
                    self?.perform(.finishTrimming(keep: call.arguments[0].asBool ?? false), call.reply)
                }),
        ]
    }
}
