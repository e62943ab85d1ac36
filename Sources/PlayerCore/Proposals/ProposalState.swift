/// What the player keeps of the current item's proposal between two events.
struct ProposalState: Sendable {
    /// What it was made from; it is made anew when any of it changes.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var client: Proposal?
        var described: Proposal?
        var nextID: ItemID?
        var folder: String?
        /// The item repeats: nothing comes after it.
        var repeats = false
    }

    var source = Source()
    var machine = ProposalMachine()
    var proposal: Proposal?
    /// What would be played, with the id it will have in the queue.
    var item: QueueItem?
    /// Proposed by a client for this item.
    var client: (item: ItemID, proposal: Proposal)?
    /// Who wants nothing to be presented, by ticket.
    var inhibitors: [UInt32: String] = [:]
    var lastTicket: UInt32 = 0
    /// When everything was heard, while a decision is waited for.
    var endedAt: MonotonicTime?
    /// Somebody fell asleep over it: nothing is accepted by itself until somebody decides.
    var waitsForSomebody = false
    var armed: MonotonicTime?
}
