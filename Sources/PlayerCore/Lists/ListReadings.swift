/// Decides which items of the queue are read as lists, which faults wait for that, and what the results mean.
///
/// It changes only itself. Its owner has the items read that ``takeTurns()`` returns.
struct ListReadings: Sendable {
    /// The maximum nesting depth of lists.
    static let deepest = 8
    /// The maximum number of entries that a list may bring into the queue, including those of all lists inside it.
    static let mostEntries = 100_000
    /// The maximum number of lists that wait to be read before their turn to play. Further lists are read when their
    /// turn comes.
    static let mostWaiting = 100
    /// How many are read at a time. An item whose turn to play has come is read in addition.
    private static let atOnce = 2

    /// An item that is being read or waits to be read.
    private struct Reading: Sendable {
        var uri: String
        var isAsked = false
        /// The fault of its pipeline, if it failed meanwhile.
        var fault: (generation: Generation, fault: PlaybackFault)?
    }

    private var readings: [ItemID: Reading] = [:]
    /// The ids of ``readings`` that were not requested yet, the next one first.
    private var waiting: [ItemID] = []
    /// Items that were read and are not lists.
    private var others: Set<ItemID> = []
    /// Items that could be neither played nor read. They are tried again when a client asks for an item explicitly.
    private var unread: Set<ItemID> = []
    private var origins: [ItemID: ListOrigin] = [:]
    /// The number of entries from each list that a client added.
    private var counts: [ItemID: Int] = [:]

    /// Items were put into the queue: those with names of lists are read soon.
    mutating func inserted(_ items: some Sequence<QueueItem>) {
        for item in items where ListName.isWorthReadingAhead(item.description.uri) {
            guard waiting.count < Self.mostWaiting else { return }
            want(item)
        }
    }

    /// An item's turn to play has come, or nearly: it is read now if it has the name of a list.
    ///
    /// - Returns: whether it must be read.
    @discardableResult
    mutating func reached(_ item: QueueItem) -> Bool {
        guard ListName.isLikely(item.description.uri), isUnknown(item.id) else { return false }
        want(item, isUrgent: true)
        return true
    }

    /// An item's pipeline failed. The fault waits if the item may be a list.
    ///
    /// - Parameter fault: a fault that cannot be caused by a list starts no reading.
    /// - Returns: whether the fault waits.
    mutating func failed(_ item: QueueItem, _ generation: Generation, _ fault: PlaybackFault) -> Bool {
        guard isUnknown(item.id) else { return false }
        if readings[item.id] == nil {
            guard Self.isOfLists(fault.code), ListName.isReadable(item.description.uri) else { return false }
        }
        want(item, isUrgent: true)
        readings[item.id]?.fault = (generation, fault)
        return true
    }

    /// Whether GStreamer reports such a fault for a list: an unknown type, or one that nothing plays.
    private static func isOfLists(_ code: PlaybackFault.Code) -> Bool {
        switch code {
        case .containerUnknown, .containerBroken, .containerMissingPlugin, .decoderMissing, .noStreams: true
        default: false
        }
    }

    /// Whether an item is being read or waits to be read.
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

    /// The item whose turn has come: it is read at once, however many others are being read.
    private var urgent: ItemID?

    /// Returns the items that must be read now.
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
    /// - Returns: the fault of its pipeline that waited for the answer; `isKnown` is false if the answer is no longer
    ///   expected.
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

    // MARK: Results

    /// Returns the entries that may replace their list, at least one, or why there are none.
    ///
    /// - Parameter room: how many entries the queue can take.
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
        // The list itself leaves its place.
        let left = Self.mostEntries - (parent.map { (counts[$0.root] ?? 1) - 1 } ?? 0)
        return .success(Array(known.prefix(max(1, min(left, room)))))
    }

    /// The entries of a list replaced it.
    mutating func expanded(_ item: QueueItem, into ids: [ItemID]) {
        let parent = origins[item.id]
        let origin = ListOrigin(uri: item.description.uri, item: item.id, in: parent)
        forget([item.id])
        counts[origin.root, default: 0] += ids.count - (parent == nil ? 0 : 1)
        for id in ids { origins[id] = origin }
    }

    // MARK: Removal

    /// Forgets items that left the queue or have another address.
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

    /// A client asked for an item explicitly: unreadable items may be tried again.
    mutating func beginAnew() { unread = [] }

    /// Forgets the old queue entirely.
    mutating func forgetAll() { self = ListReadings() }
}
