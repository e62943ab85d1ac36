/// The item that is prepared beside the current one.
struct Preload: Sendable {
    /// How the queue moves when it starts.
    enum Step: Hashable, Sendable {
        /// The current item again.
        case same
        /// The next item, jumping over this many that cannot be played.
        case forward(skipping: Int)
    }

    var generation: Generation
    var id: ItemID
    var step: Step
    var request: ItemRequest
    var facts = ItemFacts()
    var timing = PipelineTiming()
    /// What its pipeline leaves out and silences.
    var told = SegmentState.EditsTold()
}
