internal import FoundationEssentials
internal import Glibc
internal import Gst
public import PlayerCore

/// The process that exports one item: it reads its order from standard input, a line of JSON, and says what it does on
/// standard output, a line of JSON each.
///
/// A process of its own, because GStreamer's and GLib's threads come from pools that the player's would share: here all of
/// them yield to playback, and whatever a file does to a decoder ends this process alone. It ends, and leaves nothing
/// behind, when its standard input is closed: also when whoever started it was killed.
public enum ExportWorker {
    /// How it reaches sources in a network.
    public struct Settings: Codable, Sendable {
        /// In seconds.
        public var networkTimeout: UInt32
        /// nil: GStreamer's own.
        public var userAgent: String?
        /// Hosts, or hosts with their ports, whose certificates are taken as they are.
        public var trustedHosts: Set<String>

        public init(networkTimeout: UInt32, userAgent: String?, trustedHosts: Set<String> = []) {
            self.networkTimeout = networkTimeout
            self.userAgent = userAgent
            self.trustedHosts = trustedHosts
        }
    }

    /// What it is told.
    public struct Task: Codable, Sendable {
        public var order: ExportOrder
        /// What is opened: the order's URI, with a login where its server wants one. It is never shown.
        public var address: String
        public var settings: Settings

        public init(order: ExportOrder, address: String, settings: Settings) {
            self.order = order
            self.address = address
            self.settings = settings
        }
    }

    /// How long nothing may move, in seconds.
    private static let patience = 30

    /// Runs the worker until its export has ended.
    ///
    /// - Returns: the exit status: 0 when it said how it ended.
    public static func run() async -> Int32 {
        yield()
        guard let line = readLine(strippingNewline: true),
            let task = try? JSONDecoder().decode(Task.self, from: Data(line.utf8))
        else { return 2 }
        // Not an order any more, but whatever its file holds decides from here on what this process does.
        if let problem = WorkerRights.renounce(for: task.order.uri) {
            // No report: it goes to the log of whoever listens.
            var line = "sockets could not be given up: \(problem)\n"
            line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
        let tell: @Sendable (ExportReport) -> Void = { report in
            send(report)
            switch report {
            // Nothing that is still open has anything left to say: taking it down would only take time.
            case .completed, .failed: _exit(0)
            default: break
            }
        }
        let exporter: RangeExporter
        do {
            try Gst.initialize()
            exporter = try await RangeExporter(task, report: tell)
        } catch let failure as ExportFailure {
            tell(.failed(failure.message))
            return 0
        } catch {
            tell(.failed("GStreamer could not start: \(error)."))
            return 0
        }
        let remove = exporter.remove
        await exporter.start()
        let activity = exporter.activity
        var turns = 0
        var last = (activity: Int?.none, progress: -1.0, quiet: 0)
        while true {
            guard isWanted(within: 200) else {
                if remove() { _exit(0) }
                // Too late: it is there, and that is said in this moment.
                while true { pause() }
            }
            let now = activity()
            last.quiet = now != nil && now == last.activity ? last.quiet + 1 : 0
            last.activity = now
            if last.quiet >= patience * 5, remove() {
                tell(
                    .failed(
                        "No progress for \(patience) s: \(task.order.uri) may be damaged, or its server slow."))
            }
            let progress = await exporter.progress
            turns += 1
            // Whoever listens hears that it is there.
            if progress > last.progress + 0.001 || turns % 25 == 0 {
                last.progress = progress
                send(.progress(progress))
            }
        }
    }

    /// Everything else on this machine comes first.
    private static func yield() {
        // Linux's schedulers of disks go by it, too.
        _ = nice(10)
        // Its end is the end of its input: then it leaves nothing behind. systemd tells every process of a service to stop.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    }

    /// Waits, and looks whether anybody still wants it: standard input is open, and says nothing.
    private static func isWanted(within milliseconds: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, milliseconds) > 0 else { return true }
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) > 0
    }

    private static func send(_ report: ExportReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard var line = try? encoder.encode(report) else { return }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    }
}
