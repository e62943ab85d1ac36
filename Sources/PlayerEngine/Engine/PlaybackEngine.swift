public import GLibLoop
internal import Gst
public import PlayerCore

/// Carries out the core's effects with GStreamer and reports the results.
///
/// It owns the current item, the next item that is prepared beside it, and the output. Its machines decide, and it carries
/// their decisions out. It makes no decisions about the queue.
@MediaActor
public final class PlaybackEngine {
    /// The item that is heard or will be heard next.
    var current: ItemPipeline? {
        didSet { if let current, current !== oldValue { reader.images.itemChanged() } }
    }
    /// The item that is prepared to follow it.
    var next: ItemPipeline?
    /// Another pipeline of the current item, prepared to continue after a cut.
    var continuation: ItemPipeline?
    /// What is linked to the output, and how far it is heard. Timers whose reason is gone end with it.
    var air = OnAir<ItemPipeline>() {
        didSet {
            if air.join == nil { timers[.handOver] = nil }
            if air.nextTags == nil { timers[.tags] = nil }
        }
    }
    /// At most one for each purpose.
    var timers: [EngineTimer: LoopSource] = [:]
    /// What the core wants of the output.
    var wanted = WantedPlayback()
    /// The seek in the current item.
    var seeks = SeekRun()
    /// What the current item waits for, and what follows it.
    var handOver = HandOver() { didSet { if !handOver.isHeldBack { timers[.patience] = nil } } }
    /// What the current item waits for while its source does not deliver.
    var recovery = SourceRecovery() {
        didSet {
            if !recovery.isTryScheduled { timers[.reconnection] = nil }
            if !recovery.hasPartAhead { timers[.missingPart] = nil }
        }
    }
    /// The frame in the window while playback is paused.
    var picture = PausedPicture()
    /// What is drawn into the window.
    var screen: EngineScreen

    /// The sinks and what leads to them; nil before the first item.
    var output: OutputPipeline?
    /// Which sinks are being opened, and which are lost.
    var sinks = OutputState() { didSet { if !sinks.isRetryScheduled { timers[.outputRetry] = nil } } }
    /// The wanted and the used sound device.
    var devices = DeviceUse()

    /// The effects that wait until GStreamer has started, in their order; nil while nothing waits.
    private var effectsAhead: [EngineEffect]?

    var configuration: EngineConfiguration
    let surroundings: SinkSurroundings
    let log: @Sendable (EngineLogLevel, String) -> Void
    let tell: @MediaActor (EngineEvent) -> Void
    let reader: MediaReader

    /// - Parameters:
    ///   - environment: the environment of the process, for the choice of sinks.
    ///   - reader: reads the contents of items, and stores their pictures.
    ///   - surface: the window that video is drawn into.
    ///   - tell: receives every event, on the media loop.
    public init(
        configuration: EngineConfiguration, environment: [String: String],
        log: @escaping @Sendable (EngineLogLevel, String) -> Void, reader: MediaReader,
        surface: any PictureSurface = NoPictureSurface(), tell: @escaping @MediaActor (EngineEvent) -> Void
    ) {
        self.configuration = configuration
        surroundings = SinkSurroundings(environment: environment)
        self.log = log
        self.tell = tell
        self.reader = reader
        screen = EngineScreen(surface) { frame in tell(.pictureFramed(frame)) }
        connectCards()
    }

    /// Applies a changed configuration: sources from the next item on, sinks when they are opened next.
    public func reconfigure(_ new: EngineConfiguration) {
        let sinksChanged = new.audioSink != configuration.audioSink || new.videoSink != configuration.videoSink
        configuration = new
        if sinksChanged { rebuildOutput() }
    }

    /// Carries out an effect without waiting for it.
    public func perform(_ effect: EngineEffect) {
        guard effectsAhead == nil else {
            effectsAhead?.append(effect)
            return
        }
        switch effect {
        // Not at the start of the daemon: an idle daemon needs no plugin registry in memory.
        case .prepare, .preload, .watchDevices(true):
            effectsAhead = [effect]
            OffLoop.startGStreamer { [weak self] in self?.catchUp() }
        default: carryOut(effect)
        }
    }

    /// Carries out the effects that waited for GStreamer.
    private func catchUp() {
        let waiting = effectsAhead ?? []
        effectsAhead = nil
        for effect in waiting { carryOut(effect) }
    }

    private func carryOut(_ effect: EngineEffect) {
        switch effect {
        case .prepare(let generation, let request): prepare(generation, request)
        case .preload(let generation, let request): preload(generation, request)
        case .dropPreload: dropPreload()
        case .release: release(keepsPicture: false)
        case .rest: release(keepsPicture: true)
        case .setPlaying(let isPlaying): setPlaying(isPlaying)
        case .seek(let generation, let id, let target, let accuracy, let cuts):
            request(
                SeekRun.Request(generation: generation, id: id, target: target, accuracy: accuracy, cuts: cuts))
        case .setRate(let generation, let id, let rate, let position, let cuts):
            setRate(generation, id, rate, at: position, cuts: cuts)
        case .cut(let generation, let cuts): setCuts(generation, cuts)
        case .blank(let generation, let sound, let picture): blank(generation, sound: sound, picture: picture)
        case .setVolume(let volume):
            wanted.volume = volume
            output?.setVolume(volume)
        case .chooseDevice(let id): chooseDevice(id)
        case .watchDevices(let isAsked): watchDevices(isAsked)
        case .watchBuffer(let isAsked): watchBuffer(isAsked)
        case .setGain(let generation, let gain): setGain(generation, gain)
        case .selectAudio(let generation, let track): selectAudio(generation, track)
        case .selectSubtitles(let generation, let track): selectSubtitles(generation, track)
        case .preferTracks(let generation, let wishes): preferTracks(generation, wishes)
        case .styleSubtitles(let style): styleSubtitles(style)
        case .delaySound(let delay):
            wanted.soundDelay = delay
            output?.delaySound(by: delay.nanoseconds)
        case .addSubtitles(let generation, let uri): addSubtitles(generation, uri)
        case .scalePicture(let width, let height): scalePicture(width: width, height: height)
        case .fillWindow(let fills): fillWindow(fills)
        case .findFrame(let generation, let frames): findFrame(generation, by: frames)
        case .turnPicture(let generation, let quarters): turnPicture(generation, quarters: quarters)
        case .disconnect(let generation): disconnect(generation)
        case .connect(let generation): connect(generation)
        case .redrawPicture: output?.redrawPicture()
        case .showCards(let drawing): screen.cards.show(drawing)
        case .showArtwork(let uri): screen.artwork.show(uri)
        }
    }

    /// Stops everything immediately, before the process ends.
    public func shutDown() {
        release(keepsPicture: false)
        endDeviceWatch()
        if let output {
            for kind in output.chains.keys { output.uninstall(kind) }
            OffLoop.tearDown(output.pipeline) { _ in }
        }
        output = nil
    }

    // MARK: Items

    private func prepare(_ generation: Generation, _ request: ItemRequest) {
        let taken = next?.generation == generation ? next : nil
        // The item may have been joined to the previous one already. Its data in the output is dropped with that of
        // the other.
        let wasJoined = air.carries(taken)
        if taken == nil { retireNext() }
        next = nil
        let format = currentFormat
        timers[.rest] = nil
        cutCurrent()
        lookForDevices()
        current = taken ?? makeItem(generation, request, format: format)
        if taken == nil {
            if let current, !current.isNetwork { wait(for: .findings, generation) }
            readFindings(generation, request)
        }
        if let taken {
            if wasJoined { bringBack(taken, to: taken.request.start) }
            guard current === taken else { return }
            // Before the item is ready, its duration and whether it can seek are unknown. `.ready` reports them.
            if taken.phase == .ready { tell(.prepared(generation, taken.facts)) }
            tellFacts(taken)
            prepareContinuation()
            if taken.phase == .ready { becameReady(taken) }
        }
    }

    private func preload(_ generation: Generation, _ request: ItemRequest) {
        retireNext()
        next = makeItem(generation, request, format: currentFormat)
        readFindings(generation, request)
    }

    private func dropPreload() {
        guard let next else { return }
        let position = currentPosition
        if air.carries(next) {
            takeBack(next)
            retireNext()
            // The end of the current item was dropped together with its successor, so it is played again from here.
            if let position { return refill(at: position) }
        } else {
            retireNext()
        }
        if let current, current.isDrained { currentDrained() }
    }

    private func release(keepsPicture: Bool) {
        retireNext()
        cutCurrent()
        wanted.isPlaying = false
        if !keepsPicture || output?.rest() != true {
            output?.close()
            screen.lines.forget()
        }
        updateDeviceWatch()
        // Spare threads end last, after 15 s. What is opened before needs the code again.
        returnMemory(after: 17)
    }

    /// Returns memory that is not in use, `delay` seconds from now, unless an item begins before: glibc would keep that of
    /// the most demanding item while mediad is stopped, perhaps for days, and the code that opened an item would stay mapped
    /// while it plays.
    public func returnMemory(after delay: Double) {
        set(.rest, after: Int64(delay * 1e6))
    }

    /// Ends the current item immediately and drops its data in the output.
    func cutCurrent() {
        seeks = SeekRun()
        picture.forget()
        handOver.letGo()
        (timers[.drain], timers[.stall], timers[.nextPart]) = (nil, nil, nil)
        recovery = SourceRecovery()
        retireContinuation()
        if current != nil, let item = air.item { output?.detach(item, flushing: true) }
        air = OnAir()
        guard let old = current else { return }
        current = nil
        old.retire()
    }

    private func retireNext() {
        guard let old = next else { return }
        if air.carries(old) {
            output?.detach(old, flushing: true)
            air.leave()
        }
        next = nil
        old.retire()
    }

    // MARK: Events of items

    func handle(_ item: ItemPipeline, _ event: ItemPipeline.Event) {
        if item === continuation { return handleContinuation(item, event) }
        guard item === current || item === next else { return }
        switch event {
        case .ready:
            tell(.prepared(item.generation, item.facts))
            becameReady(item)
            if item === current { carryOut(seeks.event(.itemReady)) }
        case .passed: if item === current { checkLanding() }
        case .drained: if item === current, air.carries(item) { currentDrained() }
        case .buffering(let percent): buffered(item, percent)
        case .durationChanged: tell(.durationChanged(item.generation, item.duration))
        case .growthChanged: growthChanged(item)
        case .edgeMoved: settleEdge(item)
        case .tagsChanged: tagsChanged(item)
        case .tagsPassed(let ahead): tagsPassed(ahead)
        case .tracksChanged:
            tracksChanged(item)
        case .partLoaded(let part): partLoaded(item, part)
        case .subtitlesRead: showLines(of: item)
        case .aspectChanged: tell(.aspectChanged(item.generation, item.picture.aspect))
        case .frameDropped: if item === current { air.dropFrame() }
        case .stuck: stuck(item)
        case .empty: openEmptyAgain(item)
        case .hung: hung(item)
        case .failed(let fault): failed(item, fault)
        }
    }

    /// How many seconds to wait for an item's streams. Short at first for files: opening again is cheap, and usually
    /// helps.
    func patience(_ item: ItemPipeline) -> Int64 {
        // Everything before the start must be decoded.
        if item.seeking.runsUp { return 120 }
        if item.isNetwork { return 2 * Int64(configuration.networkTimeout) + 5 }
        return item.attempts.number == 0 ? 1 : item.attempts.number == 1 ? 2 : 10
    }

    /// Opens a stuck item again. After the third time, the item fails.
    private func stuck(_ item: ItemPipeline) {
        guard !item.streaming.isNetwork, item.attempts.number < 2 else { return failed(item, item.stuckFault) }
        log(.info, "\(item.uri) cannot be opened: trying again")
        let fresh = makeItem(
            item.generation, item.request, attempt: item.attempts.number + 1, format: item.edits.keptFormat)
        fresh?.takeTracks(from: item)
        fresh?.edits.gain = item.edits.gain
        if item === next { next = fresh } else { current = fresh }
        item.retire()
    }
}
