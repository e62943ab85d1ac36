extension PlayerCommand {
    /// Commands for proposals.
    public enum Proposals: Hashable, Sendable {
        /// Proposes an item to play after the current one.
        case propose(Proposal)
        case withdraw
        case accept
        case reject
        case deferDecision
        /// Plays it as what comes next, also before it is presented.
        case goOn
        /// Stops, and makes it the item that Play begins.
        case stop
        /// Holds back the presentation until it is released; with the name of the client.
        case inhibit(String)
        case release(UInt32)
    }
}

extension PlayerNotice {
    /// Notices about a proposal.
    public enum Proposals: Hashable, Sendable {
        case presented
        case accepted(AcceptanceCause)
        case rejected
        case deferred
    }
}
