/// A part of the player that decides about one subject: a value with private state in a folder of its own.
///
/// It knows neither the player nor another feature: it sees a ``Scene`` and asks with ``Requests``. Everything but
/// ``describe(into:)`` may be left out.
protocol Feature: Sendable {
    /// Anything may have changed, or the time that ``wakesAt(_:)`` named has come: derive what follows.
    mutating func follow(_ scene: Scene, _ requests: inout Requests)
    /// When ``follow(_:_:)`` must be called next if nothing else happens.
    func wakesAt(_ scene: Scene) -> MonotonicTime?
    /// Publishes what others go by.
    func describe(into published: inout Published)
}

extension Feature {
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {}
    func wakesAt(_ scene: Scene) -> MonotonicTime? { nil }
}

/// A feature that has to know what happened, beside what holds now.
protocol ListeningFeature: Feature {
    /// Playback did something.
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests)
    /// Somebody outside told something.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests)
}

extension ListeningFeature {
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {}
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {}
}

/// A feature that clients and people may ask for something.
protocol CommandedFeature: Feature {
    associatedtype Command: Sendable
    /// - Returns: the answer for the caller. A refused command changes nothing.
    mutating func handle(
        _ command: Command, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal>
}
