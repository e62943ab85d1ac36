internal import FoundationEssentials
internal import Glibc
internal import Gst
public import PlayerCore

/// The process that exports one item. It reads its task from standard input as a line of JSON, and writes reports to
/// standard output, each as a line of JSON.
///
/// It is a separate process, because the threads of GStreamer and GLib come from pools that the player would share.
/// In this process all threads yield to playback, and a file that crashes a decoder ends only this process. When
/// standard input is closed, which includes the death of the parent process, the worker ends and leaves no files
/// behind.
public enum ExportWorker {
    /// Settings for access to network sources.
    public struct Settings: Codable, Sendable {
        /// The timeout in seconds.
        public var networkTimeout: UInt32
        /// Nil: the default of GStreamer.
        public var userAgent: String?
        /// Hosts, or hosts with ports, whose certificates are not checked.
        public var trustedHosts: Set<String>
        /// Whether what items on public servers name may be on this machine or in a private network.
        public var reachesLocalAddresses: Bool

        public init(
            networkTimeout: UInt32, userAgent: String?, trustedHosts: Set<String> = [],
            reachesLocalAddresses: Bool = false
        ) {
            self.reachesLocalAddresses = reachesLocalAddresses
            self.networkTimeout = networkTimeout
            self.userAgent = userAgent
            self.trustedHosts = trustedHosts
        }
    }

    /// The input of the worker.
    public struct Task: Codable, Sendable {
        public var order: ExportOrder
        /// The URI that is opened: the order's URI, with a login if the server requires one. It is never shown.
        public var address: String
        public var settings: Settings

        public init(order: ExportOrder, address: String, settings: Settings) {
            self.order = order
            self.address = address
            self.settings = settings
        }
    }

    /// The time without progress after which the export fails, in seconds.
    private static let patience = 30

    /// Runs the worker until its export has ended.
    ///
    /// - Returns: the exit status: 0 if the result was reported.
    public static func run() async -> Int32 {
        yield()
        guard let line = readLine(strippingNewline: true),
            let task = try? JSONDecoder().decode(Task.self, from: Data(line.utf8))
        else { return 2 }
        // From here on, the contents of the source may control this process.
        let folder = PartFile.folder(of: task.order.path)
        let hasNetwork = !WorkerRights.isLocal(task.order.uri)
        for problem in WorkerRights.renounce(hasNetwork: hasNetwork, writingIn: folder) {
            // Not a report: the parent process logs the line.
            var line = "\(problem)\n"
            line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
        let tell: @Sendable (ExportReport) -> Void = { report in
            send(report)
            switch report {
            // Open resources need no cleanup, which would only take time.
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
                // Too late: the file is complete, which is being reported at this time.
                while true { pause() }
            }
            let now = activity()
            last.quiet = now != nil && now == last.activity ? last.quiet + 1 : 0
            last.activity = now
            if last.quiet >= patience * 5, remove() {
                tell(
                    .failed(
                        "No progress for \(patience) s: \(task.order.uri) may be damaged, or its server may be slow."))
            }
            let progress = await exporter.progress
            turns += 1
            // Regular reports show the parent process that the worker is alive.
            if progress > last.progress + 0.001 || turns % 25 == 0 {
                last.progress = progress
                send(.progress(progress))
            }
        }
    }

    /// Gives precedence to everything else on this machine.
    private static func yield() {
        // Linux's I/O schedulers also use the nice value.
        _ = nice(10)
        // The worker stops at the end of its input, and leaves nothing behind. systemd sends SIGTERM to all processes.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1] { signal(number, SIG_IGN) }
    }

    /// Waits, and returns whether the export is still wanted: standard input is open and silent.
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
