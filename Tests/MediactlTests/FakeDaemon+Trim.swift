import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Trim1`: its properties, and methods that are written down.
    var trimInterface: BusInterface {
        BusInterface(
            DaemonInterface.trim.rawValue,
            methods: [
                BusMethod("Begin") { [weak self] (_) throws(DBusError) in
                    self?.record("Begin")
                    self?.trim["Trimming"] = true
                    return []
                },
                BusMethod("Presets", out: [BusArgument("presets", "as")]) { (_) throws(DBusError) in
                    [.strings(["passthrough", "exact", "audio"])]
                },
                setter("SetInPoint", "InPoint"), setter("SetOutPoint", "OutPoint"),
                BusMethod("Finish", in: [BusArgument("keep", "b")]) { [weak self] arguments throws(DBusError) in
                    self?.record("Finish \(arguments[0].asBool ?? false)")
                    self?.trim["Trimming"] = false
                    return []
                },
            ],
            properties: trim.sorted { $0.key < $1.key }.map { name, value in
                BusProperty(
                    name, value.signature, get: { [weak self] in self?.trim[name] ?? value },
                    set: { [weak self] value, reply in
                        self?.record("\(name) \(value.asBool ?? false)")
                        self?.trim[name] = value
                        reply.succeed()
                    })
            })
    }

    /// Changes properties of `Trim1` without a word.
    func changeTrim(_ values: [String: DBusValue]) { trim.merge(values) { $1 } }

    private func setter(_ name: String, _ property: String) -> BusMethod {
        BusMethod(name, in: [BusArgument("time", "x")]) { [weak self] arguments throws(DBusError) in
            let time = arguments[0].asInt64 ?? 0
            guard time < 100_000_000 else { throw DBusError(.invalidArgs, "It is outside of the item.") }
            self?.record("\(name) \(time)")
            self?.trim[property] = arguments[0]
            return []
        }
    }
}
