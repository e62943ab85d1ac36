/// A part of the player that decides about one subject: a value with private state in a folder of its own.
///
/// It knows neither the player nor another feature: it sees a ``Scene`` and asks with ``Requests``. All methods but
/// ``describe(into:)`` are optional.
protocol Feature: Sendable {
    /// Derives what follows from the current state. Called when anything may have changed, and at the time that
    /// ``wakesAt(_:)`` returned.
    mutating func follow(_ scene: Scene, _ requests: inout Requests)
    /// When ``follow(_:_:)`` must be called next if nothing else happens.
    func wakesAt(_ scene: Scene) -> MonotonicTime?
    /// Publishes what other parts depend on.
    func describe(into published: inout Published)
}

extension Feature {
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {}
    func wakesAt(_ scene: Scene) -> MonotonicTime? { nil }
}

/// A feature that must know what happened, besides the current state.
protocol ListeningFeature: Feature {
    /// Playback did something.
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests)
    /// An event arrived from outside.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests)
}

extension ListeningFeature {
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {}
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {}
}

/// A feature with commands for clients and people.
protocol CommandedFeature: Feature {
    associatedtype Command: Sendable
    /// - Returns: the reply for the caller. A refused command changes nothing.
    mutating func handle(
        _ command: Command, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal>
}
