// Going on where somebody was: the session of the last run, and items that were left in the middle.
extension Player {
    /// Takes over what was written down of the last run. What played is paused, unless `plays`.
    mutating func restore(_ session: StoredSession, absence: MediaTime, plays: Bool) {
        beginAnew()
        halt(.idle)
        itemStates = [:]
        sidecarStarts = [:]
        resumeStarts = [:]
        memory.forgetAll()
        reading.reset()
        queue.restore(session)
        let state = session.state
        if !state.volume.isNaN {
            volume = max(settings.volumes.lowerBound, min(state.volume, settings.volumes.upperBound))
        }
        if settings.rates.contains(state.rate) { rate = state.rate }
        if let layout = state.pictureInPicture { window.machine.adopt(layout) }
        notify(.itemsChanged(from: 0, removed: 0, inserted: queue.items.count))
        guard let item = queue.current else { return }
        itemStates[item.id, default: ItemState()].duration = state.duration
        journal.restored = (item.id, state.metadata)
        // The end of the queue, or nothing was played of it: there is nothing to go on with.
        if state.wasPlaying || state.position > .zero { intent = state.wasPlaying && plays ? .playing : .paused }
        let point = ResumePoint(
            position: state.position, chapterStart: state.chapterStart, isSpeech: state.isSpeech)
        enterCurrent(start: settings.rewindSteps.start(from: point, absence: absence))
        segments.machine.disarm(state.disarmedSegments)
        if state.position > .zero { journal.left = (item.id, point, state.savedAt) }
    }

    /// Whether the current item is as it was restored: nobody played it or sought in it yet.
    var isRestored: Bool { journal.left.map { $0.item == queue.current?.id && $0.savedAt != nil } ?? false }

    /// Plays an item where it was left, whatever the rules say of coming back to it unasked.
    mutating func resume(
        _ uri: String, _ recollection: Recollection, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        if let refusal = Self.refusal(of: [MediaDescription(uri: uri)]) { return .failure(refusal) }
        beginAnew()
        let start = settings.rewindSteps.start(from: recollection.resume, absence: recollection.absence)
        if queue.current?.description.uri == uri, generation != nil {
            intent = .playing
            // It plays already: somebody who is there wants to go on, not back.
            return .success(.position(position(at: now)))
        }
        let index: Int
        if let known = queue.items.firstIndex(where: { $0.description.uri == uri }) {
            index = known
        } else {
            index = queue.items.count
            queue.insert([MediaDescription(uri: uri)], at: index)
            notify(.itemsChanged(from: index, removed: 0, inserted: 1))
        }
        leaveCurrent(.idle)
        if index != queue.currentIndex { queue.choose(index) }
        intent = .playing
        enterCurrent(start: start)
        return .success(.position(start))
    }

    // MARK: Items that were left in the middle

    /// The same for an item that is prepared beside the current one; what is only proposed is in no queue yet.
    mutating func recall(_ preload: Preload) {
        if case .proposed(let item) = preload.step { return recall(preload.generation, item) }
        guard preload.id != queue.current?.id, let index = queue.index(of: preload.id) else { return }
        recall(preload.generation, queue.items[index])
    }

    /// Has it looked up where an item was left, unless somebody says where it starts.
    mutating func recall(_ generation: Generation, _ item: QueueItem) {
        guard settings.hasJournal, settings.keepsHistory, resumeStarts[item.id] == nil,
            item.description.details?.fields.start == nil
        else { return }
        perform(.library(.recall(generation, uri: item.description.uri)))
    }

    /// Where the item was left; it counts while nothing of the item was heard and nobody sought in it.
    mutating func recalled(_ generation: Generation, _ recollection: Recollection?, now: MonotonicTime) {
        guard let id = itemID(of: generation), let recollection else { return }
        let start = settings.rewindSteps.start(from: recollection.resume, absence: recollection.absence)
        resumeStarts[id] = start
        guard generation == self.generation, let item = queue.current else { return }
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// What was restored is another file by now: it begins like any other.
    mutating func restoredItemReplaced(_ id: ItemID, now: MonotonicTime) {
        guard isRestored, queue.current?.id == id else { return }
        journal.left = nil
        journal.restored = nil
        segments.machine.disarm([])
        if generation == nil { start = .zero } else { moveStart(to: .zero, now: now) }
    }

    /// What was remembered lies behind the end, as another program may have written it: then it begins anew.
    mutating func checkStart(_ generation: Generation, now: MonotonicTime) {
        guard generation == self.generation, let item = queue.current, let start = resumeStarts[item.id],
            let duration = facts.duration, start >= duration
        else { return }
        resumeStarts[item.id] = .zero
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// Begins an item elsewhere that was not heard yet, unless somebody sought in it.
    mutating func moveStart(to new: MediaTime, now: MonotonicTime) {
        // Behind the end, the end is as far as it came.
        guard startedAt == nil, earlySeek == nil, new != start, notSeekable == nil || generation == nil,
            reportedPosition.position == min(start, facts.duration ?? start)
        else { return }
        start = new
        seek(to: new, now: now)
    }

    // MARK: Coming back after a pause

    /// Spoken word goes on a little before where it was paused, if that was a while ago.
    mutating func rewindAfterPause(now: MonotonicTime) {
        defer { pausedAt = nil }
        guard let pausedAt, now - pausedAt >= Self.noticeablePause, facts.canSeek, seeking.target == nil,
            contentKind == .speech
        else { return }
        let here = position(at: now)
        let point = ResumePoint(position: here, chapterStart: min(chapterStart(at: here), here), isSpeech: true)
        let target = settings.rewindSteps.start(from: point, absence: now - pausedAt)
        if target < here { seek(to: target, now: now) }
    }

    /// A shorter one is no absence: the last words are still in the ear.
    private static let noticeablePause = MediaTime(nanoseconds: 60_000_000_000)
}
