public import GLibLoop
internal import Gst
public import PlayerCore

/// Carries out the core's effects with GStreamer and tells what came of them.
///
/// It owns the item that is heard, the one prepared beside it, and the output. It decides nothing about the queue.
@MediaActor
public final class PlaybackEngine {
    /// What an item may wait for before it is heard.
    enum Awaited: Hashable {
        case findings
        /// Whoever gave the number lets the item go.
        case answer(UInt64)
    }

    /// The item whose sound leaves (or is about to leave) the output.
    var current: ItemPipeline? {
        didSet { if let current, current !== oldValue { reader.images.itemChanged() } }
    }
    /// The item prepared beside it.
    var next: ItemPipeline?
    /// The current item once more, prepared to go on behind a cut.
    var continuation: ItemPipeline?
    /// The item whose streams are linked to the output: the one that follows from the hand-over until it is heard.
    var onAir: ItemPipeline?
    /// Whether ``onAir`` has been told as started.
    var hasStarted = false
    /// What the core wants of the output.
    var wantsPlaying = false
    /// The seek that runs, and who asked.
    var running: (id: SeekID, seek: Seek)?
    /// Wished for while the current item still goes to where it was to begin.
    var heldSeek: (generation: Generation, id: SeekID, target: MediaTime, accuracy: SeekAccuracy, cuts: [Cut])?
    /// Where the item on the air stands in the output's running time.
    var timeline: Timeline?
    /// Where playback stands while what is seen or heard there is on its way to the sinks.
    var standing: MediaTime?
    var handOverTimer: LoopSource?
    /// When the sinks are told of the current item's end.
    var drainTimer: LoopSource?
    /// What the current item waits for before it is heard, for so long at most: its first second may be one that is never
    /// heard, or it goes on somewhere else.
    var awaited: Set<Awaited> = []
    var patienceTimer: LoopSource?
    /// What was last told of how far the current item's source has refilled.
    var toldBuffering = 100
    /// The server of the current item was lost.
    var reconnection: Reconnection?
    /// Whether a source that has begun to refill is to be waited for.
    var stallTimer: LoopSource?
    /// Items of which it is not known yet what is inside them and beside them.
    var unread: Set<Generation> = []
    /// Running time at which the next item joins, from the hand-over until it is heard.
    var pendingJoin: Int64?
    /// Tags that left their item and are not heard yet, in the order in which they will be.
    var tagsAhead: [TagsAhead] = []
    var tagsTimer: LoopSource?
    /// The current item's data is out, and the sinks were told that nothing follows; until something else begins.
    var isDraining = false
    var volume = 1.0
    /// How subtitles are shown.
    var style = SubtitleStyle()
    /// Draws the lines of other files.
    let lines = SubtitleScreen()
    /// Of the window, in pixels; nil before anybody said so.
    var pictureSize: (width: Int, height: Int)?
    /// What stands is to be drawn anew once it is there.
    var isRedrawOwed = false

    var output: OutputPipeline?
    /// What to do once the sinks are open.
    var openingSinks: Set<StreamKind> = []
    /// The window went away while sinks were being opened.
    var isWindowOwed = false
    /// When a ladder was last climbed to its end without finding a device; absent where one was found.
    var withoutDeviceSince: [StreamKind: MonotonicTime] = [:]
    /// Which sound device is wanted, and which is used.
    var devices = DeviceUse()
    /// When a sound server refused all sound.
    var lastRefusal: MonotonicTime?
    var recovery: (kind: StreamKind, attempt: Int, lastTry: MonotonicTime, timer: LoopSource?)?

    /// What the video sink had dropped when the current item began, and what was told of the item since.
    var dropped: (before: UInt64, told: UInt64) = (0, 0)

    var configuration: EngineConfiguration
    let environment: [String: String]
    let soundDevices: SoundDeviceSearch
    let log: @Sendable (EngineLogLevel, String) -> Void
    let tell: @MediaActor (EngineEvent) -> Void
    let reader: MediaReader
    let surface: any PictureSurface
    let cards: CardRenderer
    let artwork: ArtworkRenderer

    /// - Parameters:
    ///   - environment: the process's, for the choice of sinks.
    ///   - reader: reads what is inside items, and keeps the pictures that come with them.
    ///   - surface: where pictures are drawn.
    ///   - tell: receives every event, on the media loop.
    public init(
        configuration: EngineConfiguration, environment: [String: String],
        log: @escaping @Sendable (EngineLogLevel, String) -> Void, reader: MediaReader,
        surface: any PictureSurface = NoPictureSurface(), tell: @escaping @MediaActor (EngineEvent) -> Void
    ) {
        self.configuration = configuration
        self.environment = environment
        soundDevices = SoundDeviceSearch()
        self.log = log
        self.tell = tell
        self.reader = reader
        self.surface = surface
        cards = CardRenderer { frame in tell(.pictureFramed(frame)) }
        artwork = ArtworkRenderer(surface: surface)
        cards.onPresent = { [weak self] in self?.cardsPresented() }
    }

    /// Takes over a changed configuration: sources at the next item, sinks when they are opened next.
    public func reconfigure(_ new: EngineConfiguration) {
        let sinksChanged = new.audioSink != configuration.audioSink || new.videoSink != configuration.videoSink
        configuration = new
        if sinksChanged { rebuildOutput() }
    }

    /// Carries out one effect, without waiting for it.
    public func perform(_ effect: EngineEffect) {
        switch effect {
        case .prepare(let generation, let request): prepare(generation, request)
        case .preload(let generation, let request): preload(generation, request)
        case .dropPreload: dropPreload()
        case .release: release()
        case .setPlaying(let isPlaying): setPlaying(isPlaying)
        case .seek(let generation, let id, let target, let accuracy, let cuts):
            seek(generation, id, to: target, accuracy, cuts: cuts)
        case .setRate(let generation, let id, let rate, let position, let cuts):
            setRate(generation, id, rate, at: position, cuts: cuts)
        case .cut(let generation, let cuts): setCuts(generation, cuts)
        case .blank(let generation, let sound, let picture): blank(generation, sound: sound, picture: picture)
        case .setVolume(let volume):
            self.volume = volume
            output?.setVolume(volume)
        case .chooseDevice(let id): chooseDevice(id)
        case .watchDevices(let isAsked): watchDevices(isAsked)
        case .setGain(let generation, let gain): setGain(generation, gain)
        case .selectAudio(let generation, let track): selectAudio(generation, track)
        case .selectSubtitles(let generation, let track): selectSubtitles(generation, track)
        case .preferTracks(let generation, let wishes): preferTracks(generation, wishes)
        case .styleSubtitles(let style): styleSubtitles(style)
        case .addSubtitles(let generation, let uri): addSubtitles(generation, uri)
        case .scalePicture(let width, let height): scalePicture(width: width, height: height)
        case .redrawPicture: output?.redrawPicture()
        case .showCards(let cards): self.cards.show(cards)
        case .showArtwork(let uri): artwork.show(uri)
        }
    }

    /// Stops everything at once, for the end of the process.
    public func shutDown() {
        release()
        endDeviceWatch()
        if let output {
            for kind in output.chains.keys { output.uninstall(kind) }
            OffLoop.tearDown(output.pipeline) { _ in }
        }
        output = nil
    }

    /// Reads what is inside a new item, beside preparing it.
    private func readFindings(_ generation: Generation, _ uri: String) {
        let others = [current, next].compactMap { $0?.generation }
        let log = log
        unread = unread.intersection(others).union([generation])
        reader.probe.read(generation, uri, keeping: others, configuration: configuration) { [weak self] findings in
            for problem in findings?.problems ?? [] { log(.info, "\(uri): \(problem)") }
            self?.unread.remove(generation)
            if let findings { self?.opened(generation)?.take(findings) }
            self?.openRead(generation, findings)
            if let container = findings?.container, container.isChained { self?.isChained(generation) }
            if let findings, findings.container.container != nil, !findings.givesRanges {
                self?.givesNoRanges(generation)
            }
            if let findings { self?.tell(.findingsRead(generation, findings)) }
            self?.stopWaiting(for: .findings, generation)
        }
    }

    /// Ogg over HTTP is read before it is opened: only then it is known whether its end can be found.
    ///
    /// Read only onwards, GStreamer guesses the length from the first pages and lands seconds beside where it was sought
    /// to, if it can be sought in at all; read anywhere, both are exact. But a stream without an end must not be.
    static func isReadFirst(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasPrefix("http") && [".ogg", ".oga", ".opus", ".ogv", ".spx"].contains { path.hasSuffix($0) }
    }

    /// The current item or the one beside it.
    private func opened(_ generation: Generation) -> ItemPipeline? {
        [current, next].compactMap { $0 }.first { $0.generation == generation }
    }

    private func openRead(_ generation: Generation, _ findings: ItemFindings?) {
        guard let item = opened(generation), item.isClosed, Self.isReadFirst(item.request.uri) else { return }
        if let findings, findings.givesRanges, findings.container.container == "ogg" { item.readAnywhere() }
        item.open(patience: patience(item))
    }

    /// Its start may lie behind its first stream, where no seek reaches.
    private func isChained(_ generation: Generation) {
        guard let item = opened(generation) else { return }
        item.isChained = true
        guard item.request.start > .zero, !item.runsUp, !hasStarted || item !== current else { return }
        openAgain(item, playing: item.currentChoice, at: item.request.start)
    }

    /// A seek would end the connection before the server refuses it: then only the start is left.
    private func givesNoRanges(_ generation: Generation) {
        // One that begins with a seek is refused soon enough, and begins again without.
        guard let item = opened(generation), item.isNetwork, item.request.start == .zero, item.rate == 1,
            item.allowsSeeking
        else { return }
        item.givesNoRanges = true
        if item.phase == .ready { tell(.seekableChanged(generation, false)) }
    }

    // MARK: Items

    private func prepare(_ generation: Generation, _ request: ItemRequest) {
        let taken = next?.generation == generation ? next : nil
        // It may have been joined to the one before already: what of it is on its way out is thrown away with that.
        let wasJoined = taken != nil && onAir === taken
        if taken == nil { retireNext() }
        next = nil
        let format = currentFormat
        cutCurrent()
        lookForDevices()
        current = taken ?? makeItem(generation, request, format: format)
        if taken == nil {
            if let current, !current.isNetwork { wait(for: .findings, generation) }
            readFindings(generation, request.uri)
        }
        if let taken {
            if wasJoined { taken.reposition(to: taken.request.start) }
            // Before it is ready nobody knows how long it is, nor whether it can be sought: `.ready` tells.
            if taken.phase == .ready { tell(.prepared(generation, taken.facts)) }
            tellFacts(taken)
            prepareContinuation()
            if taken.phase == .ready { becameReady(taken) }
        }
    }

    private func preload(_ generation: Generation, _ request: ItemRequest) {
        retireNext()
        next = makeItem(generation, request, format: currentFormat)
        readFindings(generation, request.uri)
    }

    private func dropPreload() {
        guard let next else { return }
        let position = currentPosition
        if onAir === next {
            takeBack(next)
            retireNext()
            // The tail of the current item was thrown away with what followed it: hear it again from here.
            if let position { return refill(at: position) }
        } else {
            retireNext()
        }
        if let current, current.isDrained { currentDrained() }
    }

    private func release() {
        retireNext()
        cutCurrent()
        wantsPlaying = false
        output?.close()
        updateDeviceWatch()
        // Stopped, perhaps for days: glibc would keep what the most greedy item needed.
        OffLoop.returnFreeMemory()
    }

    /// Ends the current item at once: what of it is on its way out is thrown away.
    func cutCurrent() {
        handOverTimer = nil
        drainTimer = nil
        forgetTagsAhead()
        pendingJoin = nil
        running = nil
        heldSeek = nil
        timeline = nil
        standing = nil
        isDraining = false
        hasStarted = false
        patienceTimer = nil
        awaited = []
        stallTimer = nil
        reconnection = nil
        toldBuffering = 100
        retireContinuation()
        guard let old = current else { return }
        if let onAir {
            output?.detach(onAir, flushing: true)
            self.onAir = nil
        }
        current = nil
        old.retire()
    }

    private func retireNext() {
        guard let old = next else { return }
        if onAir === old {
            output?.detach(old, flushing: true)
            onAir = nil
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
            if item === current, let held = heldSeek {
                heldSeek = nil
                seek(held.generation, held.id, to: held.target, held.accuracy, cuts: held.cuts)
            }
        case .passed: if item === current { checkLanding() }
        case .drained: if item === current, onAir === item { currentDrained() }
        case .buffering(let percent): buffered(item, percent)
        case .durationChanged: tell(.durationChanged(item.generation, item.duration))
        case .tagsChanged: tagsChanged(item)
        case .tagsPassed(let ahead): tagsPassed(ahead)
        case .tracksChanged:
            tracksChanged(item)
        case .partLoaded(let part): partLoaded(item, part)
        case .subtitlesRead: showLines(of: item)
        case .stuck: stuck(item)
        case .hung: hung(item)
        case .failed(let fault): failed(item, fault)
        }
    }

    /// Seconds to wait for an item's streams. Short at first for files: opening again is cheap, and usually the cure.
    func patience(_ item: ItemPipeline) -> Int64 {
        // All before its start has to be decoded.
        if item.runsUp { return 120 }
        if item.isNetwork { return 2 * Int64(configuration.networkTimeout) + 5 }
        return item.attempt == 0 ? 1 : item.attempt == 1 ? 2 : 10
    }

    /// Opens it again; what is stuck for the third time is broken.
    private func stuck(_ item: ItemPipeline) {
        guard !item.isNetwork, item.attempt < 2 else {
            failed(
                item, PlaybackFault(.stalled, "\(item.request.uri) delivers neither sound nor video: try again later."))
            return
        }
        log(.info, "\(item.request.uri) cannot be opened; trying once more")
        let fresh = makeItem(item.generation, item.request, attempt: item.attempt + 1, format: item.keptFormat)
        fresh?.takeTracks(from: item)
        fresh?.gain = item.gain
        if item === next { next = fresh } else { current = fresh }
        item.retire()
    }

}

/// How the time of the item on the air maps to the output's running time.
struct Timeline: Sendable {
    /// Nanoseconds of running time at which ``mediaTime`` is heard.
    var runningTime: Int64
    var mediaTime: MediaTime
    var rate: Double

    /// Media time at a running time.
    func mediaTime(at running: Int64) -> MediaTime {
        mediaTime + (MediaTime(nanoseconds: running) - MediaTime(nanoseconds: runningTime)) * rate
    }
}
