/// Resumes items that were left in the middle, with their style of subtitles, and repeats spoken word after a pause.
struct Resume: ListeningFeature {
    /// When playback was paused; nil if resuming is not a return after an absence.
    private var pausedAt: MonotonicTime?
    /// Whether the queue was replaced and nothing was asked of it since.
    private var mayContinue = false
    /// The item that plays until it is known with which one the queue goes on.
    private var asked: Generation?
    private var offer: ContinuationOffer?

    /// A shorter pause is not an absence: the last words are still remembered.
    private static let noticeablePause = MediaTime(nanoseconds: 60_000_000_000)

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .opened(let generation, let item):
            guard scene.settings.hasJournal, scene.settings.keepsHistory else { return }
            askForQueue(generation, scene, &requests)
            let description = item.description
            // What is remembered of its file is of the whole.
            guard FileTrack(description) == nil else { return }
            requests.perform(
                .library(.recall(generation, uri: description.uri, name: LastingName(description))))
        case .openedAtStart(let generation, let item):
            guard scene.settings.hasJournal, scene.settings.keepsHistory else { return }
            let description = item.description
            guard FileTrack(description) == nil else { return }
            requests.perform(
                .library(.recallSettings(generation, uri: description.uri, name: LastingName(description))))
        case .mayContinue: mayContinue = true
        case .queueReplaced, .personActs: (mayContinue, asked) = (false, nil)
        case .paused: pausedAt = scene.now
        case .resumed: rewindAfterPause(scene, &requests)
        case .jumped, .entered: pausedAt = nil
        default: break
        }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .library(.recalled(let generation, let recollection?)): requests.startWhereLeft(generation, recollection)
        case .library(.queueRecalled(let generation, let continuation)) where generation == asked:
            asked = nil
            if generation == scene.generation, let continuation { goOn(continuation, scene, &requests) }
        case .library(.subtitlesRecalled(let generation, let style)): requests.recallSubtitles(generation, style)
        case .library(.audioDelayRecalled(let generation, let delay)): requests.recallAudioDelay(generation, delay)
        default: break
        }
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        if let offer, offer.playing != scene.item?.id || !scene.isInQueue(offer.continuation.item) { self.offer = nil }
    }

    func describe(into published: inout Published) { published.continuation = offer }

    /// Asks with which item a queue goes on that was replaced, once its first item is opened. That is the second time if
    /// the first was a list.
    private mutating func askForQueue(_ generation: Generation, _ scene: Scene, _ requests: inout Requests) {
        guard mayContinue, scene.settings.continuing != .never, scene.queue.currentIndex == 0,
            (2...Continuation.mostItems).contains(scene.items.count), generation == scene.generation
        else { return }
        let items = scene.items.filter { FileTrack($0.description) == nil }
        mayContinue = false
        guard items.count > 1 else { return }
        asked = generation
        requests.perform(.library(.recallQueue(generation, items)))
    }

    private mutating func goOn(_ continuation: Continuation, _ scene: Scene, _ requests: inout Requests) {
        guard let item = scene.item, continuation.item != item.id else { return }
        switch scene.settings.continuing {
        case .always: requests.goOn(continuation)
        case .ask: offer = ContinuationOffer(playing: item.id, continuation: continuation)
        case .never: break
        }
    }

    /// Resumes spoken word a little before the pause, if the pause was long enough.
    private mutating func rewindAfterPause(_ scene: Scene, _ requests: inout Requests) {
        defer { pausedAt = nil }
        guard let pausedAt, scene.now - pausedAt >= Self.noticeablePause, scene.facts.canSeek, scene.seekTarget == nil,
            scene.contentKind == .speech
        else { return }
        let here = scene.position
        let point = ResumePoint(position: here, chapterStart: min(scene.chapterStart(at: here), here), isSpeech: true)
        let target = scene.settings.rewindSteps.start(from: point, absence: scene.now - pausedAt)
        if target < here { requests.seek(to: target, .rule) }
    }
}
