import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Session1`, as far as it is about the history.
    var session: BusInterface {
        BusInterface(
            DaemonInterface.session.rawValue,
            methods: [
                recorded("SetSleepTimer", [BusArgument("kind", "s"), BusArgument("duration", "x")]),
                BusMethod(
                    "History", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                    out: [BusArgument("entries", "aa{sv}")]
                ) { [weak self] arguments throws(DBusError) in
                    let (offset, count) = (arguments[0].asInt64 ?? 0, arguments[1].asInt64 ?? 0)
                    self?.record("History \(offset) \(count)")
                    let entries = self?.history ?? []
                    return [.propertyLists(entries.dropFirst(Int(offset)).prefix(Int(min(count, 1_000))))]
                },
                BusMethod("Resume", in: [BusArgument("uri", "s")], out: [BusArgument("position", "x")]) {
                    [weak self] arguments throws(DBusError) in
                    let uri = arguments[0].asString ?? ""
                    self?.record("Resume \(uri)")
                    guard let entry = self?.entry(of: uri) else { throw Self.unknown(uri) }
                    return [entry["resume"] ?? .int64(0)]
                },
                BusMethod("Forget", in: [BusArgument("uri", "s")]) { [weak self] arguments throws(DBusError) in
                    let uri = arguments[0].asString ?? ""
                    self?.record("Forget \(uri)")
                    guard self?.entry(of: uri) != nil else { throw Self.unknown(uri) }
                    self?.history.removeAll { $0["uri"] == .string(uri) }
                    return []
                },
                BusMethod(
                    "ImportHistory", in: [BusArgument("folder", "s")],
                    out: [BusArgument("imported", "u"), BusArgument("problems", "as")]
                ) { [weak self] arguments throws(DBusError) in
                    self?.record("ImportHistory \(arguments[0].asString ?? "")")
                    let (imported, problems) = self?.importing ?? (0, [])
                    return [.uint32(imported), .strings(problems)]
                },
            ])
    }

    private func entry(of uri: String) -> [String: DBusValue]? { history.first { $0["uri"] == .string(uri) } }

    private nonisolated static func unknown(_ uri: String) -> DBusError {
        DBusError(name: "org.mediad.Error.NotFound", message: "'\(uri)' is not in the history: see mediactl history.")
    }
}
