// Reading entries of the queue before their turn, so that lists show titles and a change of item has everything at once.
extension Player {
    /// Has the next entry read when none is being read, and tells of those that were.
    ///
    /// Nothing is begun while an item is being opened that clients wait for: its own reading comes first.
    mutating func settleReadingAhead() {
        guard settings.readsAhead else { return }
        if reading.reading == nil, generation == nil || !announcement.isHeld {
            let (memory, opened) = (memory, generation == nil ? nil : queue.current?.id)
            let next = reading.next(in: &queue) { item in
                item.id != opened && memory.item(item) == nil && FileURI.escapedPath(of: item.description.uri) != nil
            }
            if let next {
                reading.reading = ReadingAhead.Reading(item: next)
                perform(.readAhead(next.id, next.description.uri))
            }
        }
        if reading.reading == nil || reading.untold.count >= ReadingAhead.batch { tellWhatWasRead() }
    }

    /// What an entry says of itself was read; nil where it could not be.
    mutating func itemRead(_ id: ItemID, _ uri: String, _ findings: ItemFindings?) {
        guard let old = reading.reading?.item, old.id == id, old.description.uri == uri else { return }
        // It may have been removed, or described anew.
        guard let item = queue.index(of: id).map({ queue.items[$0] }), item.description.uri == uri else {
            reading.reading = nil
            return
        }
        reading.reading = ReadingAhead.Reading(item: item, findings: findings)
        let source = FindingsMerge.artwork(description: item.description.details?.fields, findings: findings)
        guard let source else { return keepReading(artworkURI: nil, hasArtwork: true) }
        guard source.isOnThisMachine else { return keepReading(artworkURI: nil, hasArtwork: false) }
        if let last = reading.lastPicture, last.source == source {
            return keepReading(artworkURI: last.uri, hasArtwork: true)
        }
        reading.reading?.picture = source
        perform(.fetchImage(source))
    }

    /// The picture of the entry that is being read is there, or could not be had.
    ///
    /// - Returns: whether it was that one.
    mutating func readingFetched(_ source: ImageSource, _ uri: String?) -> Bool {
        guard reading.reading?.picture == source else { return false }
        // Beside the files of an album lies one for all of them; what is inside of a file is only its own.
        if case .uri = source { reading.lastPicture = (source, uri) }
        keepReading(artworkURI: uri, hasArtwork: true)
        return true
    }

    private mutating func keepReading(artworkURI: String?, hasArtwork: Bool) {
        guard let done = reading.reading else { return }
        reading.reading = nil
        guard queue.index(of: done.item.id) != nil else { return }
        let item = RememberedItem(
            done.item.description, findings: done.findings, artworkURI: artworkURI, hasArtwork: hasArtwork)
        memory.remember(done.item.id, item)
        if done.findings != nil { reading.untold.insert(done.item.id) }
        guard let duration = item.duration, itemStates[done.item.id]?.duration == nil else { return }
        itemStates[done.item.id, default: ItemState()].duration = duration
        if done.item.id == queue.current?.id, generation == nil { facts.duration = duration }
    }

    /// The queue shows more than it did: one notice for each stretch, or for many of them one that spans them all.
    private mutating func tellWhatWasRead() {
        guard !reading.untold.isEmpty else { return }
        let indices = reading.untold.compactMap { queue.index(of: $0) }.sorted()
        reading.untold = []
        var stretches: [Range<Int>] = []
        for index in indices {
            if let last = stretches.last, last.upperBound == index {
                stretches[stretches.count - 1] = last.lowerBound..<(index + 1)
            } else {
                stretches.append(index..<(index + 1))
            }
        }
        if stretches.count > 4, let first = indices.first, let last = indices.last { stretches = [first..<(last + 1)] }
        for stretch in stretches {
            notify(.itemsChanged(from: stretch.lowerBound, removed: stretch.count, inserted: stretch.count))
        }
    }
}
