internal import DBusKit
internal import PlayerCore

/// A service of the session or the system that can inhibit something.
///
/// A granted inhibition is represented by a D-Bus value, the token. It ends with ``release(_:)``, with the token
/// itself if that is an open file, and in any case with the connection that requested it.
protocol InhibitionService: Sendable {
    /// The well-known name.
    var name: String { get }
    /// What the service can inhibit.
    var capabilities: Inhibition { get }
    /// The type of the token, the only value in the reply.
    var tokenType: String { get }
    /// Signals that report the withdrawal of an inhibition; nil if there are none.
    var withdrawals: BusMatch? { get }

    /// The call that requests `what`, which never exceeds ``capabilities``.
    func request(_ what: Inhibition) -> BusRequest
    /// The call that returns a token; nil if releasing it is sufficient.
    func release(_ token: DBusValue) -> BusRequest?
    /// Whether a signal that matches ``withdrawals`` withdraws the token.
    func withdraws(_ signal: BusSignalMessage, _ token: DBusValue) -> Bool
}

extension InhibitionService {
    var withdrawals: BusMatch? { nil }
    func withdraws(_: BusSignalMessage, _: DBusValue) -> Bool { false }
}
