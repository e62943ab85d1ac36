public import PlayerCore

/// An engine that is held to the contract.
public protocol EngineUnderTest: AnyObject {
    /// Where the engine finds a medium.
    func uri(of medium: ContractMedium) -> String

    /// Has the effects carried out in order; nothing happens in between.
    ///
    /// - Returns: the moment before.
    func perform(_ effects: [EngineEffect]) async -> MonotonicTime

    /// Waits for what is told next; nil when nothing came in so much time.
    func next(within limit: MediaTime) async -> Told?

    /// Lets so much time pass. What is told meanwhile waits for ``next(within:)``.
    func pass(_ time: MediaTime) async
}

/// What an engine told, and when.
public struct Told: Hashable, Sendable {
    public var event: EngineEvent
    public var moment: MonotonicTime

    public init(_ event: EngineEvent, at moment: MonotonicTime) {
        self.event = event
        self.moment = moment
    }
}

/// What the contract's cases play.
public enum ContractMedium: CaseIterable, Sendable {
    /// Sound alone.
    case sound
    /// Sound and pictures, with a key frame every two seconds at least.
    case film
    /// A file that is not there.
    case missing

    /// What is known of it once it is pre-rolled; the length counts to the ``Expected/tolerance``, the picture's shape is
    /// not compared. They are so long that a machine which stalls for seconds does not reach the end before its time.
    public var facts: PreparedItem? {
        switch self {
        case .sound: PreparedItem(duration: .init(nanoseconds: 12_000_000_000), isLive: false, hasVideo: false)
        case .film: PreparedItem(duration: .init(nanoseconds: 12_000_000_000), isLive: false, hasVideo: true)
        case .missing: nil
        }
    }

    /// Seconds.
    var length: Double { facts?.duration?.seconds ?? 0 }
}

extension PreparedItem {
    fileprivate init(duration: MediaTime, isLive: Bool, hasVideo: Bool) {
        self.init(duration: duration, isSeekable: true, isLive: isLive, hasVideo: hasVideo)
    }
}
