/// The state of the proposal of one item, derived from the position and from people's decisions.
///
/// At most one is presented. A rejected proposal stays with its item and does not come back. A deferred one is hidden
/// and presented again at the end. Going back before its point withdraws it and schedules it again.
public struct ProposalMachine: Hashable, Sendable {
    /// In the contract's words.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case none, scheduled, presented, accepted, rejected, deferred
    }

    /// The position of playback relative to the proposal's point.
    public enum Place: Hashable, Sendable {
        case before
        case behind
        /// The item was heard to its end.
        case end
    }

    public private(set) var state = State.none

    public init() {}

    /// There is another proposal, or none any more.
    public mutating func replace(hasProposal: Bool) { state = hasProposal ? .scheduled : .none }

    /// Playback reached a place.
    ///
    /// - Parameter isHeldBack: whether nothing may be presented now.
    /// - Returns: whether the proposal is presented now and was not before.
    public mutating func moved(to place: Place, isHeldBack: Bool) -> Bool {
        switch (state, place) {
        case (.scheduled, .behind), (.scheduled, .end), (.deferred, .end):
            guard !isHeldBack else { return false }
            state = .presented
            return true
        case (.presented, .before), (.deferred, .before):
            state = .scheduled
        case (.presented, _) where isHeldBack:
            state = .scheduled
        case (.none, _), (.accepted, _), (.rejected, _), (.scheduled, .before), (.presented, _), (.deferred, .behind):
            break
        }
        return false
    }

    /// - Parameter isEarly: whether one that is not presented yet can be accepted, too.
    /// - Returns: whether there was something to decide; otherwise nothing changed.
    public mutating func accept(isEarly: Bool = false) -> Bool {
        if isEarly, state == .scheduled { state = .presented }
        return decide(.accepted)
    }
    /// See ``accept(isEarly:)``.
    public mutating func reject() -> Bool { decide(.rejected) }

    /// Hides the proposal; it is presented again at the end.
    ///
    /// - Returns: whether it was presented.
    public mutating func deferDecision() -> Bool {
        guard state == .presented else { return false }
        state = .deferred
        return true
    }

    private mutating func decide(_ decision: State) -> Bool {
        guard state == .presented || state == .deferred else { return false }
        state = decision
        return true
    }
}
