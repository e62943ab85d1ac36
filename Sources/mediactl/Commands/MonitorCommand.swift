import ArgumentParser
import DBusKit
import Glibc
import MediaProbe

/// `monitor`: one JSON object a line for everything that happens.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print one JSON object a line for everything that happens, until interrupted.",
        discussion: """
            "event" is the signal's name (PropertiesChanged, Seeked, ItemsChanged, ItemFailed, CurrentChanged, …), "Monitoring" in the \
            first line, or "Appeared" and "Vanished" when mediad starts and ends, which does not end this. Times are \
            seconds, "time" since 1970.
            """)

    @Flag(help: "Wait for mediad if it does not run.")
    var wait = false

    /// The output is JSON in any case.
    @OptionGroup var output: JSONOption

    /// How often to look whether anybody still reads.
    private static let checkInterval = Duration.seconds(2)

    func run() throws {
        // Every line is written whole before the next event is looked at, so there is nothing to lose.
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in _exit(ExitStatus.done.rawValue) } }
        let bus = try DaemonConnection.sessionBus()
        do {
            for name in DaemonInterface.busNames {
                try bus.addMatch(BusMatch(sender: name))
                try bus.addMatch(BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
            }
            let isRunning = try DaemonConnection.owner(on: bus) != nil
            guard isRunning || wait else { throw Failure.notRunning }
            Output.print(EventView(monitoring: isRunning, time: Self.now).json.text(isPretty: false))
            while !Output.isAbandoned {
                guard let signal = try bus.nextSignal(timeout: Self.checkInterval),
                    let event = EventView(signal, time: Self.now)
                else { continue }
                Output.print(event.json.text(isPretty: false))
            }
        } catch let error as DBusError {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
    }

    /// Seconds since 1970, to the millisecond.
    private static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec / 1_000_000) / 1000
    }
}
