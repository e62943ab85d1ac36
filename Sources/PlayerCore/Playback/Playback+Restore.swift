// Restores the session of the last run, and resumes items that were left in the middle.
extension Playback {
    /// Restores a saved session. An item that played is paused, unless `plays`.
    ///
    /// - Parameter fault: why the current item must not be opened; it waits, paused, until it is asked for.
    mutating func restore(_ session: StoredSession, absence: MediaTime, plays: Bool, fault: PlaybackFault? = nil) {
        let removed = queue.items.count
        beginAnew()
        halt(.idle)
        forgetQueue()
        queue.restore(session)
        let state = session.state
        if !state.volume.isNaN {
            output.level.volume = max(settings.volumes.lowerBound, min(state.volume, settings.volumes.upperBound))
        }
        if settings.rates.contains(state.rate) { rate = state.rate }
        if let style = state.subtitles?.checked {
            styles.restore(style)
            settleSubtitles()
        }
        if let delay = state.audioDelay.flatMap(AudioDelay.checked) {
            output.audioDelays.restore(delay)
            settleAudioDelay()
        }
        notify(.itemsChanged(from: 0, removed: removed, inserted: queue.items.count))
        if let item = queue.current {
            entries.states[item.id, default: ItemState()].duration = state.duration.flatMap { $0 < .zero ? nil : $0 }
            // After the end of the queue, or if nothing of it was played, there is nothing to resume.
            if state.wasPlaying || state.position > .zero { intent = state.wasPlaying && plays ? .playing : .paused }
            let start = settings.rewindSteps.start(from: state.point, absence: absence)
            if let fault {
                intent = .stopped
                enterCurrent(start: start)
                hold(item, fault)
            } else {
                enterCurrent(start: start)
            }
            beginning.restored = item.id
        }
        tell(.restored(session))
    }

    /// Plays an item where it was left, regardless of the rules for automatic resuming.
    mutating func resume(
        _ uri: String, _ recollection: Recollection, from list: [MediaDescription], now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        let known = queue.items.firstIndex { $0.description.uri == uri }
        // A book is one item, and replaces the queue as its parts would.
        let isWhole = list.count > 1 || list.first?.parts.isEmpty == false
        if isWhole, known == nil || queue.items.count == 1,
            queue.current?.description.uri != uri || generation == nil,
            let index = list.firstIndex(where: { $0.uri == uri })
        {
            let start = settings.rewindSteps.start(from: recollection.resume, absence: recollection.absence)
            return replaceQueue(list, play: true, start: start, index: UInt32(clamping: index))
                .map { _ in .position(start) }
        }
        // The files of a book are in its description.
        let description = list.first { $0.uri == uri } ?? MediaDescription(uri: uri)
        if let refusal = Self.refusal(of: [description], beside: known == nil ? queue.items.count : 0) {
            return .failure(refusal)
        }
        beginAnew()
        let start = settings.rewindSteps.start(from: recollection.resume, absence: recollection.absence)
        if queue.current?.description.uri == uri, generation != nil {
            intent = .playing
            let here = position(at: now)
            // It already plays: the listener wants to continue, not to go back. Where it has just begun again, this is how
            // to find the place.
            guard here <= ResumeRules.leastPosition, start > ResumeRules.leastPosition else {
                return .success(.position(here))
            }
            seek(to: start, now: now)
            return .success(.position(start))
        }
        let index: Int
        if let known {
            index = known
        } else {
            index = queue.items.count
            queue.insert([description], at: index)
            notify(.itemsChanged(from: index, removed: 0, inserted: 1))
        }
        leaveCurrent(.idle)
        if index != queue.currentIndex { queue.choose(index) }
        intent = .playing
        enterCurrent(start: start)
        return .success(.position(start))
    }

    /// Goes to the item with which the queue goes on, where that was left.
    mutating func goOn(_ continuation: Continuation, now: MonotonicTime) {
        guard let index = queue.index(of: continuation.item), index != queue.currentIndex, interlude == nil else {
            return
        }
        leaveCurrent(.idle)
        queue.choose(index)
        enterCurrent(
            start: continuation.recollection.map {
                settings.rewindSteps.start(from: $0.resume, absence: $0.absence)
            }, insists: true)
    }

    /// Applies where an opened item was left, if nothing of it was heard and no seek was requested.
    mutating func startWhereLeft(_ generation: Generation, _ recollection: Recollection, now: MonotonicTime) {
        guard let id = itemID(of: generation) else { return }
        entries.resumeStarts[id] = settings.rewindSteps.start(from: recollection.resume, absence: recollection.absence)
        guard generation == self.generation, let item = queue.current else { return }
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// Starts the current item at its beginning, ignoring what was remembered.
    mutating func startAtBeginning(now: MonotonicTime) {
        if generation == nil { beginning.position = .zero } else { moveStart(to: .zero, now: now) }
    }

    /// The remembered position lies after the end, as one written by another program may: the item starts at its
    /// beginning.
    mutating func checkStart(_ generation: Generation, now: MonotonicTime) {
        guard generation == self.generation, let item = queue.current, let start = entries.resumeStarts[item.id],
            let duration = facts.duration, start >= duration
        else { return }
        entries.resumeStarts[item.id] = .zero
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// Moves the start of an item that was not heard yet, unless a seek was requested.
    mutating func moveStart(to new: MediaTime, now: MonotonicTime) {
        // For a start after the end, the end is the reported position.
        guard run.startedAt == nil, run.earlySeek == nil, new != start, notSeekable == nil || generation == nil,
            reportedPosition.position == min(start, facts.duration ?? start)
        else { return }
        beginning.position = new
        seek(to: new, now: now)
    }

    // MARK: Memory of the queue's entries

    /// Keeps what was read of an entry or of the presented proposal, or learnt of the current item while it is open.
    mutating func remember(_ id: ItemID, _ item: RememberedItem) {
        guard queue.knownIndex(of: id) != nil else {
            if proposed.held?.id == id { entries.memory.remember(id, item) }
            return
        }
        entries.memory.remember(id, item)
        noteDuration(item.duration, of: id)
    }

    /// Keeps the title of an entry that was read.
    mutating func remember(_ id: ItemID, _ title: ItemTitle) {
        // The index of all items stays until the next edit: many titles follow.
        guard let index = queue.index(of: id), queue.items[index].description.uri == title.uri else { return }
        entries.memory.remember(id, title)
        noteDuration(title.duration, of: id)
    }

    private mutating func noteDuration(_ duration: MediaTime?, of id: ItemID) {
        guard let duration, duration >= .zero, entries.states[id]?.duration == nil else { return }
        entries.states[id, default: ItemState()].duration = duration
        if id == queue.current?.id, generation == nil { facts.duration = duration }
    }
}

extension StoredSession.State {
    /// Where the current item was left.
    var point: ResumePoint { ResumePoint(position: position, chapterStart: chapterStart, isSpeech: isSpeech) }
}
