/// Where the queue's entries came from.
struct QueueOrigin: Sendable {
    /// Items that are read as lists.
    var lists = ListReadings()
    /// The list that the queue was made from.
    var playlist: String?
    /// The queue before this one, for an hour.
    var replaced: Playback.Replaced?
    /// A shorter queue before this one, until something of this one is heard.
    var unheard: Playback.Replaced?
    /// This queue before each time that its items were brought into another order, moved or removed, for an hour.
    var rearranged: [Playback.Replaced] = []
    /// What was added to this queue last, for an hour.
    var added: Playback.Added?
}

// Lists among the items of the queue: their entries replace them.
//
// An item with the name of a list is read as one while its pipeline is opened, so that an item that only has such a
// name (HLS) is not delayed. Any other item is read when its pipeline recognises nothing in it. In both cases a fault
// of the pipeline waits for the result of the reading.
extension Playback {
    /// Has the items read whose turn has come.
    mutating func settleLists() {
        for turn in origin.lists.takeTurns() {
            let item = queue.index(of: turn.id).map { queue.items[$0] }
            if let item { addHeaders(of: item) }
            outbox.outcome.effects.append(.reading(.readList(turn.id, turn.uri, namedBy: item?.description.list)))
        }
    }

    /// An item that may be a list was read.
    mutating func listRead(_ id: ItemID, _ uri: String, _ answer: ListAnswer, now: MonotonicTime) {
        let (isKnown, waiting) = origin.lists.answered(id, uri, answer)
        guard isKnown, let index = queue.index(of: id) else { return }
        let item = queue.items[index]
        switch answer {
        case .entries(let entries):
            let room = Queue.limit - queue.items.count + 1
            switch origin.lists.allowed(entries, of: item, room: room) {
            case .success(let allowed):
                if allowed.count < entries.count {
                    let left = entries.count - allowed.count
                    let count = left == 1 ? "an entry of the list is" : "\(left) entries of the list are"
                    outbox.outcome.logLines.append("\(uri): \(count) left out")
                }
                expand(item, at: index, into: allowed)
            case .failure(let fault): fail(item, fault, now: now)
            }
        case .failed(let fault): fail(item, fault, now: now)
        case .noList, .unread:
            if uri == origin.playlist { origin.playlist = nil }
            // The result for a pipeline other than the failed one is not known yet.
            if let waiting, waiting.generation == generation { fail(item, waiting.fault, now: now) }
        }
    }

    /// Replaces a list with its entries; if the list was current, its first entry becomes current.
    private mutating func expand(_ item: QueueItem, at index: Int, into entries: [ListEntry]) {
        let isCurrent = index == queue.currentIndex
        if preload?.id == item.id { dropPreload() }
        // What the list stood for cannot be put back beside its entries.
        origin.rearranged = []
        let ids = queue.expand(index, into: entries.map { $0.description.of(item.description) })
        origin.added?.expanded(item.id, into: ids)
        origin.lists.expanded(item, into: ids)
        forgetEntries([item.id])
        for (id, entry) in zip(ids, entries) where entry.duration != nil {
            self.entries.states[id, default: ItemState()].duration = entry.duration
        }
        notify(.itemsChanged(from: index, removed: 1, inserted: ids.count))
        // A requested start applies to the first entry.
        if isCurrent { enterCurrent(start: start > .zero ? start : nil) }
    }

    /// An item is an empty list, or cannot be played.
    private mutating func fail(_ item: QueueItem, _ fault: PlaybackFault, now: MonotonicTime) {
        if item.description.uri == origin.playlist { origin.playlist = nil }
        if queue.current?.id == item.id, generation != nil {
            fails(item, fault, now: now)
        } else if let preload, preload.id == item.id {
            preloadFails(preload, fault)
        } else {
            attempts.failures.insert(item.id)
            noteFailed(item, fault)
        }
    }
}
