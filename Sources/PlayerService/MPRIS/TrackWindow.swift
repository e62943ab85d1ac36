internal import PlayerCore

/// The part of the queue that TrackList shows, in the order of play: the context of the current item, as the specification recommends ("20
/// or so tracks"). It is stable, so that a step to the next item does not replace it.
struct TrackWindow {
    /// The changes of the window, in the order of their announcement.
    struct Change {
        var isReplaced = false
        var removed: [ItemID] = []
        /// The added items with their predecessors, nil at the start.
        var added: [(item: QueueItem, after: ItemID?)] = []
        var changed: [QueueItem] = []

        /// Whether `Tracks` is unchanged.
        var isEmpty: Bool { !isReplaced && removed.isEmpty && added.isEmpty }
    }

    private static let size = 21
    private static let margin = 3

    private(set) var items: [QueueItem] = []
    private var start = 0
    /// The announced state of each of the ``items``.
    private var told: [ItemID: Entry] = [:]

    /// The announced state of an entry.
    private struct Entry: Hashable {
        var metadata: ItemMetadata
        var duration: MediaTime?
        /// The revision of the chapters, which only the current item has.
        var revision: UInt64?
    }

    /// Treats the present state as announced.
    mutating func begin(with snapshot: PlayerSnapshot) {
        update(with: snapshot)
        for item in items { told[item.id] = entry(item, in: snapshot) }
    }

    /// Moves the window through the order of play, so that the current item is not near its ends.
    mutating func update(with snapshot: PlayerSnapshot) {
        let count = snapshot.items.count
        let last = max(0, count - Self.size)
        let current = snapshot.currentPlace ?? 0
        let isInside =
            (start == 0 || current >= start + Self.margin)
            && (start >= last || current < start + Self.size - Self.margin)
        if start > last || !isInside { start = min(last, max(0, current - Self.size / 2)) }
        items = snapshot.played(start..<min(count, start + Self.size))
    }

    /// Updates the window from one snapshot to the next.
    mutating func change(from old: PlayerSnapshot, to new: PlayerSnapshot, notices: [PlayerNotice]) -> Change {
        let isEdited = notices.contains { if case .itemsChanged = $0 { true } else { false } }
        var change = Change()
        if isEdited || old.currentIndex != new.currentIndex || old.round?.order != new.round?.order {
            let before = items
            update(with: new)
            change = Self.difference(from: before, to: items)
            if Self.isExpanded(notices), !change.isEmpty { change = Change(isReplaced: true) }
        }
        follow(from: old, to: new, &change)
        return change
    }

    /// Whether a playlist was replaced by its entries: a single replacement describes this better than individual
    /// changes.
    private static func isExpanded(_ notices: [PlayerNotice]) -> Bool {
        notices.contains { notice in
            if case .itemsChanged(_, removed: 1, let inserted) = notice { inserted > 1 } else { false }
        }
    }

    /// Adds entries whose known details have changed. The current item is excluded while its metadata is held.
    private mutating func follow(from old: PlayerSnapshot, to new: PlayerSnapshot, _ change: inout Change) {
        let isRead = old.memory.revision != new.memory.revision
        let isStep = old.current?.id != new.current?.id
        let described = Set(change.changed.map(\.id))
        for item in items {
            let (isCurrent, wasCurrent) = (item.id == new.current?.id, item.id == old.current?.id)
            let former = told[item.id]
            guard isRead || isCurrent || wasCurrent || former == nil || described.contains(item.id) else { continue }
            if isCurrent, new.isMetadataHeld, former != nil { continue }
            let entry = entry(item, in: new)
            told[item.id] = entry
            // Becoming or ceasing to be the current item is not a change of the entry.
            guard let former, former != entry, !(isStep && (isCurrent || wasCurrent)) else { continue }
            if !described.contains(item.id) { change.changed.append(item) }
        }
        if told.count > 2 * Self.size {
            let kept = Set(items.map(\.id))
            told = told.filter { kept.contains($0.key) }
        }
    }

    private func entry(_ item: QueueItem, in snapshot: PlayerSnapshot) -> Entry {
        let isCurrent = item.id == snapshot.current?.id
        return Entry(
            metadata: snapshot.metadata(of: item),
            duration: isCurrent ? snapshot.current?.duration : snapshot.itemStates[item.id]?.duration,
            revision: isCurrent ? snapshot.chapters.revision : nil)
    }

    private static func difference(from old: [QueueItem], to new: [QueueItem]) -> Change {
        var change = Change()
        let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let kept = Set(new.map(\.id))
        change.removed = old.map(\.id).filter { !kept.contains($0) }
        let stayed = old.filter { kept.contains($0.id) }.map(\.id)
        let order = new.filter { known[$0.id] != nil }.map(\.id)
        // If items have moved, or hardly any remain, a single replacement describes the change better.
        guard stayed == order, !stayed.isEmpty || old.isEmpty || new.isEmpty else {
            change.removed = []
            change.isReplaced = true
            return change
        }
        for (index, item) in new.enumerated() {
            if let former = known[item.id] {
                if former !== item { change.changed.append(item) }
            } else {
                change.added.append((item, index == 0 ? nil : new[index - 1].id))
            }
        }
        return change
    }
}
