import Foundation

/// A message bus of its own, and mediactl on it.
final class PrivateBus {
    /// What a command did.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Where the built programs are: beside the tests.
    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    let address: String
    private let daemon: ChildProcess

    init() throws {
        daemon = try ChildProcess(
            "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nosyslog", "--print-address=1"], environment: [:])
        address = daemon.output.next() ?? ""
    }

    deinit { daemon.stop() }

    /// Starts a command on this bus.
    ///
    /// - Parameters:
    ///   - terminal: the path of the terminal it draws on.
    ///   - environment: what its environment has besides.
    func start(
        _ arguments: [String], input: String = "", terminal: String? = nil, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            Self.products.appendingPathComponent("mediactl").path, arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
                .merging(environment) { $1 }, input: input, terminal: terminal)
    }

    /// Runs a command to its end.
    func mediactl(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = try start(arguments, input: input, environment: environment)
        let output = process.output.rest()
        let errors = process.errors.rest()
        return Outcome(status: process.wait(), output: output, errors: errors)
    }
}
