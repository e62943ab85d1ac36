// What has to be written down, and when: at once when somebody did something, else every so often while something plays.
extension Player {
    /// Has the session and the history written down when it is time, and wakes up for that.
    mutating func settleJournal(now: MonotonicTime) {
        guard settings.hasJournal else { return }
        recordEnding()
        makeDraft(now: now)
        let mark = journalMark
        let isOverdue = journal.savedAt.map { now - $0 >= settings.journalInterval } ?? true
        if mark != journal.mark || journal.isDue || (isMoving && isOverdue) {
            journal.mark = mark
            journal.savedAt = now
            journal.isDue = false
            perform(.library(.save(storedSession(now: now))))
            if settings.keepsHistory, let draft = journal.draft {
                perform(.library(.record(draft.record(at: position(at: now)))))
            }
        }
        let moment = isMoving ? journal.savedAt.map { $0 + settings.journalInterval } : nil
        guard moment != journal.armed else { return }
        journal.armed = moment
        if let moment { perform(.arm(.journal, moment)) } else { perform(.disarm(.journal)) }
    }

    /// The timer fired, or somebody wants it now.
    mutating func journalDue() {
        journal.armed = nil
        journal.isDue = true
    }

    private var journalMark: JournalState.Mark {
        JournalState.Mark(
            queue: queue.revision, generation: generation, status: status, loop: queue.loop, volume: volume, rate: rate,
            disarmed: segments.machine.disarmedSegments, position: isMoving ? nil : reportedPosition.position,
            landings: playback?.landings ?? 0, hasStarted: startedAt != nil, duration: facts.duration,
            metadata: queue.current.map { metadata(of: $0) }, pictureInPicture: window.machine.layout)
    }

    private func storedSession(now: MonotonicTime) -> StoredSession {
        var point = ResumePoint(position: position(at: now))
        var savedAt: Double?
        if let left = journal.left, left.item == queue.current?.id, startedAt == nil,
            status == .stopped || point.position == start
        {
            point = left.point
            savedAt = left.savedAt
        } else if generation != nil {
            point.chapterStart = min(chapterStart(at: point.position), point.position)
            point.isSpeech = contentKind == .speech
        }
        let state = StoredSession.State(
            position: point.position, chapterStart: point.chapterStart, isSpeech: point.isSpeech,
            metadata: queue.current.map { metadata(of: $0) }, duration: facts.duration, wasPlaying: status == .playing,
            loop: queue.loop, volume: volume, rate: rate, disarmedSegments: segments.machine.disarmedSegments,
            pictureInPicture: window.machine.layout == .standard ? nil : window.machine.layout, savedAt: savedAt ?? 0)
        return StoredSession(
            items: queue.items, currentIndex: queue.currentIndex, shuffle: queue.shuffle, state: state)
    }

    // MARK: How far an item was played

    /// Keeps what is known of what plays: when it is over, another item is current already.
    private mutating func makeDraft(now: MonotonicTime) {
        guard let generation, startedAt != nil, let item = queue.current else {
            if generation == nil { journal.draft = nil }
            return
        }
        journal.left = nil
        let metadata = metadata(of: item)
        let record = PlaybackRecord(
            uri: item.description.uri, title: metadata.title, series: metadata.album ?? facts.findings?.series,
            season: metadata.season, episode: metadata.episode, position: .zero, duration: facts.duration)
        journal.draft = JournalState.Draft(
            generation: generation, record: record, start: playableStart, end: playableEnd, credits: closingCredits,
            kind: contentKind, chapterStart: chapterStart(at: position(at: now)), isLive: facts.isLive)
    }

    /// Records what ended with this command or event as far as it got.
    private mutating func recordEnding() {
        guard let draft = journal.draft, draft.generation != generation else { return }
        journal.draft = nil
        guard let ending = lastEnding, ending.generation == draft.generation else { return }
        let isFinished = ending.cause == .finished
        if ending.cause == .stopped, queue.current?.id == ending.item {
            journal.left = (ending.item, draft.point(at: ending.position), nil)
        }
        guard settings.keepsHistory else { return }
        perform(.library(.record(draft.record(at: ending.position, isFinished: isFinished))))
    }

    /// Where the closing credits of the current item begin; nil where nobody knows.
    private var closingCredits: MediaTime? {
        guard let end = playableEnd else { return nil }
        let start = segments.published.segments.last { $0.kind == .closingCredits }?.start
        return start.flatMap { $0 < end && $0.seconds > end.seconds / 2 ? $0 : nil }
    }

    /// Where the chapter that a position is in begins; zero outside of all.
    func chapterStart(at position: MediaTime) -> MediaTime {
        chapters.timeline.index(at: position).map { chapters.published.chapters[$0].start } ?? .zero
    }

    /// What sort of thing the current item is.
    var contentKind: ContentKind {
        guard let item = queue.current else { return .sound }
        return ContentKind(
            uri: item.description.uri, metadata: metadata(of: item), hasVideo: facts.hasVideo,
            hasChapters: !chapters.published.chapters.isEmpty, duration: facts.duration)
    }
}
