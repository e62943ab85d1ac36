/// Which entries of the queue are to be read before their turn, and which one is being read.
///
/// One at a time, local files only: those around the current one, and those that clients looked at lately.
struct ReadingPlan: Sendable {
    /// An entry that is being read, then its picture fetched.
    struct Reading: Sendable {
        var item: QueueItem
        var findings: ItemFindings?
        /// Set while it is being fetched.
        var picture: ImageSource?
    }

    var reading: Reading?
    /// Entries that clients looked at; the latest are last.
    private(set) var seen: [QueueItem] = []
    /// Read since clients were last told that the queue shows more.
    var untold: Set<ItemID> = []
    /// The picture file that was looked at last.
    var lastPicture: (source: ImageSource, uri: String?)?

    /// What is to be read, the first last.
    private var waiting: [QueueItem] = []
    /// The queue's revision that ``waiting`` was made for; nil when it is to be made anew.
    private var revision: UInt64?

    /// How many entries are read after the current one, in the order of playing.
    static let ahead = 20
    /// And on either side of it, in the order in which people see them.
    static let around = 10
    private static let mostSeen = 200
    /// Clients are told after so many at the latest.
    static let batch = 25

    /// A client looked at these.
    mutating func look(at items: [QueueItem]) {
        let items = items.suffix(Self.mostSeen)
        let ids = Set(items.map(\.id))
        seen = Array((seen.filter { !ids.contains($0.id) } + items).suffix(Self.mostSeen))
        revision = nil
    }

    /// Takes the next entry to read; the plan is made anew when the queue changed.
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

    /// Nothing of the old queue is to be read any more.
    mutating func reset() {
        seen = []
        untold = []
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
