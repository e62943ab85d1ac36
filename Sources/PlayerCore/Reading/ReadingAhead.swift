/// Reads entries of the queue, and the proposed item, before their turn, so that lists and proposals show titles and
/// everything is known when an item is entered; then the titles of the whole queue.
struct ReadingAhead: CommandedFeature, ListeningFeature {
    private var plan = ReadingPlan()
    private var sweep = TitleSweep()
    /// The proposed item that was read last. It is read once, whatever that brought.
    private var proposed: ItemID?

    mutating func handle(
        _ command: PlayerCommand.Reading, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .lookAt(let items): plan.look(at: items)
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .queueReplaced = event { plan.reset() }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .reading(.itemRead(let id, let uri, let findings)): itemRead(id, uri, findings, scene, &requests)
        case .reading(.titlesRead(let entries)): titlesRead(entries, scene, &requests)
        case .reading(.imageFetched(let source, let uri)): imageFetched(source, uri, scene, &requests)
        default: break
        }
    }

    /// Has the next entry read if none is being read, and announces those that were.
    ///
    /// No reading starts while an item is being opened that clients wait for: its own reading comes first.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard scene.settings.readsAhead else { return }
        if plan.reading == nil, scene.generation == nil || !scene.published.snapshot.isMetadataHeld {
            let opened = scene.generation == nil ? nil : scene.item?.id
            func isReadable(_ item: QueueItem) -> Bool {
                item.id != opened && FileURI.escapedPath(of: item.description.uri) != nil
                    && !ListName.isLikely(item.description.uri)
            }
            func isWanted(_ item: QueueItem) -> Bool { scene.memory.item(item) == nil && isReadable(item) }
            let presented = Self.presented(scene).flatMap { $0.id != proposed && isWanted($0) ? $0 : nil }
            if let next = presented ?? plan.next(in: scene, where: isWanted) {
                if next.id == presented?.id { proposed = next.id }
                plan.reading = ReadingPlan.Reading(item: next)
                requests.perform(.reading(.readAhead(next.id, next.description.uri)))
            } else if !sweep.isReading, scene.memory.hasRoom {
                let items = sweep.next(in: scene) { !scene.memory.knows($0) && isReadable($0) }
                if !items.isEmpty { requests.perform(.reading(.readTitles(items))) }
            }
        }
        if plan.reading == nil || plan.unsent.count >= ReadingPlan.batch { tellWhatWasRead(scene, &requests) }
    }

    /// The item of the presented proposal, which may not be in the queue yet.
    private static func presented(_ scene: Scene) -> QueueItem? {
        let proposal = scene.published.snapshot.proposal
        return proposal.state == .presented ? proposal.item : nil
    }

    /// The present description of an entry, or of the proposed item; nil if it is neither.
    private func entry(_ id: ItemID, _ scene: Scene) -> QueueItem? {
        if let index = scene.index(of: id) { return scene.items[index] }
        return Self.presented(scene).flatMap { $0.id == id ? $0 : nil }
    }

    func describe(into published: inout Published) { published.pictureBeingRead = plan.reading?.picture }

    /// An entry was read; nil if that failed.
    private mutating func itemRead(
        _ id: ItemID, _ uri: String, _ findings: ItemFindings?, _ scene: Scene, _ requests: inout Requests
    ) {
        guard let old = plan.reading?.item, old.id == id, old.description.uri == uri else { return }
        // The entry may have been removed or described again.
        guard let item = entry(id, scene), item.description.uri == uri else {
            plan.reading = nil
            return
        }
        plan.reading = ReadingPlan.Reading(item: item, findings: findings)
        let source = FindingsMerge.artwork(description: item.description.details?.fields, findings: findings)
        guard let source else { return keep(artworkURI: nil, hasArtwork: true, scene, &requests) }
        guard source.isOnThisMachine else { return keep(artworkURI: nil, hasArtwork: false, scene, &requests) }
        if let last = plan.lastPicture, last.source == source {
            return keep(artworkURI: last.uri, hasArtwork: true, scene, &requests)
        }
        plan.reading?.picture = source
        requests.perform(.reading(.fetchImage(source, namedBy: nil)))
    }

    /// Entries far from the current one were read: only what lists show of them is kept.
    private mutating func titlesRead(_ entries: [ReadEntry], _ scene: Scene, _ requests: inout Requests) {
        sweep.finish()
        for entry in entries {
            let read = RememberedItem(
                MediaDescription(uri: entry.uri), findings: entry.findings, artworkURI: nil, hasArtwork: false)
            requests.remember(entry.id, ItemTitle(read))
            if entry.findings != nil { plan.unsent.insert(entry.id) }
        }
    }

    /// The picture of the entry that is being read was fetched, or could not be fetched.
    private mutating func imageFetched(
        _ source: ImageSource, _ uri: String?, _ scene: Scene, _ requests: inout Requests
    ) {
        guard plan.reading?.picture == source else { return }
        // A picture beside the files of an album is shared by all of them; a picture inside a file belongs to that
        // file only.
        if case .uri = source { plan.lastPicture = (source, uri) }
        keep(artworkURI: uri, hasArtwork: true, scene, &requests)
    }

    private mutating func keep(
        artworkURI: String?, hasArtwork: Bool, _ scene: Scene, _ requests: inout Requests
    ) {
        guard let done = plan.reading else { return }
        plan.reading = nil
        guard entry(done.item.id, scene) != nil else { return }
        requests.remember(
            done.item.id,
            RememberedItem(
                done.item.description, findings: done.findings, artworkURI: artworkURI, hasArtwork: hasArtwork))
        if done.findings != nil { plan.unsent.insert(done.item.id) }
    }

    /// The queue shows more than before: sends one notice for each range of entries, or one that spans them all if
    /// there are many.
    private mutating func tellWhatWasRead(_ scene: Scene, _ requests: inout Requests) {
        guard !plan.unsent.isEmpty else { return }
        let unsent = plan.unsent
        plan.unsent = []
        let indices = unsent.compactMap { scene.index(of: $0) }.sorted()
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
            requests.notify(.itemsChanged(from: stretch.lowerBound, removed: stretch.count, inserted: stretch.count))
        }
    }
}
