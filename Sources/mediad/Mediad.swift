public import ArgumentParser
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Gst
internal import GstWorkarounds
public import Logging
internal import MediaExport
internal import PlayerEngine

/// The daemon's command line.
@main
struct Mediad: ParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "mediad",
        abstract: "Play media in the background, controlled over D-Bus.",
        discussion: """
            Usually started by systemd (systemctl --user start mediad) or by D-Bus activation. \
            Control it with mediactl, playerctl or any other MPRIS client.
            """,
        version: version)

    @Option(
        name: .customLong("config"), help: "Read this file instead of the default.",
        completion: .file(extensions: ["toml"]))
    var configurationPath: String?

    @Option(help: "Log messages of this level and above.")
    var logLevel: Logger.Level?

    @Flag(help: "Print the default configuration, with explanations.")
    var printConfig = false

    @Flag(help: "Check the configuration and print every error.")
    var checkConfig = false

    @Flag(help: .hidden)
    var exportWorker = false

    @Flag(help: .hidden)
    var pictureWorker = false

    func run() throws {
        // A file beyond a limit (`ulimit -f`, a quota) is an error of the one who writes it, like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        if exportWorker { throw ExitCode(try BlockingExecutor.run { await ExportWorker.run() }) }
        if pictureWorker { throw ExitCode(PictureWorker.run()) }
        Allocator.limitArenas(to: 2)
        Allocator.mapBlocks(beyond: 128 << 10)
        // If a standard stream were closed, the bus's socket would get its number, and with it the log.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        if printConfig {
            print(Configuration.defaultText, terminator: "")
            return
        }
        let environment = ProcessInfo.processInfo.environment
        let file =
            configurationPath.map { ConfigurationFile(path: $0) } ?? ConfigurationFile(environment: environment)
        var configuration = try read(file)
        if checkConfig {
            print(file.isThere ? "\(file.path) is valid." : "\(file.path) does not exist: the defaults apply.")
            if let confusion = file.confusion { print(confusion) }
            return
        }
        configuration.network.logins = HTTPLogins.read(environment: environment)
        let level = logLevel ?? configuration.log.level
        let writer = JournalLogHandler.writer(environment: environment)
        LoggingSystem.bootstrap { _ in
            var handler = JournalLogHandler(writer: writer, environment: environment)
            handler.logLevel = level
            return handler
        }
        let logger = Logger(label: "mediad")
        GLibMessages.route { logger.log(level: Logger.Level($0), "\($1)") }
        if let confusion = file.confusion { logger.warning("\(confusion)") }
        let (on, off) = Workaround.summary
        logger.debug("faults of other libraries that are worked around: \(on.isEmpty ? "none" : on)")
        logger.debug("faults that the libraries here do not have: \(off.isEmpty ? "none" : off)")
        let context = DaemonContext(
            configuration: configuration, environment: environment, logger: logger,
            notifier: SystemdNotifier(environment: environment))
        let code = try BlockingExecutor.run { await Daemon(context, file: file).run() }
        // The last lines often explain the exit. A reader that does not read them must not prevent it.
        writer.flush(within: 0.1)
        // Threads may still be closing displays and devices: the destructors of their libraries must not run beside them.
        _exit(code)
    }

    /// An error as lines for a terminal: it quotes names and the file, which may hold anything.
    static func shown(_ error: any Error) -> String {
        "\(error)".split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine() }
            .joined(separator: "\n")
    }

    private func read(_ file: ConfigurationFile) throws -> Configuration {
        do {
            // Loading GStreamer takes time, so only a check does it. A daemon reports a wrong sink when it opens it.
            return checkConfig ? try file.read(sinkProblem: Gst.problem(ofBin:)) : try file.read()
        } catch {
            var line = Self.shown(error) + "\n"
            line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            throw ExitCode(1)
        }
    }
}

extension Logger.Level {
    /// The level of the log for a level of GLib.
    fileprivate init(_ level: GLibMessages.Level) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .message: .notice
            case .warning: .warning
            case .critical: .error
            case .error: .critical
            }
    }
}

extension Logger.Level: ArgumentParser.ExpressibleByArgument {}
