import Foundation

/// A message bus that nobody else is on.
final class PrivateBus: Sendable {
    let address: String
    /// Folder of activation files.
    let services: String
    private let process: ChildProcess

    init(in sandbox: Sandbox) throws {
        services = "\(sandbox.directory)/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        // The session bus's rules and limits, without the system's activation files.
        try sandbox.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(sandbox.directory)/run/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(services)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
            </busconfig>
            """, to: "bus.conf")
        process = try ChildProcess(
            "dbus-daemon", ["--nofork", "--print-address", "--config-file=\(sandbox.directory)/bus.conf"],
            environment: sandbox.environment)
        address = try process.output.line("the bus's address", within: 10) { $0.hasPrefix("unix:") }
    }

    func stop() { process.stop() }
}
