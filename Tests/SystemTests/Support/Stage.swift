import DBusKit
import Foundation
import TestSupport
import Testing

/// A private bus with the built mediad on it, and a client that listens.
final class Stage {
    /// Nothing is heard or seen, in real time.
    static let silent = """
        [audio]
        sink = "none"
        [video]
        sink = "none"
        [network]
        timeout = 2

        """

    let sandbox: Sandbox
    let bus: PrivateBus
    private(set) var daemon: Daemon
    private(set) var remote: Remote
    /// For clients of the bus.
    let environment: [String: String]
    private let started: [String: String]

    /// Waits until nothing has woken the daemon for two seconds.
    func waitForRest() throws {
        var last = (wakes: daemon.wakes, at: Moment.now)
        try remote.wait("two quiet seconds") {
            guard Moment.now > last.at + 2 else { return false }
            let before = last.wakes
            last = (daemon.wakes, Moment.now)
            return (0...1).contains(last.wakes - before)
        }
    }

    /// - Parameters:
    ///   - configuration: of `config.toml`; nil for none.
    ///   - extra: environment of the daemon alone.
    ///   - descriptors: open files for the daemon, as 3, 4, ….
    init(
        configuration: String? = Stage.silent, extra: [String: String] = [:], descriptors: [Int32] = [],
        in sandbox: Sandbox? = nil, bus: PrivateBus? = nil
    ) throws {
        self.sandbox = try sandbox ?? Sandbox()
        self.bus = try bus ?? PrivateBus(in: self.sandbox)
        if let configuration { try self.sandbox.writeConfiguration(configuration) }
        environment = self.sandbox.environment.merging(["DBUS_SESSION_BUS_ADDRESS": self.bus.address]) { $1 }
        started = environment.merging(extra) { $1 }
        let client = try BusClient(address: self.bus.address)
        daemon = try Daemon(environment: started, descriptors: descriptors)
        do {
            try Daemon.waitForNames(on: client)
        } catch {
            daemon.process.stop()
            throw Failure("\(error); mediad wrote:\n\(daemon.log)")
        }
        remote = try Remote(client)
    }

    /// Runs a test on a stage and clears up behind it; a failure shows what the daemon said.
    static func perform(
        configuration: String? = Stage.silent, extra: [String: String] = [:], descriptors: [Int32] = [],
        in sandbox: Sandbox? = nil, _ location: SourceLocation = #_sourceLocation, _ body: (Stage) throws -> Void
    ) throws {
        let stage = try Stage(configuration: configuration, extra: extra, descriptors: descriptors, in: sandbox)
        defer { stage.close() }
        do {
            try body(stage)
        } catch {
            Issue.record("\(error)\nmediad wrote:\n\(stage.daemon.log)", sourceLocation: location)
        }
        stage.daemon.finish(location)
    }

    /// Starts it again after it ended.
    func restart() throws {
        let client = try BusClient(address: bus.address)
        daemon = try Daemon(environment: started)
        try Daemon.waitForNames(on: client)
        remote = try Remote(client)
    }

    /// Starts it again after it ended, and returns how it ends by itself.
    func startAndFall() throws -> ChildProcess.End {
        daemon = try Daemon(environment: started)
        return try daemon.process.waitForEnd(within: 60)
    }

    func close() {
        daemon.process.stop()
        bus.stop()
        sandbox.remove()
    }

    /// Runs a program on this bus.
    func run(_ program: String, _ arguments: String..., within seconds: Double = 60) throws -> ChildProcess.Result {
        try ChildProcess.run(program, arguments, environment: environment, within: seconds)
    }
}
