internal import GLibLoop
internal import Gst
internal import PlayerCore

/// One item: from its URI to decoded streams that wait at their gates.
///
/// It is prepared (every stream has begun, at the start it was asked for), then attached to the output, and in the end
/// retired. It tells its owner what happened and decides nothing about the player.
@MediaActor
final class ItemPipeline {
    enum Event {
        /// Every stream has begun and waits.
        case ready
        /// The last data of every stream went out.
        case drained
        /// Data went out, or did so again after a seek.
        case passed
        case buffering(percent: Int)
        case durationChanged
        case tagsChanged
        /// Tags left it that are heard with what follows them.
        case tagsPassed(TagsAhead)
        case tracksChanged
        /// A demuxer that loads its stream in parts has loaded one.
        case partLoaded(Part)
        /// The lines of another file can be shown.
        case subtitlesRead
        /// Nothing at all came of opening it.
        case stuck
        /// A flush of it does not return: its disk hangs, or a device that it feeds.
        case hung
        case failed(PlaybackFault)
    }

    enum Phase { case opening, positioning, ready, failed }

    let generation: Generation
    let request: ItemRequest
    let pipeline: Element
    private(set) var phase = Phase.opening
    private(set) var isLive = false
    var branches: [StreamKind: StreamBranch] = [:]
    var subtitles: SubtitleBranch?
    /// Lines that came by in another pipeline of the same item, by track.
    var linesBefore: [UInt32: EmbeddedLines] = [:]
    /// Below 100 while a network source refills.
    private(set) var bufferingPercent = 100
    /// The rate its data is prepared for.
    var rate: Double { didSet { edit() } }
    var folding = TagFolding()
    var tracks: TrackInventory

    let source: DecodeSource
    private var watch: BusWatch?
    private var watchdog: LoopSource?
    let owner: @MediaActor (ItemPipeline, Event) -> Void
    let log: @Sendable (EngineLogLevel, String) -> Void
    var missingPlugins: [String] = []
    /// Whether a seek to the start runs before the item is ready.
    private var isPositioning = false
    /// Which flushes had come through each stream before the last seek. Its own is told by being another one: tag readers
    /// (id3demux over HTTP) send a seek on under a new sequence number.
    private var flushesBefore: [StreamKind: (tap: UInt32, gate: UInt32)] = [:]
    let isNetwork: Bool
    /// What is left out of it from here on, by start.
    var cuts: [Cut] = [] { didSet { edit() } }
    /// Where it is cut next.
    var cut: Cut? { cuts.first }
    /// Where there is silence in it, or the picture before.
    var blanks: [StreamKind: [Range<Int64>]] = [:] { didSet { edit() } }
    /// What its sound is multiplied by.
    var gain = SoundGain.none { didSet { if gain != oldValue { edit() } } }
    /// How long it is in nanoseconds, as far as its container has said so by now.
    var length: Int64? { didSet { if length != oldValue { edit() } } }
    /// Which tracks to play instead of those that the container proposes.
    var choice: TrackChoice?
    /// What decides about tracks where nobody chose them.
    var wishes = TrackWishes() { didSet { decidedWith = -1 } }
    /// Whether somebody chose while it plays.
    var isAudioChosen = false
    var isSubtitlesChosen = false
    /// How many tracks had told their language when it was decided; below zero: it was not.
    var decidedWith = -1
    /// How its subtitles are shown.
    var style = SubtitleStyle() { didSet { subtitles?.apply(style) } }
    /// What was shown before the subtitles that are chosen, while those are being read.
    var subtitlesBefore: UInt32?
    /// Whether it did not come to where it was to start.
    private(set) var hasMissedStart = false
    /// How often this item was stuck before.
    var attempt = 0
    /// Whether its streams ended midway and others went on.
    var hasChanged = false
    /// Whether it was read that they do.
    var isChained = false
    /// How long it is if it turns out to be a chain; nil where only the first link was asked.
    var chainLength: MediaTime?
    /// Whether it comes to its start by reading up to there: GStreamer's decodebin (1.22) loses its streams in a seek out of
    /// one link of a chain into another.
    var runsUp = false
    /// Whether other tracks were chosen while it was heard.
    var hasChosen = false
    /// Where it is while nobody hears it: where it starts, or was sought to last.
    private(set) lazy var startOfNext = request.start
    /// Whether seeking is worth trying: not at a server that refused it once.
    var allowsSeeking = true { didSet { if !allowsSeeking { source.forbidSeeking() } } }
    /// What its sound is converted to; nil: it stays as it is.
    var keptFormat: SoundFormat?
    /// Whether its server was seen to give no byte ranges, before a seek of it was refused.
    var givesNoRanges = false
    /// Whether it failed because its server refused a seek.
    private(set) var hasRefusedSeek = false
    private(set) var hasSought = false
    /// Reads its playlists beside its demuxer, where it has such.
    var follower: PlaylistFollower?
    /// What its playlists say by now.
    var streamTimeline: StreamTimeline?
    let networkOptions: DecodeSource.Options
    /// Looks at files before they are opened.
    let door: FileDoor
    private var isRetired = false
    private(set) lazy var attendant = Attendant { [weak self] in
        if let self { owner(self, .hung) }
    }

    init(
        _ generation: Generation, _ request: ItemRequest, configuration: EngineConfiguration, door: FileDoor,
        log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        owner: @escaping @MediaActor (ItemPipeline, Event) -> Void
    ) throws(GstFailure) {
        self.generation = generation
        self.request = request
        self.door = door
        self.owner = owner
        self.log = log
        rate = request.rate
        tracks = TrackInventory()
        pipeline = Element.pipeline(name: "item-\(generation.rawValue)")
        pipeline.useSystemClock()
        isNetwork = !request.uri.lowercased().hasPrefix("file:")
        networkOptions = .init(networkTimeout: configuration.networkTimeout, userAgent: configuration.userAgent)
        let box = WeakItem()
        source = try DecodeSource(
            uri: configuration.logins.adding(to: request.uri), options: networkOptions,
            isNetwork: isNetwork, keepsScripts: true, streamsFound: { box.item?.streamsFound() })
        pipeline.add(source.element)
        box.item = self
        watch = BusWatch(pipeline) { [weak self] message in self?.handle(message) }
    }

    /// Whether ``open(patience:)`` is still to come.
    private(set) var isClosed = true

    /// Whether the demuxer reads anywhere in a network resource.
    private(set) var readsAnywhere = false

    /// Lets the demuxer read anywhere in a network resource; before it is opened.
    func readAnywhere() {
        readsAnywhere = true
        source.readAnywhere(through: 4 << 20)
    }

    /// Whether GStreamer has opened the source: before that it is not known whether it is live.
    private var isStarted = false

    /// Starts reading, once the source was looked at; the rest comes as events. Nothing of it waits for a disk: both the look
    /// and the opening happen beside the loop.
    ///
    /// One opening of a broken file in ten (under load) to a hundred leaves decodebin neither ready nor failed, without a word on the
    /// bus (GStreamer 1.22, measured under load): hence ``Event/stuck``.
    ///
    /// - Parameter patience: seconds without a stream after which the item is stuck.
    func open(patience: Int64) {
        isClosed = false
        door.look(at: request.uri) { [weak self] fault in
            guard let self, self.phase == .opening else { return }
            if let fault { self.fail(fault) } else { self.start(patience) }
        }
    }

    private func start(_ patience: Int64) {
        watchdog = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + patience * 1_000_000) {
            [weak self] in
            MediaActor.assumeIsolated {
                guard let self, self.phase == .opening else { return }
                self.owner(self, .stuck)
            }
        }
        OffLoop.setState(pipeline, .paused) { change in self.started(change) }
    }

    private func started(_ change: Element.StateChange) {
        // It may have been taken down while it was being opened, and have come up again behind that.
        guard !isRetired else { return tearDown() }
        if change == .live {
            isLive = true
            pipeline.setState(.playing)
        }
        isStarted = true
        if !branches.isEmpty { begun() }
    }

    /// Lets go of everything; safe in any phase.
    func retire() {
        watch?.cancel()
        watch = nil
        follower = nil
        watchdog = nil
        phase = .failed
        isRetired = true
        let log = log
        for branch in branches.values {
            // Unblocks a decoder that waits for room in the queue.
            OffLoop.tearDown(branch.proxySource) { log(.warning, "\($0) does not stop; it is abandoned") }
        }
        tearDown()
    }

    private func tearDown() {
        let log = log
        // A thread that waits in a held pad keeps the source from stopping, now and then. Letting go of it sooner would
        // let data run through a decodebin that is being taken apart, which it does not survive.
        OffLoop.tearDown(
            pipeline, hesitating: { self.letGo() }, overdue: { log(.warning, "\($0) does not stop; it is abandoned") })
    }

    private func letGo() {
        source.abandon()
        for branch in branches.values { branch.gate.open(branch.exitPad, shift: 0) }
    }

    // MARK: Seeking

    var seekBranch: StreamBranch? { branches[.video] ?? branches[.audio] }

    /// Sends a flushing seek upstream from one stream only: a demuxer that gets it twice seeks twice.
    func seek(to target: MediaTime, accuracy: SeekAccuracy) -> Seek? {
        let seek = Seek(to: target.nanoseconds, rate: rate, isAccurate: accuracy == .accurate)
        hasSought = true
        startOfNext = target
        flushesBefore = branches.mapValues { ($0.tap.observation.sequence, $0.gate.sequence) }
        guard let branch = seekBranch, attendant.sendSeek(seek, from: branch.entryPad) else { return nil }
        return seek
    }

    /// Whether the data behind the last seek has come out of every open gate (or there is none left), and waits at the
    /// others.
    var hasPassedSeek: Bool {
        branches.allSatisfy { kind, branch in
            guard branch.gate.isOpen else { return hasBegunAfterSeek(kind, branch) }
            return branch.gate.sequence != flushesBefore[kind]?.gate
                && (branch.gate.hasPassed || branch.gate.isDrained)
        }
    }

    /// Whether the data behind the last seek waits at (or went through) every gate.
    var hasBegunAfterSeek: Bool { branches.allSatisfy { hasBegunAfterSeek($0.key, $0.value) } }

    private func hasBegunAfterSeek(_ kind: StreamKind, _ branch: StreamBranch) -> Bool {
        let seen = branch.tap.observation
        return seen.sequence != flushesBefore[kind]?.tap && seen.hasBegun
    }

    /// To `position` behind closed gates, ready again when it is there; a live item goes on where it is.
    func reposition(to position: MediaTime) {
        guard phase == .ready else { return }
        phase = .positioning
        isPositioning = !isLive && seek(to: position, accuracy: .accurate) != nil
        guard !isPositioning else { return }
        for branch in branches.values { branch.empty() }
        becomeReady()
    }

    // MARK: What the streams tell

    func tapped(_ kind: StreamKind, _ event: StreamTap.Event) {
        switch event {
        case .began: begun()
        case .ended: break
        case .capsChanged: break
        case .tags(let tags, let behindData):
            // Those behind data are told when they are heard.
            if !behindData { take(tags, of: kind) }
            if tracks.refresh(from: branches, subtitles: subtitles) { owner(self, .tracksChanged) }
        }
    }

    /// Tags that hold from now on.
    func take(_ tags: TagSet, of kind: StreamKind, isNewStream: Bool = false) {
        if folding.fold(tags, of: kind, isNewStream: isNewStream) { owner(self, .tagsChanged) }
    }

    private func begun() {
        switch phase {
        case .opening:
            guard isStarted, branches.values.allSatisfy({ $0.tap.observation.hasBegun }) else { return }
            if !isLive, request.start > .zero && !runsUp || rate != 1 {
                phase = .positioning
                isPositioning = seek(to: runsUp ? .zero : request.start, accuracy: .accurate) != nil
                if !isPositioning {
                    hasMissedStart = request.start > .zero
                    becomeReady()
                }
            } else {
                becomeReady()
            }
        case .positioning:
            if isPositioning, hasBegunAfterSeek { becomeReady() }
        case .ready:
            // Behind a closed gate this is all there is to see of a seek.
            owner(self, .passed)
        case .failed:
            break
        }
    }

    private func becomeReady() {
        isPositioning = false
        watchdog = nil
        if chainLength == nil, isSeekable { chainLength = duration }
        length = duration?.nanoseconds
        phase = .ready
        owner(self, .ready)
        follower?.itemBegan()
    }

    func gated(_ kind: StreamKind, _ event: StreamGate.Event) {
        guard phase != .failed else { return }
        switch event {
        case .passed: owner(self, .passed)
        case .tags(let tags, let runningTime, let ofNewStream):
            owner(
                self,
                .tagsPassed(
                    TagsAhead(item: self, kind: kind, tags: tags, runningTime: runningTime, ofNewStream: ofNewStream)))
        case .drained:
            // Nobody wants what lies behind a cut: its decoders wait instead of running through it.
            for branch in branches.values where branch.gate.isCut { branch.gate.close(branch.exitPad) }
            if isDrained { owner(self, .drained) } else { owner(self, .passed) }
        }
    }

    /// Opens what was closed at a cut, before a flush that makes the item go on.
    func openBehindCut() {
        for branch in branches.values where branch.gate.isCut { branch.gate.open(branch.exitPad, shift: 0) }
    }

    // MARK: Bus

    private func handle(_ message: PipelineMessage) {
        switch message.content {
        case .error(let error):
            log(.debug, "item \(generation.rawValue): \(error.message) [\(error.debug ?? "")]")
            // GST_RESOURCE_ERROR_SEEK
            hasRefusedSeek = error.domain == .resource && error.code == 11
            fail(Faults.fault(for: error, uri: request.uri, missing: missingPlugins))
        case .warning(let warning):
            log(.debug, "item \(generation.rawValue): \(warning.message)")
        case .missingPlugin(let description, let detail):
            missingPlugins.append(description)
            log(.info, "missing plugin: \(description) [\(detail)]")
        case .buffering(let percent, let isLive):
            guard !isLive, !self.isLive else { return }
            bufferingPercent = Int(percent)
            owner(self, .buffering(percent: Int(percent)))
        case .durationChanged:
            updateLength()
            owner(self, .durationChanged)
        case .latencyChanged:
            pipeline.recalculateLatency()
        case .clockLost:
            if isLive {
                pipeline.setState(.paused)
                pipeline.setState(.playing)
            }
        case .redirect(let location):
            fail(
                PlaybackFault(.sourceUnsupported, "This item moved to \(location): open that instead.", debug: location)
            )
        case .partLoaded(let demuxer, let manifest, let uri):
            folding.ignoresDates = true
            owner(self, .partLoaded(Part(demuxer: demuxer, manifest: manifest, uri: uri)))
        case .endOfStream, .asyncDone, .stateChanged, .childEndOfStream, .quality:
            break
        }
    }

    /// The first error of a generation is the cause; later ones are its consequences (docs/architecture.md, rule 5).
    func fail(_ fault: PlaybackFault) {
        guard phase != .failed else { return }
        phase = .failed
        owner(self, .failed(fault))
    }
}
