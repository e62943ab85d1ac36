internal import DBusKit
internal import PlayerCore

/// How one service of the session or the system is asked to inhibit something, and told that this is over.
///
/// A granted inhibition is a single value of D-Bus, here called its token. It ends with ``release(_:)``, with the token
/// itself where that is an open file, and in any case with the connection over which it was asked for.
protocol InhibitionService: Sendable {
    /// The well-known name.
    var name: String { get }
    /// What it can inhibit at all.
    var capabilities: Inhibition { get }
    /// The type of the token that its only answer is.
    var tokenType: String { get }
    /// Signals by which the service takes back what it granted; nil where there are none.
    var withdrawals: BusMatch? { get }

    /// The call that asks for `what`, none of it beyond ``capabilities``.
    func request(_ what: Inhibition) -> BusRequest
    /// The call that gives a token back; nil where dropping it is enough.
    func release(_ token: DBusValue) -> BusRequest?
    /// Whether a signal that matches ``withdrawals`` takes the token back.
    func withdraws(_ signal: BusSignalMessage, _ token: DBusValue) -> Bool
}

extension InhibitionService {
    var withdrawals: BusMatch? { nil }
    func withdraws(_: BusSignalMessage, _: DBusValue) -> Bool { false }
}
