/// The entries of the queue to read before their turn, and the one that is being read.
///
/// One at a time, local files only: those around the current one, and those that clients displayed recently.
struct ReadingPlan: Sendable {
    /// An entry that is being read, and whose picture is then fetched.
    struct Reading: Sendable {
        var item: QueueItem
        var findings: ItemFindings?
        /// Set while it is being fetched.
        var picture: ImageSource?
    }

    var reading: Reading?
    /// The entries that clients displayed; the most recent are last.
    private(set) var seen: [QueueItem] = []
    /// The entries that were read since clients were last notified.
    var unsent: Set<ItemID> = []
    /// The picture file that was fetched last.
    var lastPicture: (source: ImageSource, uri: String?)?

    /// The entries to read, the next one last.
    private var waiting: [QueueItem] = []
    /// The revision of the queue for which ``waiting`` was built; nil if it must be rebuilt.
    private var revision: UInt64?

    /// How many entries are read after the current one, in playing order.
    static let ahead = 20
    /// How many entries are read on either side of it, in display order.
    static let around = 10
    private static let mostSeen = 200
    /// Clients are notified after this many entries at the latest.
    static let batch = 25

    /// A client displayed these entries.
    mutating func look(at items: [QueueItem]) {
        let items = items.suffix(Self.mostSeen)
        let ids = Set(items.map(\.id))
        seen = Array((seen.filter { !ids.contains($0.id) } + items).suffix(Self.mostSeen))
        revision = nil
    }

    /// Takes the next entry to read; the plan is rebuilt if the queue changed.
    mutating func next(in scene: Scene, where isWanted: (QueueItem) -> Bool) -> QueueItem? {
        if revision != scene.queue.revision {
            waiting = plan(for: scene).reversed()
            revision = scene.queue.revision
        }
        while let item = waiting.popLast() {
            if isWanted(item) { return item }
        }
        return nil
    }

    /// Drops the entries of the old queue.
    mutating func reset() {
        seen = []
        unsent = []
        revision = nil
    }

    private func plan(for scene: Scene) -> [QueueItem] {
        let queue = scene.queue
        guard let current = queue.currentIndex else { return [] }
        var plan = [queue.items[current]]
        if let round = queue.shuffle {
            let rest = round.order[(round.cursor + 1)...].prefix(Self.ahead)
            plan += rest.compactMap { scene.index(of: $0) }.map { queue.items[$0] }
        } else {
            plan += queue.items[(current + 1)...].prefix(Self.ahead)
        }
        let first = max(0, current - Self.around)
        plan += queue.items[first..<min(queue.items.count, current + Self.around + 1)]
        plan += seen.filter { scene.isInQueue($0.id) }
        var known: Set<ItemID> = []
        return plan.filter { known.insert($0.id).inserted }
    }
}
