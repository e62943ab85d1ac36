import Foundation
import TestSupport
import Testing

/// A sound server with one sink, `rec`, that plays nowhere and can be listened to.
final class SoundServer {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case pulseAudio = "PulseAudio"
        /// As desktops have it: programs speak PulseAudio's protocol.
        case pipeWirePulse = "PipeWire by pipewire-pulse"
        /// Programs speak PipeWire's own protocol.
        case pipeWire = "PipeWire by pipewiresink"

        /// PipeWire 0.3.65's own sink starts with a stutter and never tells that its server is gone, whoever feeds it;
        /// mediad prefers the PulseAudio protocol, which PipeWire speaks too.
        static let dependable = [pulseAudio, pipeWirePulse]

        var testDescription: String { rawValue }

        /// Of the recording: the server's own, so that nothing is resampled on the way to it.
        var rate: Int { self == .pulseAudio ? 44_100 : 48_000 }

        var configuration: String {
            "[audio]\nsink = \"\(self == .pipeWire ? "pipewiresink" : "auto")\"\n[video]\nsink = \"none\"\n"
        }
    }

    let kind: Kind
    private let environment: [String: String]
    private var processes: [ChildProcess] = []

    /// Starts it and waits until it plays.
    init(_ kind: Kind, environment: [String: String]) throws {
        self.kind = kind
        var environment = environment
        // Warnings of theirs are not ours to judge.
        environment["G_DEBUG"] = nil
        self.environment = environment
        try start()
    }

    func start() throws {
        let runtime = environment["XDG_RUNTIME_DIR"] ?? "/tmp"
        // The server and its first client would both make it.
        try FileManager.default.createDirectory(
            atPath: "\(runtime)/pulse", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if kind == .pulseAudio {
            processes = [
                try Self.promptly(
                    "pulseaudio",
                    [
                        "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
                        "--high-priority=no", "--load=module-null-sink sink_name=rec rate=44100",
                        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(runtime)/pulse/native",
                    ], environment: environment)
            ]
        } else {
            processes = [try Self.promptly("pipewire", environment: environment)]
            try wait("PipeWire's socket") { FileManager.default.fileExists(atPath: "\(runtime)/pipewire-0") }
            processes.append(try Self.promptly("wireplumber", environment: environment))
            processes.append(try Self.promptly("pipewire-pulse", environment: environment))
            try wait("pipewire-pulse") { try self.pactl("info") }
            _ = try pactl("load-module", "module-null-sink", "sink_name=rec", "media.class=Audio/Sink")
        }
        try wait("the sink") { try self.pactl("get-sink-volume", "rec") }
    }

    /// Starts it with the priority that desktops give their sound servers, where that is allowed: a server that has to
    /// wait for other tests would leave gaps in recordings that are not mediad's.
    static func promptly(
        _ name: String, _ arguments: [String] = [], environment: [String: String]
    ) throws -> ChildProcess {
        try ChildProcess("nice", ["-n", "-11", name] + arguments, environment: environment)
    }

    private func pactl(_ arguments: String...) throws -> Bool {
        try ChildProcess.run("pactl", arguments, environment: environment).end == .exited(0)
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = Moment.now + 15
        while try !condition() {
            guard Moment.now < deadline else {
                throw Failure("no \(what); \(processes.map { $0.errors.text }.joined())")
            }
        }
    }

    /// Ends it at once, like a crash.
    func kill() {
        for process in processes { process.signal(SIGKILL) }
        for process in processes { _ = try? process.waitForEnd(within: 3) }
        // What a killed server leaves is no server.
        let runtime = environment["XDG_RUNTIME_DIR"] ?? "/tmp"
        for name in ["pulse/native", "pipewire-0", "pipewire-0.lock", "pipewire-0-manager"] {
            try? FileManager.default.removeItem(atPath: "\(runtime)/\(name)")
        }
    }

    /// Lets it hang: it takes what it is sent and answers nothing.
    func suspend() { for process in processes { process.signal(SIGSTOP) } }

    /// Lets only the first of its processes hang: PipeWire behind pipewire-pulse, which goes on answering.
    func suspendCore() { processes.first?.signal(SIGSTOP) }

    func resume() { for process in processes { process.signal(SIGCONT) } }

    func stop() { for process in processes.reversed() { process.stop() } }

    /// - Parameter sink: the one that is listened to.
    func record(_ sink: String = "rec") throws -> Recording {
        try Recording(of: sink, rate: kind.rate, environment: environment)
    }

    /// Adds a sink that plays nowhere.
    func add(_ sink: String) throws {
        let kindOfSink = kind == .pulseAudio ? "rate=44100" : "media.class=Audio/Sink"
        _ = try pactl("load-module", "module-null-sink", "sink_name=\(sink)", kindOfSink)
        try wait("the sink \(sink)") { try self.pactl("get-sink-volume", sink) }
    }

    /// Takes a sink away, as if it were unplugged.
    func unplug(_ sink: String) throws {
        let modules = try ChildProcess.run("pactl", ["list", "short", "modules"], environment: environment).output
        let line = modules.split(separator: "\n").first {
            $0.contains("sink_name=\(sink) ") || $0.hasSuffix("=\(sink)")
        }
        guard let number = line?.split(separator: "\t").first else {
            throw Failure("no module for \(sink): \(modules)")
        }
        _ = try pactl("unload-module", String(number))
    }

    func makeDefault(_ sink: String) throws { _ = try pactl("set-default-sink", sink) }
}
