import DBusKit
import Glibc
import PlayerCore
import Synchronization

/// Shows the progress of an export until it ends: as a bar on a terminal, else as occasional lines.
struct ExportFollower {
    /// The object of the export.
    let path: String
    private let daemon: DaemonConnection
    private let begun = Moment.now

    /// Whether the process received an interrupt (Ctrl-C).
    private static let isInterrupted = Atomic(false)

    init(_ daemon: DaemonConnection, _ path: String) throws(Failure) {
        self.daemon = daemon
        self.path = path
    }

    func follow() throws(Failure) {
        do throws(DBusError) {
            try daemon.bus.addMatch(BusMatch(sender: DaemonInterface.busNames[0], path: path))
            try daemon.bus.addMatch(
                BusMatch(
                    sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: DaemonInterface.busNames[0]))
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in ExportFollower.isInterrupted.store(true, ordering: .relaxed) }
        }
        var display = ExportDisplay()
        var isCancelling = false
        while true {
            let job = try daemon.properties(at: path, of: .exportJob)
            let status = job["Status"]?.asString ?? ""
            display.show(job, elapsed: Moment.now - begun)
            switch status {
            case "completed": return display.completed(job)
            case "failed":
                display.clear()
                throw Failure(.refused, job["Error"]?.asString ?? "The export failed.")
            case "cancelled":
                display.clear()
                throw Failure(.refused, "The export was cancelled.")
            default: break
            }
            if Self.isInterrupted.load(ordering: .relaxed), !isCancelling {
                isCancelling = true
                try daemon.call(at: path, .exportJob, "Cancel")
            }
            try waitForNews()
        }
    }

    /// Waits for a change, half a second at most.
    private func waitForNews() throws(Failure) {
        do throws(DBusError) {
            var signal = try daemon.bus.nextSignal(timeout: .milliseconds(500))
            while let received = signal {
                if received.member == "NameOwnerChanged", received.arguments.last?.asString == "" {
                    throw DBusError(.nameHasNoOwner, "mediad ended")
                }
                signal = try daemon.bus.nextSignal(timeout: .zero)
            }
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
    }
}

/// The progress of an export on standard error: a bar with rate and remaining time on a terminal, else a line for
/// each tenth.
struct ExportDisplay {
    private static let isTerminal = isatty(STDERR_FILENO) != 0
    private var told = -1
    private var hasBar = false
    private var hasTold = false

    mutating func show(_ job: [String: DBusValue], elapsed: Double) {
        let progress = job["Progress"]?.asDouble.map { $0.isNaN ? 0 : min(1, max(0, $0)) } ?? 0
        if !hasTold, let note = Self.beginning(job) {
            hasTold = true
            clear()
            Output.complain(note)
        }
        let isWaiting = job["Status"]?.asString == "waiting"
        let seconds = Self.length(job["Actual"]) ?? Self.length(job["Requested"]) ?? 0
        let rate = elapsed > 0.2 ? seconds * progress / elapsed : 0
        if Self.isTerminal {
            let line =
                isWaiting && elapsed > 0.5
                ? "waiting for other exports to finish" : Self.bar(progress, rate: rate, seconds: seconds)
            Self.write("\r\u{1B}[K" + line)
            hasBar = true
        } else if isWaiting, elapsed > 0.5, told < 0 {
            told = 0
            Output.complain("waiting for other exports to finish")
        } else if Int(progress * 10) > told, !isWaiting {
            told = Int(progress * 10)
            Output.complain("\(told * 10) %")
        }
    }

    /// Removes the bar to make room for other output.
    mutating func clear() {
        if hasBar { Self.write("\r\u{1B}[K") }
        hasBar = false
    }

    mutating func completed(_ job: [String: DBusValue]) {
        clear()
        for note in job["Notes"]?.asStringArray ?? [] { Output.complain(Output.visible(note)) }
        // Rounded: the last frame of ten seconds often ends a little before them.
        let length = Self.length(job["Actual"]).flatMap { MediaTime(seconds: $0.rounded()) } ?? .zero
        Output.print("\(Output.visible(job["Path"]?.asString ?? "")): \(DurationText(length))")
    }

    /// A note about ranges of a copy that start earlier than requested; nil if there are none.
    private static func beginning(_ job: [String: DBusValue]) -> String? {
        guard let asked = job["Requested"]?.asArray, let actual = job["Actual"]?.asArray, !actual.isEmpty else {
            return nil
        }
        let differences = zip(asked, actual).compactMap { asked, actual -> String? in
            guard let from = asked.asArray?.first?.asInt64, let begin = actual.asArray?.first?.asInt64,
                MediaTime(microseconds: from) - MediaTime(microseconds: begin) > MediaTime(microseconds: 40_000)
            else { return nil }
            return "\(ClockText.milliseconds(begin)) instead of \(ClockText.milliseconds(from))"
        }
        guard !differences.isEmpty else { return nil }
        let listed = differences.prefix(3).joined(separator: ", ") + (differences.count > 3 ? ", …" : "")
        return "The copy starts at the preceding key frame: \(listed). Use --preset exact to cut exactly."
    }

    private static func bar(_ progress: Double, rate: Double, seconds: Double) -> String {
        let width = max(10, min(40, Terminal.columns - 40))
        let filled = Int(Double(width) * progress)
        let (full, empty) = Terminal.isUnicode ? ("█", "░") : ("#", ".")
        var line = String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
        line += " \(Int(progress * 100)) %"
        if rate > 0 {
            let tenths = Int(min(rate, 1e9) * 10)
            line += "  \(rate < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)")x"
            if let left = MediaTime(seconds: seconds * (1 - progress) / rate) { line += "  \(DurationText(left)) left" }
        }
        return line
    }

    /// The total length of the ranges, in seconds; nil if there are none.
    private static func length(_ ranges: DBusValue?) -> Double? {
        guard let ranges = ranges?.asArray, !ranges.isEmpty else { return nil }
        return ranges.reduce(0) { sum, range in
            guard let pair = range.asArray, pair.count == 2, let start = pair[0].asInt64, let end = pair[1].asInt64
            else { return sum }
            return sum + (MediaTime(microseconds: end) - MediaTime(microseconds: start)).seconds
        }
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}

/// The monotonic clock in seconds.
enum Moment {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
