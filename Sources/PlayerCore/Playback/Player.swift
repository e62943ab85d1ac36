/// Decides everything: commands and engine events in, effects, notices and a snapshot out.
///
/// The state is kept in separate fields (what the user asked, how far the current item is, what holds the output back,
/// which seek runs, what is prepared next) instead of one large enumeration; the status that clients see follows from the
/// first two. Each item pipeline has a generation, and what an older generation says is dropped. After each command or
/// event ``settle(at:)`` derives what follows from the state as a whole: whether the output runs, the timers, and what is
/// prepared beside the current item.
public struct Player: Sendable {
    /// What the user asked for.
    enum Intent: Hashable, Sendable { case stopped, paused, playing }

    /// How far the current item is.
    enum Phase: Hashable, Sendable {
        case idle, preparing, ready
        /// The end of the queue was reached.
        case ended
        /// Nothing could be played any more.
        case failed(PlaybackFault)
    }

    var settings: PlayerSettings
    var queue: Queue
    var progression: Progression

    var intent: Intent = .stopped
    var phase: Phase = .idle
    /// The current item's pipeline; nil when there is none.
    var generation: Generation?
    /// What is known of the current item.
    var facts = ItemFacts()
    /// Where the current item starts when it is prepared next.
    var start: MediaTime = .zero
    /// The current item begins anew under the same id, which clients are told of with `Seeked`.
    var isRestart = false
    /// When the current pipeline was first heard or seen; nil before.
    var startedAt: MonotonicTime?
    /// Stands unless ``isMoving``.
    var anchor: PositionAnchor = .standing(at: .zero)

    /// Below 100 while the output stands for want of data.
    var bufferingPercent: Int?
    /// When the moving position was last made to stand by one of the two.
    var stalledSince: MonotonicTime?
    /// Set while the sound server is gone.
    var outputFault: PlaybackFault?

    var seeking = SeekMachine()
    /// The last seek that somebody asked for before the current pipeline was first heard; nil: there was none.
    var earlySeek: EarlySeek?
    /// The end was heard while a seek ran; it counts only if that seek fails.
    var endedWhileSeeking = false
    var rate = 1.0
    /// The rate the pipeline last took.
    var engineRate = 1.0
    /// The rate of the last ``PlayerEffect/setRate(_:_:_:at:)``, which may not have landed.
    var engineRateOnTheWay = 1.0
    var volume: Double

    var preload: Preload?
    /// The next item turned out to be live: it is prepared when its turn comes, not before.
    var liveAhead: ItemID?
    var armedPreload: MonotonicTime?
    var armedReanchor: MonotonicTime?

    /// The current item's chapters, and which of them is current.
    var chapters = ChapterState()
    var preferredLanguages: [String]
    var segments = SegmentState()
    var proposals = ProposalState()
    var sleep = SleepState()
    var trim = TrimState()
    var watching = StillWatching()
    var window = WindowKeeping()
    var cards = CardState()
    var journal = JournalState()
    /// Where items go on that were left in the middle, while they wait to be heard.
    var resumeStarts: [ItemID: MediaTime] = [:]
    /// The current item goes on where it was left, if it was: nobody said where it starts.
    var startsWhereLeft = false
    /// Since when playback is paused; nil where coming back is no return.
    var pausedAt: MonotonicTime?
    /// What held before a series brought its own rate.
    var rateBeforeSeries: Double?
    /// A client wants what plays to be played as it comes.
    var wantsLinearPlayback = false
    /// Where items start whose sidecar says so.
    var sidecarStarts: [ItemID: MediaTime] = [:]
    /// What was once read of the queue's entries.
    var memory = ItemMemory()
    var reading = ReadingAhead()
    var announcement = ItemAnnouncement()
    /// Pictures of the current item that somebody wanted to see.
    var images: [ImageSource: ImageFetch] = [:]

    /// Items that could not be played since something was last heard to its end or asked for by name.
    var failures: Set<ItemID> = []
    /// Which way to look when an item cannot be played.
    var travel: Direction = .forward
    var itemStates: [ItemID: ItemState] = [:]
    var error: ItemFault?
    var sinks = SinkReport(audio: "none", video: "none")

    /// The playing that is kept account of: the one of ``generation``, once a command or event is handled.
    var playback: Playback?
    var lastEnding: PlaybackEnding?
    /// Of the current pipeline.
    var timing = PipelineTiming()
    /// When the command or event came that is being handled, and what held before it.
    var moment = MonotonicTime(nanoseconds: 0)
    var positionBefore = MediaTime.zero
    var endBefore: MediaTime?
    /// Why the current pipeline ends with this command or event, where its generation does not tell.
    var cause: PlaybackEnding.Cause?

    /// What the engine was last told of the output; nil while it has none.
    var toldPlaying: Bool?
    var toldVolume = 1.0
    var lastGeneration: UInt64 = 0
    /// Collected while a command or event is handled.
    var outcome = PlayerOutcome()

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: what shuffling starts from.
    public init(firstID: UInt64, seed: UInt64, settings: PlayerSettings = PlayerSettings()) {
        precondition(settings.rates.contains(1), "The rates must include 1, at which everything can be played.")
        self.settings = settings
        queue = Queue(firstID: firstID, seed: seed)
        volume = settings.volume
        progression = settings.progression
        preferredLanguages = settings.preferredLanguages
        chapters.published.preferredLanguages = preferredLanguages
        segments.published.policies = settings.segmentPolicies
    }

    /// Takes a command; `now` is the moment of the call.
    ///
    /// - Returns: the answer for the caller, and what follows for the others. A refused command changes nothing.
    public mutating func handle(
        _ command: PlayerCommand, from origin: CommandOrigin, now: MonotonicTime
    ) -> (Result<CommandReply, CommandRefusal>, PlayerOutcome) {
        note(now)
        let result = take(command, from: origin, now: now)
        return (result, settle(at: now))
    }

    /// The one door: calls on the bus, keys and clicks in the window, and timers all come in here.
    @discardableResult
    mutating func take(
        _ command: PlayerCommand, from origin: CommandOrigin, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        guard origin == .person else { return carryOut(command, from: origin, now: now) }
        answerStillWatching(command, now: now)
        let (volume, generation) = (volume, generation)
        let result = carryOut(command, from: origin, now: now)
        noteFeedback(command, volumeBefore: volume, generationBefore: generation, now: now)
        noteSignOfLife(now: now)
        return result
    }

    private mutating func carryOut(
        _ command: PlayerCommand, from origin: CommandOrigin, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .play, .pause, .playPause:
            guard queue.current != nil else { return .failure(Self.nothingToPlay) }
            let pauses = command == .pause || (command == .playPause && status == .playing)
            if pauses { pause(now: now) } else { play(now: now) }
        case .stop: stop()
        case .next: return stepForward(now: now)
        case .previous: return stepBackward(now: now)
        case .seek(let offset): return seek(by: offset, now: now)
        case .setPosition(let id, let position): return setPosition(id, position, now: now)
        case .openURI(let uri): return openURI(uri, now: now)

        case .setLoop(let loop): queue.loop = loop
        case .setShuffle(let isShuffled): queue.setShuffled(isShuffled)
        case .setRate(let rate): return setRate(rate, now: now)
        case .setVolume(let volume): return setVolume(volume)
        case .setProgression(let progression): self.progression = progression

        case .replaceQueue(let items, let play, let start, let index):
            return replaceQueue(items, play: play, start: start, index: index)
        case .insert(let items, let index): return insert(items, at: index)
        case .addTrack(let uri, let id, let makeCurrent):
            return addTrack(uri, after: id, makeCurrent: makeCurrent, now: now)
        case .move(let id, let index): return move(id, to: index)
        case .remove(let ids): return remove(ids, now: now)
        case .clear: clear()
        case .goTo(let id): return goTo(id, now: now)
        case .setDescription(let id, let description): return setDescription(id, description)

        case .goToChapter(let index): return goToChapter(Int(index), now: now)
        case .nextChapter: return goToNextChapter(now: now)
        case .previousChapter: return goToPreviousChapter(now: now)
        case .setPreferredLanguages(let languages): return setPreferredLanguages(languages)
        case .setMarkers(let title, let markers): return setMarkers(title, markers)

        case .takeOffer: return takeOffer(now: now)
        case .dismissOffer: return dismissOffer()
        case .unskip: return unskip(now: now)
        case .setSegments(let segments): return setSegments(segments)
        case .setSegmentPolicies(let policies): setPolicies(policies)
        case .setLinearPlayback(let isLinear): wantsLinearPlayback = isLinear

        case .propose(let proposal): return propose(proposal)
        case .withdrawProposal: return withdrawProposal()
        case .acceptProposal: return acceptProposal(origin == .timer ? .automatic : .user, now: now)
        case .rejectProposal: return rejectProposal(now: now)
        case .deferProposal: return deferProposal()
        case .inhibitProposals(let who): return inhibitProposals(who)
        case .releaseProposals(let ticket): return releaseProposals(ticket)

        case .setSleepTimer(let kind, let duration): return setSleepTimer(kind, duration, now: now)

        case .beginTrimming: return beginTrimming()
        case .setInPoint(let time): return setTrimPoint(.inPoint, time, now: now)
        case .setOutPoint(let time): return setTrimPoint(.outPoint, time, now: now)
        case .finishTrimming(let keep): return finishTrimming(keep: keep, now: now)
        case .setTrimLoops(let loops): trim.loops = loops

        case .lookAt(let items): reading.look(at: items)

        case .restore(let session, let absence, let plays): restore(session, absence: absence, plays: plays)
        case .resume(let uri, let recollection): return resume(uri, recollection, now: now)

        case .startPictureInPicture: return startPictureInPicture(now: now)
        case .stopPictureInPicture: return stopPictureInPicture(now: now)
        case .closePictureInPicture: return closePictureInPicture(now: now)
        case .togglePictureInPicture: return togglePictureInPicture(now: now)
        case .setFullscreen(let isOn): return setFullscreen(isOn, now: now)
        case .raiseWindow: return raiseWindow()
        case .registerInterface(let who): return registerInterface(who, now: now)
        case .restoreCompleted(let serial, let isBack): return restoreCompleted(serial, isBack, now: now)
        case .setStartsAutomatically(let isOn): window.machine.startsAutomatically = isOn
        case .setCorner(let corner): setCorner(corner, now: now)
        case .setLocked(let isLocked): window.isLocked = isLocked
        case .setWindowWidth(let width): return setWindowWidth(width, now: now)

        case .configure(let settings): configure(settings)

        case .selectAudio(let track): return selectAudio(track)
        case .selectSubtitles(let track): return selectSubtitles(track)
        case .addSubtitles(let uri): return addSubtitles(uri)
        }
        return .success(.done)
    }

    /// Takes what the engine told; `now` is the moment of handling it. What an older generation says changes nothing.
    public mutating func handle(_ event: EngineEvent, now: MonotonicTime) -> PlayerOutcome {
        note(now)
        switch event {
        case .prepared(let generation, let item): prepared(generation, item, now: now)
        case .started(let generation, let anchor): started(generation, anchor, now: now)
        case .anchored(let generation, let anchor): anchored(generation, anchor)
        case .seekLanded(let generation, let id, let anchor): seekLanded(generation, id, anchor, now: now)
        case .seekFailed(let generation, let id, _): seekFailed(generation, id, now: now)
        case .buffering(let generation, let percent): buffering(generation, percent, now: now)
        case .durationChanged(let generation, let duration): durationChanged(generation, duration)
        case .seekableChanged(let generation, let isSeekable): change(generation) { $0.isSeekable = isSeekable }
        case .tagsChanged(let generation, let tags): change(generation) { $0.tags = tags }
        case .tracksChanged(let generation, let tracks): change(generation) { $0.tracks = tracks }
        case .findingsRead(let generation, let findings): findingsRead(generation, findings, now: now)
        case .imageFetched(let source, let uri): imageFetched(source, uri)
        case .itemRead(let id, let uri, let findings): itemRead(id, uri, findings)
        case .chaptersRead(let uri, let found): if chapters.named?.uri == uri { chapters.named?.chapters = found }
        case .ended(let generation): ended(generation, now: now)
        case .failed(let generation, let fault): failed(generation, fault, now: now)
        case .outputLost(let fault, _): outputLost(fault, now: now)
        case .outputRestored: outputRestored(now: now)
        case .framesDropped(let generation, let total): framesDropped(generation, total)
        case .sinksChosen(let report):
            sinks = report
            windowSinkChosen(report.video, now: now)
        case .cutPassed(let generation, let anchor): cutPassed(generation, anchor, now: now)
        case .cutFailed(let generation): cutFailed(generation)
        case .timerFired(.preload): armedPreload = nil
        case .timerFired(.reanchor): reanchorFired(now: now)
        case .timerFired(.chapter): chapters.armed = nil
        case .timerFired(.segment): segments.armed = nil
        case .timerFired(.proposal): proposals.armed = nil
        case .timerFired(.sleep): sleep.armed = nil
        case .timerFired(.stillWatching): watching.armed = nil
        case .timerFired(.journal): journalDue()
        case .timerFired(.cards): cards.machine.timerFired()
        case .timerFired(.announcement): announcement.armed = nil
        case .pictureFramed(let rect): cards.pictureFrame = rect
        case .timerFired(.window): windowDeadlinePassed(now: now)
        case .windowOpened(let backend, let capabilities, let reason): windowOpened(backend, capabilities, reason)
        case .windowPlaced(let number, let report): windowPlaced(number, report, now: now)
        case .windowChanged(let event): windowChanged(event, now: now)
        case .restoredItemReplaced(let id): restoredItemReplaced(id, now: now)
        case .recalled(let generation, let recollection): recalled(generation, recollection, now: now)
        case .choiceRecalled(let generation, let choice): choiceRecalled(generation, choice)
        }
        return settle(at: now)
    }

    /// The configuration was read again: what it changed counts, what clients changed since stays where it did not.
    private mutating func configure(_ new: PlayerSettings) {
        if new.progression != settings.progression { progression = new.progression }
        if new.preferredLanguages != settings.preferredLanguages { preferredLanguages = new.preferredLanguages }
        let hasOtherPolicies = new.segmentPolicies != settings.segmentPolicies
        settings = new
        if hasOtherPolicies { setPolicies([:]) }
    }

    /// What clients are told; a pure function of what was asked and how far the current item is.
    static func status(_ intent: Intent, _ phase: Phase) -> PlayerSnapshot.Status {
        switch (intent, phase) {
        case (.stopped, _), (_, .idle), (_, .ended), (_, .failed): .stopped
        case (.paused, .preparing), (.paused, .ready): .paused
        case (.playing, .preparing), (.playing, .ready): .playing
        }
    }

    /// What clients are told now.
    var status: PlayerSnapshot.Status { Self.status(intent, phase) }

    /// Derives what follows from the new state as a whole, and hands out what was collected.
    private mutating func settle(at now: MonotonicTime) -> PlayerOutcome {
        // A segment may end the item: then what follows from the next one is derived as well. An item that ends by
        // itself as it begins counts as failed, so this ends.
        for _ in 0...settings.failureLimit {
            let item = queue.current?.id
            let generation = generation
            settleTrimming(now: now)
            settleOutput(now: now)
            settleRate(now: now)
            settlePreload(now: now)
            settleReanchor(now: now)
            settleChapters(now: now)
            settleChoices()
            settleSegments(now: now)
            // What has to be seen first plays at 1 at most.
            settleRate(now: now)
            settleProposal(now: now)
            settleSleep(now: now)
            settleStillWatching(now: now)
            // What is presented is to be ready at once.
            if proposals.machine.state == .presented { settlePreload(now: now) }
            if queue.current?.id == item, self.generation == generation { break }
        }
        settleTrimming(now: now)
        // Whatever came of it last: pausing by the sleep timer.
        settleOutput(now: now)
        settleWindow(now: now)
        // Closing it may have paused.
        settleOutput(now: now)
        settleCards(now: now)
        settleArtwork()
        settleAnnouncement(now: now)
        settleReadingAhead()
        settlePlayback()
        settleJournal(now: now)
        defer { outcome = PlayerOutcome() }
        return outcome
    }

    private mutating func settleOutput(now: MonotonicTime) {
        if generation != nil, toldPlaying != (intent == .playing) {
            toldPlaying = intent == .playing
            perform(.setPlaying(intent == .playing))
        }
        let loudness = volume * sleepLoudness(now: now)
        if toldVolume != loudness {
            toldVolume = loudness
            perform(.setVolume(loudness))
        }
    }

    /// Collects an effect for the engine.
    mutating func perform(_ effect: PlayerEffect) { outcome.effects.append(effect) }
    /// Collects a notice for clients.
    mutating func notify(_ notice: PlayerNotice) { outcome.notices.append(notice) }
}
