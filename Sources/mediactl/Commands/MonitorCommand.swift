import ArgumentParser
import DBusKit
import Glibc
import MediaProbe

/// `monitor`: prints every event as a JSON object on one line.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print every event as one line of JSON.",
        discussion: """
            Runs until it is interrupted. "event" is the name of the signal, such as PropertiesChanged or \
            CurrentChanged. It is "Monitoring" in the first line, and "Appeared" or "Vanished" when mediad starts or \
            ends. Times are in seconds; "time" counts from 1970.
            """)

    @Flag(help: "Wait for mediad if it is not running.")
    var wait = false

    @Option(
        name: .customLong("event"),
        help: ArgumentHelp("Print only events of this name; may be given several times.", valueName: "name"))
    var names: [String] = []

    /// Has no effect: the output is always JSON.
    @OptionGroup var output: JSONOption

    /// The interval between checks whether the reader has closed the output.
    private static let checkInterval = Duration.seconds(2)

    func run() throws {
        // Every line is written completely before the next event is read, so nothing is lost.
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in _exit(ExitStatus.done.rawValue) } }
        let bus = try DaemonConnection.sessionBus()
        do {
            for name in DaemonInterface.busNames {
                try bus.addMatch(BusMatch(sender: name))
                try bus.addMatch(BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
            }
            let isRunning = try DaemonConnection.owner(on: bus) != nil
            guard isRunning || wait else { throw Failure.notRunning }
            show(EventView(monitoring: isRunning, time: Self.now))
            while !Output.isAbandoned {
                guard let signal = try bus.nextSignal(timeout: Self.checkInterval),
                    let event = EventView(signal, time: Self.now)
                else { continue }
                show(event)
            }
        } catch let error as DBusError {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
    }

    private func show(_ event: EventView) {
        if names.isEmpty || names.contains(event.name) { Output.print(event.json.text(isPretty: false)) }
    }

    /// Seconds since 1970, with a resolution of a millisecond.
    private static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec / 1_000_000) / 1000
    }
}

/// An event as `mediactl monitor` prints it.
struct EventView {
    /// A JSON object.
    let json: JSONValue
    /// The name of the event.
    let name: String

    /// The names of the arguments of signals; the arguments of other signals are a list. If two interfaces have a
    /// signal of the same name, the key includes the interface.
    private static let argumentNames: [String: [String]] = [
        "Seeked": ["position"],
        "TrackListReplaced": ["tracks", "current"],
        "TrackAdded": ["metadata", "after"],
        "TrackRemoved": ["track"],
        "TrackMetadataChanged": ["track", "metadata"],
        "ItemsChanged": ["from", "removed", "inserted"],
        "ItemFailed": ["item", "error"],
        "CurrentChanged": ["index", "title"],
        "Lyrics1.CurrentChanged": ["index"],
        "Entered": ["index", "kind"],
        "Left": ["index", "kind"],
        "TimedMetadata1.Entered": ["index"],
        "TimedMetadata1.Left": ["index"],
        "Tagged": ["position", "tags"],
        "Skipped": ["index", "kind", "from", "to", "reason"],
        "Unskipped": ["index", "to"],
        "Invoked": ["id"],
        "Presented": ["proposal"],
        "Accepted": ["how"],
        "FailedToStart": ["reason"],
        "RestoreUserInterface": ["serial"],
        "WillStop": ["cause"],
        "DidStop": ["cause"],
        "Finished": ["kept"],
    ]

    /// The first line: all later events are printed.
    init(monitoring isRunning: Bool, time: Double) {
        name = "Monitoring"
        json = .object(["event": .string(name), "running": .bool(isRunning), "time": .number(time)])
    }

    /// Returns nil if the signal is not an event.
    init?(_ signal: BusSignalMessage, time: Double) {
        var members: [String: JSONValue] = ["time": .number(time)]
        if signal.interface == "org.freedesktop.DBus" {
            guard signal.member == "NameOwnerChanged", signal.arguments.count == 3,
                let name = signal.arguments[0].asString, DaemonInterface.busNames.contains(name),
                let owner = signal.arguments[2].asString
            else { return nil }
            self.name = owner.isEmpty ? "Vanished" : "Appeared"
            members["name"] = .string(name)
        } else if signal.interface == "org.freedesktop.DBus.Properties", signal.member == "PropertiesChanged",
            signal.arguments.count == 3
        {
            self.name = "PropertiesChanged"
            members["interface"] = JSONValue(signal.arguments[0])
            members["path"] = .string(signal.path)
            members["changed"] = JSONValue(signal.arguments[1])
            if case .array(_, let names) = signal.arguments[2], !names.isEmpty {
                members["invalidated"] = JSONValue(signal.arguments[2])
            }
        } else {
            self.name = signal.member
            members["interface"] = .string(signal.interface)
            members["path"] = .string(signal.path)
            let interface = signal.interface.split(separator: ".").last ?? ""
            let names =
                Self.argumentNames["\(interface).\(signal.member)"] ?? Self.argumentNames[signal.member] ?? []
            if names.count == signal.arguments.count {
                for (name, argument) in zip(names, signal.arguments) { members[name] = JSONValue(argument) }
            } else if !signal.arguments.isEmpty {
                members["arguments"] = .array(signal.arguments.map { JSONValue($0) })
            }
        }
        members["event"] = .string(self.name)
        json = .object(members)
    }
}
