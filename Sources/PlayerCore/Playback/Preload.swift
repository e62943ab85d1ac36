/// The item that is prepared beside the current one.
struct Preload: Sendable {
    /// How the queue moves when it starts.
    enum Step: Equatable, Sendable {
        /// The current item again.
        case same
        /// The next item, skipping this many that cannot be played.
        case forward(skipping: Int)
        /// The proposed item, which is not in the queue yet.
        case proposed(QueueItem)
        /// An interstitial of the current item.
        case interstitial(Break)
        /// Another asset of the interstitial that plays.
        case asset(Int)
        /// The position at which the queue's current item resumes after an interstitial.
        case back(MediaTime)

        /// Whether the queue's current item stays the same.
        var isWithinItem: Bool {
            switch self {
            case .interstitial, .asset, .back: true
            case .same, .forward, .proposed: false
            }
        }

        static func == (left: Step, right: Step) -> Bool {
            switch (left, right) {
            case (.same, .same): true
            case (.forward(let left), .forward(let right)): left == right
            case (.proposed(let left), .proposed(let right)): left.id == right.id
            case (.interstitial(let left), .interstitial(let right)): left.id == right.id
            case (.asset(let left), .asset(let right)): left == right
            case (.back(let left), .back(let right)): left == right
            case (.same, _), (.forward, _), (.proposed, _), (.interstitial, _), (.asset, _), (.back, _): false
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
    var edits = SentEdits()
}
