/// Decides what is saved and when: at once after a change, and otherwise at intervals while an item plays.
struct SessionJournal: ListeningFeature {
    /// The state whose changes are saved at once.
    private struct Mark: Hashable, Sendable {
        var queue: UInt64
        var generation: Generation?
        var status: PlayerSnapshot.Status
        var loop: LoopMode
        var volume: Double
        var rate: Double
        var disarmed: [DisarmedSegment]
        /// Nil while the position moves.
        var position: MediaTime?
        /// The number of landed seeks.
        var landings: UInt64
        /// Whether the item was heard.
        var hasStarted: Bool
        var duration: MediaTime?
        var metadata: ItemMetadata?
        var pictureInPicture: PictureInPictureLayout
        var startsAutomatically: Bool?
        var scaling: PictureScaling?
        var subtitles: SubtitleStyle
        var audioDelay: MediaTime
        var own: Own
        var audioDevice: String

        /// What was chosen for the item.
        struct Own: Hashable, Sendable {
            var subtitles: SubtitleStyle?
            var audioDelay: MediaTime?
            var tracks: ItemTracks?
        }
    }

    /// Where the current item was left, while it has not been heard.
    private struct Left: Sendable {
        var item: ItemID
        var point: ResumePoint
        /// When that was saved in the last run, in seconds since 1970; nil for this run.
        var savedAt: Double?
    }

    /// Nil before anything was saved.
    private var mark: Mark?
    private var savedAt: MonotonicTime?
    /// Whether saving now was requested.
    private var isDue = false
    /// The draft of the present playback, once it was heard.
    private var draft: PlaybackDraft?
    private var left: Left?
    /// The metadata of the current item when it was saved; shown until the item provides its own.
    private var restored: (item: ItemID, metadata: ItemMetadata?)?
    /// Where the restored item resumes.
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
        // The restored item's file was replaced, so it starts at its beginning like any other.
        case .library(.restoredItemReplaced(let id)) where waiting?.item == id && scene.item?.id == id:
            left = nil
            restored = nil
            derive(scene)
            requests.startAtBeginning()
        default: break
        }
    }

    /// Has the session and the history saved when it is time.
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
        if scene.settings.keepsHistory, let draft, !draft.isTrackOfFile {
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

    /// Derives whether the current item is still as restored: neither played nor sought.
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
            pictureInPicture: scene.published.snapshot.window.layout,
            startsAutomatically: scene.published.snapshot.window.chosenStart,
            scaling: scene.published.snapshot.window.chosenScaling, subtitles: scene.usualSubtitles,
            audioDelay: scene.usualAudioDelay,
            own: Mark.Own(
                subtitles: scene.ownSubtitles, audioDelay: scene.ownAudioDelay, tracks: scene.published.ownTracks),
            audioDevice: scene.published.snapshot.devices.chosen)
    }

    private func session(_ scene: Scene) -> StoredSession {
        // A sliding window has other positions the next time. During an interstitial, the session resumes at the
        // interstitial.
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
        var state = StoredSession.State(
            position: point.position, chapterStart: point.chapterStart, isSpeech: point.isSpeech,
            metadata: scene.metadata, duration: scene.facts.duration, wasPlaying: scene.status == .playing,
            loop: scene.queue.loop, volume: scene.volume, rate: scene.rate,
            disarmedSegments: scene.published.disarmedSegments,
            pictureInPicture: layout == .standard ? nil : layout,
            startsAutomatically: scene.published.snapshot.window.chosenStart,
            scaling: scene.published.snapshot.window.chosenScaling,
            subtitles: scene.usualSubtitles == SubtitleStyle() ? nil : scene.usualSubtitles,
            audioDelay: scene.usualAudioDelay == .zero ? nil : scene.usualAudioDelay,
            audioDevice: device.isEmpty ? nil : device, savedAt: savedAt ?? 0)
        var (items, index) = (scene.items, scene.queue.currentIndex)
        // Whoever switches the machine off behind the end of an episode goes on with what was proposed.
        let proposal = scene.published.snapshot.proposal
        if proposal.isOver, let next = proposal.item, let current = index {
            if let known = scene.index(of: next.id) {
                index = known
            } else {
                items.insert(next, at: current + 1)
                index = current + 1
            }
            (state.position, state.chapterStart, state.metadata, state.duration) = (.zero, .zero, nil, nil)
        }
        return StoredSession(items: items, currentIndex: index, shuffle: scene.queue.shuffle, state: state)
    }

    // MARK: How far an item was played

    /// Keeps what is known of the present playback: when it is over, another item is already current.
    private mutating func makeDraft(_ scene: Scene) {
        // Interstitials are not resumed.
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
        record.subtitles = scene.ownSubtitles
        record.audioDelay = scene.ownAudioDelay
        record.tracks = scene.published.ownTracks
        record.kind = scene.contentKind
        // A book, a season or a podcast; not what a whole collection was.
        let isList = (2...Continuation.mostItems).contains(scene.items.count)
        let isBook = item.description.parts.isEmpty == false && scene.items.count == 1
        record.queue = isBook || isList && record.kind != .music ? scene.items : []
        draft = PlaybackDraft(
            generation: generation, record: record, start: scene.range.start, end: scene.range.end,
            credits: closingCredits(scene), kind: scene.contentKind,
            chapterStart: scene.chapterStart(at: scene.position), isLive: facts.isMadeNow,
            isGrowing: facts.isGrowing, isTrackOfFile: FileTrack(item.description) != nil)
    }

    /// Records a playback that ended with this command or event.
    private mutating func recordEnding(_ scene: Scene, _ requests: inout Requests) {
        guard let draft, draft.generation != scene.generation else { return }
        self.draft = nil
        guard let ending = scene.lastEnding, ending.generation == draft.generation else { return }
        if ending.cause == .stopped, scene.item?.id == ending.item {
            left = Left(item: ending.item, point: draft.point(at: ending.position))
        }
        if ending.isShort, let end = draft.end {
            let (position, stated) = (
                ClockTime.text(ending.position.nanoseconds / 1_000_000_000),
                ClockTime.text(end.nanoseconds / 1_000_000_000)
            )
            requests.logLine("\(draft.record.uri): it ended at \(position) of \(stated): it may be incomplete")
        }
        guard scene.settings.keepsHistory, !draft.isTrackOfFile else { return }
        let record = draft.record(at: ending.position, isFinished: ending.cause == .finished && !ending.isShort)
        requests.perform(.library(.record(record)))
    }

    /// The start of the current item's closing credits; nil if unknown.
    private func closingCredits(_ scene: Scene) -> MediaTime? {
        guard let end = scene.range.end else { return nil }
        let start = scene.published.snapshot.segments.segments.last { $0.kind == .closingCredits }?.start
        return start.flatMap { $0 < end && $0.seconds > end.seconds / 2 ? $0 : nil }
    }
}
