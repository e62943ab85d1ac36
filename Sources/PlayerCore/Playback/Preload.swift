/// The item that is prepared beside the current one.
struct Preload: Sendable {
    /// How the queue moves when it starts.
    enum Step: Equatable, Sendable {
        /// The current item again.
        case same
        /// The next item, jumping over this many that cannot be played.
        case forward(skipping: Int)
        /// What was proposed, which is not in the queue yet.
        case proposed(QueueItem)

        static func == (left: Step, right: Step) -> Bool {
            switch (left, right) {
            case (.same, .same): true
            case (.forward(let left), .forward(let right)): left == right
            case (.proposed(let left), .proposed(let right)): left.id == right.id
            case (.same, _), (.forward, _), (.proposed, _): false
            }
        }
    }

    var generation: Generation
    var id: ItemID
    var step: Step
    var request: ItemRequest
    var facts = ItemFacts()
    var timing = PipelineTiming()
    /// What its pipeline leaves out and silences.
    var told = EditsTold()
}
