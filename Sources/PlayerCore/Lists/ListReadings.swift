/// Which items of the queue are read as lists, which wait for that, and what came of it.
///
/// It changes only itself. Its owner has the items read that ``takeTurns()`` names.
struct ListReadings: Sendable {
    /// Lists inside of one another.
    static let deepest = 8
    /// Entries that a list may bring into the queue, with those of all lists inside of it.
    static let mostEntries = 100_000
    /// Lists that wait to be read before their turn comes to be played; later ones are read then.
    static let mostWaiting = 100
    /// How many are read at a time. One more is read when its turn has come to be played.
    private static let atOnce = 2

    /// An item that is read, or waits for that.
    private struct Reading: Sendable {
        var uri: String
        var isAsked = false
        /// Why its pipeline failed meanwhile, if it did.
        var fault: (generation: Generation, fault: PlaybackFault)?
    }

    private var readings: [ItemID: Reading] = [:]
    /// The ids of ``readings`` that were not asked yet, the next first.
    private var waiting: [ItemID] = []
    /// Items that were read and are no lists.
    private var others: Set<ItemID> = []
    /// Items that could be neither played nor read. They are tried again when somebody asks for something by name.
    private var unread: Set<ItemID> = []
    private var origins: [ItemID: ListOrigin] = [:]
    /// How many entries came of each list that somebody gave.
    private var counts: [ItemID: Int] = [:]

    /// Somebody put items into the queue: those that are called like lists are read soon.
    mutating func inserted(_ items: some Sequence<QueueItem>) {
        for item in items where ListName.isWorthReadingAhead(item.description.uri) {
            guard waiting.count < Self.mostWaiting else { return }
            want(item)
        }
    }

    /// An item's turn to be played has come, or nearly: it is read now if it is called like a list.
    ///
    /// - Returns: whether that is still open.
    @discardableResult
    mutating func reached(_ item: QueueItem) -> Bool {
        guard ListName.isLikely(item.description.uri), isUnknown(item.id) else { return false }
        want(item, isUrgent: true)
        return true
    }

    /// An item's pipeline failed. Its fault waits where the item may be a list.
    ///
    /// - Parameter fault: nothing is read for one that says that there is nothing to read.
    mutating func failed(_ item: QueueItem, _ generation: Generation, _ fault: PlaybackFault) -> Bool {
        guard isUnknown(item.id) else { return false }
        if readings[item.id] == nil {
            guard Self.isOfLists(fault.code), ListName.isReadable(item.description.uri) else { return false }
        }
        want(item, isUrgent: true)
        readings[item.id]?.fault = (generation, fault)
        return true
    }

    /// What GStreamer finds wrong with a list: it has no type that it knows, or one that nothing plays.
    private static func isOfLists(_ code: PlaybackFault.Code) -> Bool {
        switch code {
        case .containerUnknown, .containerBroken, .containerMissingPlugin, .decoderMissing, .noStreams: true
        default: false
        }
    }

    /// Whether an item is being read, or waits for that.
    func isOpen(_ id: ItemID) -> Bool { readings[id] != nil }

    private func isUnknown(_ id: ItemID) -> Bool { !others.contains(id) && !unread.contains(id) }

    private mutating func want(_ item: QueueItem, isUrgent: Bool = false) {
        if readings[item.id] == nil {
            readings[item.id] = Reading(uri: item.description.uri)
            waiting.append(item.id)
        }
        guard isUrgent, let index = waiting.firstIndex(of: item.id) else { return }
        waiting.remove(at: index)
        waiting.insert(item.id, at: 0)
        urgent = item.id
    }

    /// The item that somebody waits for: it is read at once, however many others are.
    private var urgent: ItemID?

    /// The items that are to be read now.
    mutating func takeTurns() -> [(id: ItemID, uri: String)] {
        var turns: [(id: ItemID, uri: String)] = []
        var asked = readings.values.count { $0.isAsked }
        while let id = waiting.first, asked < Self.atOnce || id == urgent {
            waiting.removeFirst()
            guard let uri = readings[id]?.uri else { continue }
            readings[id]?.isAsked = true
            asked += 1
            turns.append((id, uri))
        }
        urgent = nil
        return turns
    }

    /// An item was read.
    ///
    /// - Returns: the fault of its pipeline that waited for this; `isKnown` is false where nobody waits for the answer.
    mutating func answered(
        _ id: ItemID, _ uri: String, _ answer: ListAnswer
    ) -> (isKnown: Bool, fault: (generation: Generation, fault: PlaybackFault)?) {
        guard let reading = readings[id], reading.isAsked, reading.uri == uri else { return (false, nil) }
        readings[id] = nil
        switch answer {
        case .noList: others.insert(id)
        case .unread where reading.fault != nil: unread.insert(id)
        case .unread, .entries, .failed: break
        }
        return (true, reading.fault)
    }

    // MARK: What came of a list

    /// Of a list's entries those that may take its place, at least one; why there are none.
    ///
    /// - Parameter room: how many the queue takes.
    func allowed(_ entries: [ListEntry], of item: QueueItem, room: Int) -> Result<[ListEntry], PlaybackFault> {
        let uri = item.description.uri
        let parent = origins[item.id]
        guard (parent?.depth ?? 0) < Self.deepest else {
            return .failure(
                PlaybackFault(
                    .nothingPlayable,
                    "\(uri) is nested in \(Self.deepest) other lists, the maximum: play it directly."))
        }
        let known = entries.filter { $0.description.uri != uri && parent?.contains($0.description.uri) != true }
        guard !known.isEmpty else {
            return .failure(
                PlaybackFault(.nothingPlayable, "\(uri) is a list that only contains itself: correct its entries.")
            )
        }
        // The list's own place is free.
        let left = Self.mostEntries - (parent.map { (counts[$0.root] ?? 1) - 1 } ?? 0)
        return .success(Array(known.prefix(max(1, min(left, room)))))
    }

    /// A list's entries took its place.
    mutating func expanded(_ item: QueueItem, into ids: [ItemID]) {
        let parent = origins[item.id]
        let origin = ListOrigin(uri: item.description.uri, item: item.id, in: parent)
        forget([item.id])
        counts[origin.root, default: 0] += ids.count - (parent == nil ? 0 : 1)
        for id in ids { origins[id] = origin }
    }

    // MARK: Items that go

    /// These are not in the queue any more, or lead elsewhere.
    mutating func forget(_ ids: Set<ItemID>) {
        for id in ids {
            readings[id] = nil
            origins[id] = nil
            others.remove(id)
            unread.remove(id)
        }
        waiting.removeAll { ids.contains($0) }
        if origins.isEmpty { counts = [:] }
    }

    /// Somebody asked for something by name: what could not be read may be tried again.
    mutating func beginAnew() { unread = [] }

    /// Nothing of the old queue counts.
    mutating func forgetAll() { self = ListReadings() }
}
