internal import Foundation

/// A message bus of a test's own, with nothing on it and nothing to activate but what the test says.
public final class PrivateBus: Sendable {
    public let address: String
    /// The bus's own directory, removed with it.
    public let directory: String
    private let daemon: ChildProcess

    /// - Parameters:
    ///   - socket: the path of its socket; in ``directory`` where it is nil.
    ///   - services: directories of `.service` files for activation.
    public init(socket: String? = nil, services: [String] = []) throws {
        directory = NSTemporaryDirectory() + "mediad-bus-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        // The session bus's rules and limits, without the system's activation files.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(socket ?? directory + "/bus")</listen>
              <auth>EXTERNAL</auth>
            \(services.map { "  <servicedir>\($0)</servicedir>\n" }.joined())
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
            </busconfig>

            """
        try configuration.write(toFile: directory + "/bus.conf", atomically: true, encoding: .utf8)
        daemon = try ChildProcess(
            "dbus-daemon", ["--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"])
        address = try daemon.line()
    }

    deinit { stop() }

    /// For programs that are to find this bus.
    public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Ends the bus at once, as a crash would.
    public func stop() {
        daemon.kill()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
