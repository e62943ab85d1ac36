/// What is known of the queue's entries.
struct EntryStates: Sendable {
    var states: [ItemID: ItemState] = [:]
    /// Where items resume that were left in the middle, until they are heard.
    var resumeStarts: [ItemID: MediaTime] = [:]
    /// Where items start according to their sidecars.
    var sidecarStarts: [ItemID: MediaTime] = [:]
    /// What was read about them.
    var memory = ItemMemory()

    /// Forgets removed or replaced entries.
    mutating func forget(_ ids: Set<ItemID>) {
        for id in ids {
            states[id] = nil
            sidecarStarts[id] = nil
            resumeStarts[id] = nil
        }
        memory.forget(ids)
    }

    /// Forgets the entries of the old queue.
    mutating func forgetAll() {
        (states, sidecarStarts, resumeStarts) = ([:], [:], [:])
        memory.forgetAll()
    }
}

// Edits of the queue and its items, and the choice of tracks.
extension Playback {
    /// Replaces the queue; `start` overrides the start in the description of the item at `index`.
    mutating func replaceQueue(
        _ descriptions: [MediaDescription], play: Bool, start: MediaTime?, index: UInt32,
        mayContinue: Bool = false
    ) -> Result<CommandReply, CommandRefusal> {
        if let refusal = Self.refusal(of: descriptions) { return .failure(refusal) }
        guard descriptions.isEmpty || Int(index) < descriptions.count else {
            return .failure(
                .invalid("There is no item \(index) among the \(descriptions.count) given, counted from 0."))
        }
        let removed = queue.items.count
        keepQueue(now: moment)
        let unheard = descriptions.isEmpty ? nil : queueToFallBackTo
        // Faults of the old queue do not apply to the new one.
        attempts.error = nil
        beginAnew()
        if play, !descriptions.isEmpty {
            // The output stays open: the next item cuts off the previous one.
            dropPreload()
            intent = .playing
        } else {
            halt(.idle)
        }
        forgetQueue()
        origin.unheard = unheard
        if mayContinue { tell(.mayContinue) }
        if play, removed > 0 { orderOfSeries(descriptions) }
        let ids = queue.replace(descriptions, current: Int(index))
        origin.lists.inserted(queue.items)
        if descriptions.count == 1, let uri = descriptions.first?.uri, ListName.isLikely(uri) { origin.playlist = uri }
        enterCurrent(start: start)
        if removed > 0 || !ids.isEmpty { notify(.itemsChanged(from: 0, removed: removed, inserted: ids.count)) }
        return .success(.items(ids))
    }

    /// Turns shuffle and repeat off if only episodes or a book are to play. They were chosen for what played before, and
    /// would begin a series with any episode, and end it never.
    private mutating func orderOfSeries(_ descriptions: [MediaDescription]) {
        guard queue.isShuffled || queue.loop != .none, descriptions.count <= Continuation.mostItems,
            descriptions.allSatisfy(\.isPlayedInOrder)
        else { return }
        queue.setShuffled(false)
        queue.loop = .none
    }

    /// Forgets what is known of the entries of the old queue.
    mutating func forgetQueue() {
        entries.forgetAll()
        origin.lists.forgetAll()
        origin.playlist = nil
        (origin.rearranged, origin.added, origin.unheard) = ([], nil, nil)
        tell(.queueReplaced)
    }

    /// Inserts items without interrupting playback; in an empty queue the first of them becomes current.
    mutating func insert(
        _ descriptions: [MediaDescription], at index: UInt32
    ) -> Result<CommandReply, CommandRefusal> {
        if let refusal = Self.refusal(of: descriptions, beside: queue.items.count) { return .failure(refusal) }
        guard !descriptions.isEmpty else { return .success(.items([])) }
        let wasEmpty = queue.items.isEmpty
        let index = min(Int(index), queue.items.count)
        let ids = queue.insert(descriptions, at: index)
        origin.lists.inserted(queue.items[index..<(index + ids.count)])
        if wasEmpty { enterCurrent() }
        notify(.itemsChanged(from: index, removed: 0, inserted: ids.count))
        return .success(.items(ids))
    }

    /// Inserts after an item (nil: at the start, unknown: at the end) and goes there on request, like `GoTo`.
    mutating func addTrack(
        _ uri: String, after id: ItemID?, makeCurrent: Bool, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        var index = 0
        if let id { index = queue.index(of: id).map { $0 + 1 } ?? queue.items.count }
        let result = insert([MediaDescription(uri: uri)], at: UInt32(clamping: index))
        if makeCurrent, case .success(.items(let ids)) = result, let id = ids.first { _ = goTo(id, now: now) }
        return result
    }

    /// Appends an item, goes there and plays at once, whatever the status was.
    mutating func openURI(_ uri: String, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let result = insert([MediaDescription(uri: uri)], at: .max)
        guard case .success(.items(let ids)) = result, let id = ids.first else { return result }
        _ = goTo(id, now: now)
        intent = .playing
        return result
    }

    /// Moves an item to its final index; an index past the end means last.
    mutating func move(_ id: ItemID, to target: UInt32) -> Result<CommandReply, CommandRefusal> {
        guard let source = queue.index(of: id) else { return .failure(Self.unknownItem) }
        let target = min(Int(target), queue.items.count - 1)
        guard source != target else { return .success(.done) }
        keepOrder()
        queue.move(source, to: target)
        let count = abs(source - target) + 1
        notify(.itemsChanged(from: min(source, target), removed: count, inserted: count))
        return .success(.done)
    }

    /// Removes items, ignoring unknown ones. If the current one is removed, the next takes its place and the status
    /// stays.
    mutating func remove(_ ids: [ItemID], now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let wanted = Set(ids)
        let before = queue.items.count
        let previous = queue.current
        let former = origin.rearranged
        keepOrder()
        let removal = queue.remove(wanted)
        guard !removal.ranges.isEmpty else {
            origin.rearranged = former
            return wanted.isEmpty ? .success(.done) : .failure(Self.unknownItem)
        }
        forgetEntries(wanted)
        announce(removal, of: before)
        if let uri = attempts.error?.uri, output.fault == nil,
            !queue.items.contains(where: { $0.description.uri == uri })
        {
            attempts.error = nil
        }
        guard removal.isCurrentRemoved, previous != nil else { return .success(.done) }
        beginAnew()
        // The end of the queue was removed while it played: earlier items are not played again without a request.
        if !removal.hasFollower { halt(.idle) }
        enterCurrent()
        return .success(.done)
    }

    /// Forgets what is known of removed or replaced entries.
    mutating func forgetEntries(_ ids: Set<ItemID>) {
        attempts.failures.subtract(ids)
        attempts.inARow.subtract(ids)
        entries.forget(ids)
        origin.lists.forget(ids)
    }

    /// Sends one notice for each range, from the back, so that the indices of each are valid when the notices are read
    /// after the last; for many ranges, one notice that spans them all.
    private mutating func announce(_ removal: QueueRemoval, of count: Int) {
        guard let first = removal.ranges.first, let last = removal.ranges.last else { return }
        guard removal.ranges.count > 32 else {
            for range in removal.ranges.reversed() {
                notify(.itemsChanged(from: range.lowerBound, removed: range.count, inserted: 0))
            }
            return
        }
        let span = last.upperBound - first.lowerBound
        let removed = count - queue.items.count
        notify(.itemsChanged(from: first.lowerBound, removed: span, inserted: span - removed))
    }

    /// Empties the queue and stops.
    mutating func clear() {
        let removed = queue.items.count
        keepQueue(now: moment)
        keepOrder()
        if let last = origin.rearranged.indices.last { origin.rearranged[last].wasCleared = true }
        let former = origin.rearranged
        beginAnew()
        halt(.idle)
        forgetQueue()
        origin.rearranged = former
        queue.replace([])
        enterCurrent()
        if removed > 0 { notify(.itemsChanged(from: 0, removed: removed, inserted: 0)) }
    }

    /// Publishes new metadata without interrupting playback; a new URI on the current item plays that instead.
    mutating func setDescription(
        _ id: ItemID, _ description: MediaDescription
    ) -> Result<CommandReply, CommandRefusal> {
        if let refusal = Self.refusal(of: [description]) { return .failure(refusal) }
        guard let index = queue.index(of: id) else { return .failure(Self.unknownItem) }
        let old = queue.items[index].description
        guard old != description else { return .success(.done) }
        queue.describe(index, as: description)
        notify(.itemsChanged(from: index, removed: 1, inserted: 1))
        guard old.uri != description.uri else { return .success(.done) }
        forgetEntries([id])
        origin.lists.inserted([queue.items[index]])
        if index == queue.currentIndex {
            enterCurrent()
            beginning.isRestart = generation != nil
        }
        return .success(.done)
    }

    /// Reserves the ids before this one, which were given to items that are not in the queue yet.
    mutating func noteReserved(before id: UInt64) { queue.noteReserved(before: id) }

    /// Why these descriptions cannot be in the queue; nil if they can.
    ///
    /// - Parameter count: how many items stay besides them.
    static func refusal(of descriptions: [MediaDescription], beside count: Int = 0) -> CommandRefusal? {
        guard count + descriptions.count <= Queue.limit else {
            return .notPossible("A queue can have \(Queue.limit) items; add fewer, or remove some first.")
        }
        guard descriptions.contains(where: { $0.uri.isEmpty }) else { return nil }
        return .invalid("An item needs a URI, such as file:///home/me/film.mkv; this one is empty.")
    }

    // MARK: Tracks

    /// Sends the preferences before the item has streams: choosing other tracks later requires reopening it.
    mutating func tellPreferences(_ generation: Generation) {
        guard settings.tracks != TrackPreferences() else { return }
        perform(.preferTracks(generation, TrackWishes(preferences: settings.tracks)))
    }

    /// Asks the engine for another audio track; the snapshot follows when the track plays.
    mutating func selectAudio(_ id: UInt32) -> Result<CommandReply, CommandRefusal> {
        guard let generation else { return .failure(Self.nothingPlays) }
        guard let track = facts.tracks.audio.first(where: { $0.id == id }) else {
            return .failure(.notFound("The item has no audio track \(id); read the tracks again."))
        }
        perform(.selectAudio(generation, id))
        tell(.choseTracks(ItemTracks(audio: TrackMark(track))))
        if track.language != "und" { tell(.chose(SeriesChoice(audioLanguage: track.language))) }
        return .success(.done)
    }

    /// Asks the engine for other subtitles; nil for none.
    mutating func selectSubtitles(_ id: UInt32?) -> Result<CommandReply, CommandRefusal> {
        guard let generation else { return .failure(Self.nothingPlays) }
        let track = facts.tracks.subtitles.first { $0.id == id }
        if let id, track == nil {
            return .failure(.notFound("The item has no subtitle track \(id); read the tracks again."))
        }
        perform(.selectSubtitles(generation, id))
        tell(.choseTracks(ItemTracks(subtitles: track.map { .track(TrackMark($0)) } ?? .off)))
        if let language = track?.language {
            if language != "und" { tell(.chose(SeriesChoice(subtitles: .language(language)))) }
        } else {
            tell(.chose(SeriesChoice(subtitles: .off)))
        }
        return .success(.done)
    }

    /// Adds a subtitle file to the current item, for this playback only.
    mutating func addSubtitles(_ uri: String) -> Result<CommandReply, CommandRefusal> {
        guard !uri.isEmpty else { return .failure(.invalid("The subtitles need a URI; this one is empty.")) }
        guard let generation else { return .failure(Self.nothingPlays) }
        guard facts.addedSubtitles < ItemFacts.mostAddedSubtitles else {
            return .failure(
                .notPossible("The item already has \(facts.addedSubtitles) added subtitle files; select one of them."))
        }
        facts.addedSubtitles += 1
        perform(.addSubtitles(generation, uri))
        return .success(.done)
    }

    /// The refusal of commands that need a pipeline.
    static var nothingPlays: CommandRefusal { .notPossible("Nothing is playing; start an item first.") }
}
