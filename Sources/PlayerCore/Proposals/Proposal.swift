/// An item that may be played after the current one, before a decision.
public struct Proposal: Hashable, Sendable {
    /// The source of the proposal; the first source that has one takes precedence.
    public enum Source: Int, Hashable, Sendable, Comparable {
        /// A client's proposal.
        case client
        /// The item's description, or its sidecar.
        case description
        /// The next entry of the queue.
        case queue
        /// The next episode, found beside a local file.
        case folder

        public static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }

        /// Whether the proposal was stated rather than guessed by the player.
        var isExplicit: Bool { self <= .description }
    }

    public var source: Source
    public var description: MediaDescription
    /// In the current item; negative values count from its end. Nil and 0: at closing credits after which nothing
    /// follows, otherwise according to ``ProposalTiming``.
    public var presentAt: MediaTime?
    /// Seconds from the end of the item to automatic acceptance: negative before it, positive after it; NaN: never.
    public var automaticAcceptanceInterval: Double

    public init(
        source: Source, description: MediaDescription, presentAt: MediaTime? = nil,
        automaticAcceptanceInterval: Double = .nan
    ) {
        self.source = source
        self.description = description
        self.presentAt = presentAt
        self.automaticAcceptanceInterval = automaticAcceptanceInterval
    }

    // NaN is a value here: "never" equals "never".
    public static func == (left: Proposal, right: Proposal) -> Bool {
        left.source == right.source && left.description == right.description && left.presentAt == right.presentAt
            && left.automaticAcceptanceInterval.bitPattern == right.automaticAcceptanceInterval.bitPattern
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(description)
        hasher.combine(presentAt)
        hasher.combine(automaticAcceptanceInterval.bitPattern)
    }
}
