/// Plays each item as loud as its tags and the settings require.
///
/// Which gain applies is decided while the item is prepared and stays until it ends, so that the volume does not
/// change in the middle. Only a change of the mode or of the item's own tags changes the gain.
struct Loudness: CommandedFeature, ListeningFeature {
    /// The decision for a pipeline.
    private struct Decided: Sendable {
        var isInAlbum = false
        /// Whether ``isInAlbum`` is final because the item was heard.
        var isFinal = false
        /// The gain that was sent to the engine.
        var gain = SoundGain.none
    }

    private var mode: ReplayGainMode
    private var decided: [Generation: Decided] = [:]
    private var snapshot = LoudnessSnapshot()

    init(_ settings: PlayerSettings) {
        mode = settings.replayGain
        snapshot.mode = mode
    }

    mutating func handle(
        _ command: PlayerCommand.Loudness, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .setReplayGain(let mode): set(mode)
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .configured(let old) = event, old.replayGain != scene.settings.replayGain else { return }
        set(scene.settings.replayGain)
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        let opened = scene.opened
        if decided.count > opened.count
            || decided.keys.contains(where: { known in !opened.contains { $0.generation == known } })
        {
            decided = decided.filter { known in opened.contains { $0.generation == known.key } }
        }
        for (generation, item, facts) in opened {
            var decision = decided[generation] ?? Decided()
            let isCurrent = generation == scene.generation
            if mode == .auto, !decision.isFinal {
                decision.isInAlbum = isInAlbum(item, facts, isCurrent: isCurrent, scene)
                decision.isFinal = isCurrent && scene.startedAt != nil
            }
            let gain = ReplayGain.gain(
                mode, preamp: scene.settings.replayGainPreamp, tags: facts.tags.loudness, isInAlbum: decision.isInAlbum)
            if gain != decision.gain {
                decision.gain = gain
                requests.perform(.engine(.setGain(generation, gain)))
            }
            decided[generation] = decision
        }
        snapshot.mode = mode
        snapshot.appliedGain = scene.generation.flatMap { decided[$0]?.gain.decibels } ?? 0
    }

    func describe(into published: inout Published) { published.snapshot.loudness = snapshot }

    private mutating func set(_ mode: ReplayGainMode) {
        self.mode = mode
        for generation in decided.keys { decided[generation]?.isFinal = false }
    }

    /// Whether the item before or after this one is also its neighbour in the album.
    private func isInAlbum(_ item: QueueItem?, _ facts: ItemFacts, isCurrent: Bool, _ scene: Scene) -> Bool {
        guard let item, facts.tags.loudness.albumGain != nil, let place = place(of: item, facts) else { return false }
        let (before, after) = scene.neighbours(ofCurrent: isCurrent)
        if let before, self.isBeside(before, of: place, scene, ordered: { place.follows($0) }) { return true }
        if let after, self.isBeside(after, of: place, scene, ordered: { $0.follows(place) }) { return true }
        return false
    }

    /// Whether a neighbour in the queue is also one in the album. A neighbour that has not been read is, if it is in
    /// the same folder.
    private func isBeside(
        _ neighbour: QueueItem, of place: AlbumPlace, _ scene: Scene, ordered: (AlbumPlace) -> Bool
    ) -> Bool {
        let opened = scene.opened.first { $0.item?.id == neighbour.id && $0.facts.tags.album != nil }
        let metadata =
            opened.map {
                ItemMetadata(neighbour.description, findings: $0.facts.findings, tags: $0.facts.tags, isLive: false)
            }
            ?? scene.memory.item(neighbour)?.metadata(of: neighbour.description)
        guard let metadata else {
            return place.folder != nil && AlbumPlace.folder(of: neighbour.description.uri) == place.folder
        }
        return AlbumPlace(metadata, uri: neighbour.description.uri).map(ordered) ?? false
    }

    private func place(of item: QueueItem, _ facts: ItemFacts) -> AlbumPlace? {
        AlbumPlace(
            ItemMetadata(item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive),
            uri: item.description.uri)
    }
}

extension Scene {
    /// The items that have a pipeline: the current item and the preload. An item that is not in the queue has no
    /// entry.
    var opened: [(generation: Generation, item: QueueItem?, facts: ItemFacts)] {
        var opened: [(generation: Generation, item: QueueItem?, facts: ItemFacts)] = []
        if let generation { opened.append((generation, item, facts)) }
        if let preload = playback.preload {
            if preload.id == item?.id {
                // The preload of a repeat: its tags may not be known yet.
                opened.append((preload.generation, item, preload.facts.tags == MediaTags() ? facts : preload.facts))
            } else {
                opened.append((preload.generation, index(of: preload.id).map { items[$0] }, preload.facts))
            }
        }
        return opened
    }

    /// Returns the items before and after an item in playing order.
    ///
    /// - Parameter isCurrent: true for the current item, false for the next one.
    func neighbours(ofCurrent isCurrent: Bool) -> (before: QueueItem?, after: QueueItem?) {
        guard interlude == nil else { return (nil, nil) }
        var queue = playback.queue
        if isCurrent { return (queue.neighbour(.backward), queue.neighbour(.forward)) }
        return (queue.current, queue.neighbour(.forward, skipping: 1))
    }
}
