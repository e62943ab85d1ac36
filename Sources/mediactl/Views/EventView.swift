import DBusKit
import MediaProbe

/// Something that happened, as `mediactl monitor` shows it.
struct EventView {
    /// One JSON object.
    let json: JSONValue

    /// How the arguments of signals are called; those of other signals are a list.
    private static let argumentNames: [String: [String]] = [
        "Seeked": ["position"],
        "TrackListReplaced": ["tracks", "current"],
        "TrackAdded": ["metadata", "after"],
        "TrackRemoved": ["track"],
        "TrackMetadataChanged": ["track", "metadata"],
        "ItemsChanged": ["from", "removed", "inserted"],
        "ItemFailed": ["item", "error"],
        "CurrentChanged": ["index", "title"],
        "Entered": ["index", "kind"],
        "Left": ["index", "kind"],
        "Skipped": ["index", "kind", "from", "to", "reason"],
        "Unskipped": ["index", "to"],
        "Presented": ["proposal"],
        "Accepted": ["how"],
        "FailedToStart": ["reason"],
        "RestoreUserInterface": ["serial"],
        "WillStop": ["cause"],
        "DidStop": ["cause"],
        "Finished": ["kept"],
    ]

    /// The first line: from here on nothing is missed.
    init(monitoring isRunning: Bool, time: Double) {
        json = .object(["event": "Monitoring", "running": .bool(isRunning), "time": .number(time)])
    }

    /// Nil for what tells nothing.
    init?(_ signal: BusSignalMessage, time: Double) {
        var members: [String: JSONValue] = ["time": .number(time)]
        if signal.interface == "org.freedesktop.DBus" {
            guard signal.member == "NameOwnerChanged", signal.arguments.count == 3,
                let name = signal.arguments[0].asString, DaemonInterface.busNames.contains(name),
                let owner = signal.arguments[2].asString
            else { return nil }
            members["event"] = owner.isEmpty ? "Vanished" : "Appeared"
            members["name"] = .string(name)
        } else if signal.interface == "org.freedesktop.DBus.Properties", signal.member == "PropertiesChanged",
            signal.arguments.count == 3
        {
            members["event"] = "PropertiesChanged"
            members["interface"] = JSONValue(signal.arguments[0])
            members["path"] = .string(signal.path)
            members["changed"] = JSONValue(signal.arguments[1])
            if case .array(_, let names) = signal.arguments[2], !names.isEmpty {
                members["invalidated"] = JSONValue(signal.arguments[2])
            }
        } else {
            members["event"] = .string(signal.member)
            members["interface"] = .string(signal.interface)
            members["path"] = .string(signal.path)
            let names = Self.argumentNames[signal.member] ?? []
            if names.count == signal.arguments.count {
                for (name, argument) in zip(names, signal.arguments) { members[name] = JSONValue(argument) }
            } else if !signal.arguments.isEmpty {
                members["arguments"] = .array(signal.arguments.map { JSONValue($0) })
            }
        }
        json = .object(members)
    }
}
