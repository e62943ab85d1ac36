/// What may be played after the current item, before anybody decided.
public struct Proposal: Hashable, Sendable {
    /// Who says so; the first that has one counts.
    public enum Source: Int, Hashable, Sendable, Comparable {
        /// A client proposed it.
        case client
        /// The item's description, or the sidecar beside it.
        case description
        /// The next entry of the queue.
        case queue
        /// The next episode, found beside a local file.
        case folder

        public static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }

        /// Whether somebody meant it, and not the player guessed it.
        var isExplicit: Bool { self <= .description }
    }

    public var source: Source
    public var description: MediaDescription
    /// In the current item; negative counts from its end, nil and 0: at closing credits that nothing follows, else as
    /// ``ProposalTiming`` says.
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
