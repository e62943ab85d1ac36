/// What has to be written down, and when: at once when somebody did something, else every so often while something plays.
struct SessionJournal: ListeningFeature {
    /// What is written down at once when it changes.
    private struct Mark: Hashable, Sendable {
        var queue: UInt64
        var generation: Generation?
        var status: PlayerSnapshot.Status
        var loop: LoopMode
        var volume: Double
        var rate: Double
        var disarmed: [DisarmedSegment]
        /// Nil while it moves.
        var position: MediaTime?
        /// Seeks that arrived.
        var landings: UInt64
        /// The item was heard.
        var hasStarted: Bool
        var duration: MediaTime?
        var metadata: ItemMetadata?
        var pictureInPicture: PictureInPictureLayout
        var subtitles: SubtitleStyle
        var audioDevice: String
    }

    /// Where the current item was left, while nothing of it is heard.
    private struct Left: Sendable {
        var item: ItemID
        var point: ResumePoint
        /// When that was written down in the last run, in seconds since 1970; nil for this run.
        var savedAt: Double?
    }

    /// Nil before anything was written down.
    private var mark: Mark?
    private var savedAt: MonotonicTime?
    /// Somebody wants it written down now.
    private var isDue = false
    /// Of the playing that is under way, once it was heard.
    private var draft: PlaybackDraft?
    private var left: Left?
    /// What was known of the current item when it was written down; shown until the item says it itself.
    private var restored: (item: ItemID, metadata: ItemMetadata?)?
    /// Where the restored item goes on.
    private var waiting: PlaybackRules.Place?

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .sought, .entered: left = nil
        case .restored(let session): takeOver(session.state, scene)
        default: return
        }
        derive(scene)
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .writeDown: isDue = true
        // What was restored is another file by now: it begins like any other.
        case .library(.restoredItemReplaced(let id)) where waiting?.item == id && scene.item?.id == id:
            left = nil
            restored = nil
            derive(scene)
            requests.startAtBeginning()
        default: break
        }
    }

    /// Has the session and the history written down when it is time.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        defer { derive(scene) }
        guard scene.settings.hasJournal else { return }
        recordEnding(scene, &requests)
        makeDraft(scene)
        let mark = mark(scene)
        let isOverdue = savedAt.map { scene.now - $0 >= scene.settings.journalInterval } ?? true
        guard mark != self.mark || isDue || (scene.isMoving && isOverdue) else { return }
        self.mark = mark
        savedAt = scene.now
        isDue = false
        requests.perform(.library(.save(session(scene))))
        if scene.settings.keepsHistory, let draft {
            requests.perform(.library(.record(draft.record(at: scene.position))))
        }
    }

    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard scene.settings.hasJournal, scene.isMoving else { return nil }
        return savedAt.map { $0 + scene.settings.journalInterval }
    }

    func describe(into published: inout Published) {
        published.restoredMetadata = restored
        published.rules.waiting = waiting
    }

    /// Whether the current item is as it was restored: nobody played it or sought in it yet.
    private mutating func derive(_ scene: Scene) {
        waiting = nil
        guard let left, left.item == scene.item?.id, left.savedAt != nil else { return }
        let start = scene.settings.rewindSteps.start(from: left.point, absence: .zero)
        waiting = PlaybackRules.Place(item: left.item, position: start)
    }

    private mutating func takeOver(_ state: StoredSession.State, _ scene: Scene) {
        guard let item = scene.item else { return }
        restored = (item.id, state.metadata)
        if state.position > .zero { left = Left(item: item.id, point: state.point, savedAt: state.savedAt) }
    }

    // MARK: The session

    private func mark(_ scene: Scene) -> Mark {
        Mark(
            queue: scene.queue.revision, generation: scene.generation, status: scene.status, loop: scene.queue.loop,
            volume: scene.volume, rate: scene.rate, disarmed: scene.published.disarmedSegments,
            position: scene.isMoving ? nil : scene.anchor.position, landings: scene.account?.landings ?? 0,
            hasStarted: scene.startedAt != nil, duration: scene.facts.duration, metadata: scene.metadata,
            pictureInPicture: scene.published.snapshot.window.layout, subtitles: scene.subtitles,
            audioDevice: scene.published.snapshot.devices.chosen)
    }

    private func session(_ scene: Scene) -> StoredSession {
        // A window that slides has other positions the next time.
        // Inside of an interstitial it is the interstitial that one comes back to.
        let position = scene.interlude?.left ?? scene.position
        var point = ResumePoint(position: scene.facts.isMadeNow ? .zero : position)
        var savedAt: Double?
        if let left, left.item == scene.mainItem?.id, scene.startedAt == nil,
            scene.status == .stopped || point.position == scene.start
        {
            point = left.point
            savedAt = left.savedAt
        } else if scene.generation != nil, scene.interlude == nil {
            point.chapterStart = min(scene.chapterStart(at: point.position), point.position)
            point.isSpeech = scene.contentKind == .speech
        }
        let layout = scene.published.snapshot.window.layout
        let device = scene.published.snapshot.devices.chosen
        let state = StoredSession.State(
            position: point.position, chapterStart: point.chapterStart, isSpeech: point.isSpeech,
            metadata: scene.metadata, duration: scene.facts.duration, wasPlaying: scene.status == .playing,
            loop: scene.queue.loop, volume: scene.volume, rate: scene.rate,
            disarmedSegments: scene.published.disarmedSegments,
            pictureInPicture: layout == .standard ? nil : layout,
            subtitles: scene.subtitles == SubtitleStyle() ? nil : scene.subtitles,
            audioDevice: device.isEmpty ? nil : device, savedAt: savedAt ?? 0)
        return StoredSession(
            items: scene.items, currentIndex: scene.queue.currentIndex, shuffle: scene.queue.shuffle, state: state)
    }

    // MARK: How far an item was played

    /// Keeps what is known of what plays: when it is over, another item is current already.
    private mutating func makeDraft(_ scene: Scene) {
        // Nobody comes back to an interstitial.
        guard scene.interlude == nil else { return }
        guard let generation = scene.generation, scene.startedAt != nil, let item = scene.item,
            let metadata = scene.metadata
        else {
            if scene.generation == nil { draft = nil }
            return
        }
        left = nil
        let facts = scene.facts
        var record = PlaybackRecord(
            uri: item.description.uri, title: metadata.title, series: metadata.album ?? facts.findings?.series,
            season: metadata.season, episode: metadata.episode, position: .zero, duration: facts.duration)
        record.name = LastingName(item.description)
        draft = PlaybackDraft(
            generation: generation, record: record, start: scene.range.start, end: scene.range.end,
            credits: closingCredits(scene), kind: scene.contentKind,
            chapterStart: scene.chapterStart(at: scene.position), isLive: facts.isMadeNow)
    }

    /// Records what ended with this command or event as far as it got.
    private mutating func recordEnding(_ scene: Scene, _ requests: inout Requests) {
        guard let draft, draft.generation != scene.generation else { return }
        self.draft = nil
        guard let ending = scene.lastEnding, ending.generation == draft.generation else { return }
        if ending.cause == .stopped, scene.item?.id == ending.item {
            left = Left(item: ending.item, point: draft.point(at: ending.position))
        }
        guard scene.settings.keepsHistory else { return }
        let record = draft.record(at: ending.position, isFinished: ending.cause == .finished)
        requests.perform(.library(.record(record)))
    }

    /// Where the closing credits of the current item begin; nil where nobody knows.
    private func closingCredits(_ scene: Scene) -> MediaTime? {
        guard let end = scene.range.end else { return nil }
        let start = scene.published.snapshot.segments.segments.last { $0.kind == .closingCredits }?.start
        return start.flatMap { $0 < end && $0.seconds > end.seconds / 2 ? $0 : nil }
    }
}
