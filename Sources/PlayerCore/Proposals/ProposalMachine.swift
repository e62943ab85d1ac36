/// What became of the proposal of one item: computed from where playback is and what people decided.
///
/// At most one is presented. A rejected one stays with its item and does not come back; a deferred one hides and comes
/// again at the end; going back before its point withdraws it and arms it again.
public struct ProposalMachine: Hashable, Sendable {
    /// In the contract's words.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case none, scheduled, presented, accepted, rejected, deferred
    }

    /// Where playback is, seen from the proposal's point.
    public enum Place: Hashable, Sendable {
        case before
        case behind
        /// Everything was heard.
        case end
    }

    public private(set) var state = State.none

    public init() {}

    /// There is another proposal, or none any more.
    public mutating func replace(hasProposal: Bool) { state = hasProposal ? .scheduled : .none }

    /// Playback is here now.
    ///
    /// - Parameter isHeldBack: nothing may be presented now.
    /// - Returns: whether it is presented from now on, and was not before.
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

    /// - Returns: whether there was something to decide about; else nothing changed.
    public mutating func accept() -> Bool { decide(.accepted) }
    /// See ``accept()``.
    public mutating func reject() -> Bool { decide(.rejected) }

    /// Hides it; it comes again at the end.
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
