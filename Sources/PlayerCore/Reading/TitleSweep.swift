/// Goes through the whole queue, from the current entry on, for entries whose titles are not known.
struct TitleSweep: Sendable {
    /// How many entries are read before the player is told.
    static let batch = 32

    /// The queue that is gone through.
    private var items: [QueueItem] = []
    private var start = 0
    private var done = 0
    /// The entries that are being read.
    private var reading: [QueueItem] = []

    /// Whether entries are being read.
    var isReading: Bool { !reading.isEmpty }

    /// Takes the next entries to read; begins again if the queue changed.
    mutating func next(in scene: Scene, where isWanted: (QueueItem) -> Bool) -> [QueueItem] {
        // The same storage, as it is without edits, compares equal at once.
        if scene.items != items {
            items = scene.items
            start = scene.queue.currentIndex ?? 0
            done = 0
        }
        // No more than can be remembered.
        let end = min(items.count, ItemMemory.mostTitles)
        while done < end, reading.count < Self.batch {
            let item = items[(start + done) % items.count]
            done += 1
            if isWanted(item) { reading.append(item) }
        }
        return reading
    }

    /// The entries were read.
    mutating func finish() { reading = [] }
}
