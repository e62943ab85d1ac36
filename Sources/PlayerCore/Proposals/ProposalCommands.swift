extension PlayerCommand {
    /// What anybody may ask of proposals.
    public enum Proposals: Hashable, Sendable {
        /// Of what to play after the current item.
        case propose(Proposal)
        case withdraw
        case accept
        case reject
        case deferDecision
        /// Nothing is presented until it is released; who wants that.
        case inhibit(String)
        case release(UInt32)
    }
}

extension PlayerNotice {
    /// What becomes of a proposal.
    public enum Proposals: Hashable, Sendable {
        case presented
        case accepted(AcceptanceCause)
        case rejected
        case deferred
    }
}
