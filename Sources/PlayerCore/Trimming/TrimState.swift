/// What the player keeps of trimming between two events.
struct TrimState: Sendable {
    var machine = TrimMachine()
    /// Whether the preview begins again at its end, instead of pausing at its beginning.
    var loops = false

    /// Whether an item is being trimmed now.
    var isOn: Bool { item != nil }

    /// What is being trimmed.
    var item: TrimMachine.Item? {
        if case .trimming(let item, _) = machine.state { item } else { nil }
    }

    /// The points that an item that is being trimmed is previewed with; nil for any other.
    func preview(of other: QueueItem?) -> TrimPoints? {
        guard case .trimming(let item, let points) = machine.state, item.id == other?.id,
            item.uri == other?.description.uri
        else { return nil }
        return points
    }
}
