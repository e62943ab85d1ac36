internal import GLibLoop
internal import Gst
internal import MediaContainers
internal import PlayerCore

/// An item from its URI to decoded streams that wait at their gates.
///
/// The item is prepared (every stream has begun, at the requested start), attached to the output, and finally
/// retired. It reports events to its owner and makes no decisions about the player.
@MediaActor
final class ItemPipeline {
    enum Event {
        /// Every stream has begun and waits.
        case ready
        /// The last data of every stream has passed.
        case drained
        /// Data has passed, or has done so again after a seek.
        case passed
        case buffering(percent: Int)
        case durationChanged
        /// The file is complete now.
        case growthChanged
        /// The reader may be at the end of what is written, or may have left it.
        case edgeMoved
        case tagsChanged
        /// Tags have passed that apply to the data after them.
        case tagsPassed(TagsAhead)
        case tracksChanged
        /// An adaptive demuxer has loaded a segment.
        case partLoaded(Part)
        /// The picture has another shape now.
        case aspectChanged
        /// A decoder has dropped a frame that was late.
        case frameDropped
        /// The lines of another file can be shown.
        case subtitlesRead
        /// Opening the item had no result.
        case stuck
        /// The file is being written, and holds no sample yet: opening it again may find some.
        case empty
        /// A flush of the item does not return: its disk hangs, or a device that it feeds.
        case hung
        case failed(PlaybackFault)
    }

    enum Phase { case opening, positioning, ready, failed }

    let generation: Generation
    let request: ItemRequest
    let pipeline: Element
    var phase = Phase.opening
    private(set) var isLive = false
    var branches: [StreamKind: StreamBranch] = [:]
    var subtitles: SubtitleBranch?
    /// The subtitles that another pipeline of the same item has collected.
    var subtitlesCollected = SubtitleBranch.Collected()
    /// Below 100 while a network source refills.
    var bufferingPercent = 100
    /// The rate that the data is prepared for.
    var rate: Double { didSet { edit() } }
    var folding = TagFolding()
    var tracks: TrackInventory

    let source: DecodeSource
    let decodeRoom = DecodeRoom()
    private var watch: BusWatch?
    var watchdog: LoopSource?
    let owner: @MediaActor (ItemPipeline, Event) -> Void
    let log: @Sendable (EngineLogLevel, String) -> Void
    var missingPlugins: [String] = []
    /// Whether a seek to the start is running before the item is ready.
    var isPositioning = false
    /// Whether tags have changed on the way to the start.
    private var hasUntoldTags = false
    /// The sequences of the flushes that each stream had received before the last seek. The flush of a seek is
    /// recognised by a different sequence, because tag readers (id3demux over HTTP) forward a seek with a new
    /// sequence number.
    var flushesBefore: [StreamKind: (tap: UInt32, gate: UInt32)] = [:]
    let isNetwork: Bool
    /// The cuts from here on, by start.
    var cuts: [Cut] = [] { didSet { edit() } }
    /// The next cut.
    var cut: Cut? { cuts.first }
    /// The stretches with silence, or with a frozen frame.
    var blanks: [StreamKind: [Range<Int64>]] = [:] { didSet { edit() } }
    /// The gain of the audio.
    var gain = SoundGain.none { didSet { if gain != oldValue { edit() } } }
    /// The length according to the container so far, in nanoseconds.
    var length: Int64? { didSet { if length != oldValue { edit() } } }
    var lengths = ItemLength()
    /// The tracks to play instead of those that the container proposes.
    var choice: TrackChoice?
    /// The wishes that select tracks without an explicit choice.
    var wishes = TrackWishes() { didSet { decidedWith = -1 } }
    /// Whether tracks were chosen explicitly during playback.
    var isAudioChosen = false
    var isSubtitlesChosen = false
    /// The number of tracks with known languages at the last decision; negative if there was none.
    var decidedWith = -1
    /// The fonts that are attached to the item.
    var fonts: FontFiles?
    /// The style of the subtitles.
    var style = SubtitleStyle() { didSet { subtitles?.apply(style) } }
    /// The subtitles that were shown before the selected ones, while those are being read.
    var subtitlesBefore: UInt32?
    /// Whether the item did not reach its start.
    private(set) var hasMissedStart = false
    /// How often the item was stuck before.
    var attempt = 0
    /// The decoders that have refused it.
    var decoders = RefusedDecoders()
    /// Whether its streams ended midway and were replaced.
    var hasChanged = false
    /// Whether the findings show that the item is a chain.
    var isChained = false
    /// The length of the item if it is a chain; nil if only the first link was measured.
    var chainLength: MediaTime?
    /// Whether the item reaches its start by reading up to it: GStreamer's decodebin (1.22) loses its streams when it
    /// seeks from one link of a chain to another.
    var runsUp = false
    /// Whether other tracks were selected during playback.
    var hasChosen = false
    /// The position while the item is not heard: its start, or the target of the last seek.
    lazy var startOfNext = request.start
    /// Whether seeks are allowed: not after the server has refused one.
    var allowsSeeking = true { didSet { if !allowsSeeking { source.forbidSeeking() } } }
    /// The format that the audio is converted to; nil: it is not converted.
    var keptFormat: SoundFormat?
    /// Whether the server was found not to support byte ranges, before a seek was refused.
    var givesNoRanges = false
    /// Whether the item failed because its server refused a seek.
    var hasRefusedSeek = false
    var hasSought = false
    /// The request of the demuxer that failed the item.
    var refusedRequest: RefusedRequest?
    /// The address that is played instead of the item's own: a variant of its stream.
    let variant: String?
    /// The variants that were tried.
    var triedVariants: [String] = []
    /// The display aspect ratio of the last frames.
    var aspect: AspectRatio?
    /// By how many quarters the picture is turned clockwise by hand, beside what the file says.
    var quarters = 0
    /// How its frames are turned according to the container, where GStreamer does not read that.
    var storedTurn: PictureTurn?
    let deinterlace: EngineConfiguration.Deinterlace
    /// Follows the file if it was being written when it was opened.
    var growth: ItemGrowth?
    /// What the demuxer knew of the length when the item became ready.
    private(set) var lengthWhenOpened: MediaTime?
    /// The file, if another pipeline of the item has found that it may grow.
    var growing: (any GrowingSource)?
    /// Whether the file was being written when the item was opened before.
    var hasGrown = false
    /// Reads the item's playlists beside its demuxer, if there are any.
    var follower: PlaylistFollower?
    /// The timeline from the playlists so far.
    var streamTimeline: StreamTimeline?
    let networkOptions: DecodeSource.Options
    /// Checks files before they are opened.
    let door: FileDoor
    /// Tells the next run that the item is open, until that has gone well for some time.
    var mark: OpeningMark?
    private(set) var isRetired = false
    private(set) lazy var attendant = Attendant { [weak self] in
        if let self, !isRetired { owner(self, .hung) }
    }

    init(
        _ generation: Generation, _ request: ItemRequest, variant: String? = nil,
        configuration: EngineConfiguration, door: FileDoor,
        log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        owner: @escaping @MediaActor (ItemPipeline, Event) -> Void
    ) throws(GstFailure) {
        self.generation = generation
        self.request = request
        self.variant = variant
        self.door = door
        deinterlace = configuration.deinterlace
        self.owner = owner
        self.log = log
        rate = request.rate
        tracks = TrackInventory()
        pipeline = Element.pipeline(name: "item-\(generation.rawValue)")
        pipeline.useSystemClock()
        isNetwork = !request.uri.lowercased().hasPrefix("file:")
        networkOptions = .init(
            networkTimeout: configuration.networkTimeout, userAgent: configuration.userAgent,
            resources: configuration.permissions)
        let box = WeakItem()
        source = try DecodeSource(
            uri: configuration.logins.adding(to: variant ?? request.uri), of: request.uri, namedBy: request.list,
            options: networkOptions, isNetwork: isNetwork, keepsScripts: true,
            streamsFound: { box.item?.streamsFound() })
        pipeline.add(source.element)
        box.item = self
        watch = BusWatch(pipeline) { [weak self] message in self?.handle(message) }
    }

    /// Since when the file was found without samples, by this pipeline or others of the item.
    var emptySince: Int64?
    /// Whether this pipeline found it so.
    var isEmpty = false

    /// Whether ``open(patience:)`` was not called yet.
    var isClosed = true

    /// Whether the demuxer has random access to a network resource.
    private(set) var readsAnywhere = false

    /// Gives the demuxer random access to a network resource. Must be called before the item is opened.
    func readAnywhere() {
        readsAnywhere = true
        source.readAnywhere(through: 4 << 20)
    }

    /// Whether GStreamer has opened the source. Before that it is unknown whether the source is live.
    private var isStarted = false

    func started(_ change: Element.StateChange) {
        // The item may have been torn down while it was being opened, and opened completely after that.
        guard !isRetired else { return tearDown() }
        if change == .live {
            isLive = true
            pipeline.setState(.playing)
        }
        isStarted = true
        if !branches.isEmpty { begun() }
    }

    /// Releases everything; safe in any phase.
    func retire() {
        watch?.cancel()
        growth?.end()
        (watch, follower, watchdog, mark) = (nil, nil, nil, nil)
        phase = .failed
        isRetired = true
        let log = log
        for branch in branches.values {
            // Unblocks a decoder that waits for room in the queue.
            OffLoop.tearDown(branch.proxySource) { log(.warning, "\($0) did not stop and is abandoned") }
        }
        tearDown()
    }

    private func tearDown() {
        let log = log
        // Occasionally, a thread that waits in a held pad prevents the source from stopping. If it were released
        // sooner, data would run through a decodebin that is being torn down, which crashes it.
        OffLoop.tearDown(
            pipeline, after: attendant.waitForLeftCall, hesitating: { self.letGo() },
            overdue: { log(.warning, "\($0) did not stop and is abandoned") })
    }

    private func letGo() {
        source.abandon()
        for branch in branches.values { branch.gate.open(branch.exitPad, shift: 0) }
    }

    // MARK: Stream events

    func tapped(_ kind: StreamKind, _ event: StreamTap.Event) {
        switch event {
        case .began: begun()
        case .ended: lengthEnded()
        case .outlasted(let end): outlasted(end)
        case .capsChanged(let shape):
            guard kind == .video, phase == .ready, let aspect = shape?.aspect, aspect != self.aspect else { return }
            self.aspect = aspect
            owner(self, .aspectChanged)
        case .tags(let tags, let behindData):
            // Tags after data are reported when they are heard, as are those behind the target of a seek.
            if !behindData, phase != .ready || !hasSought || hasPassedSeek { take(tags, of: kind) }
            if tracks.refresh(from: branches, subtitles: subtitles) { owner(self, .tracksChanged) }
        }
    }

    /// Takes tags that apply from now on.
    private func take(_ tags: TagSet, of kind: StreamKind) {
        guard fold(tags, of: kind) else { return }
        // On the way to a start, the streams of a chain pass by.
        if phase == .ready || request.start == .zero { owner(self, .tagsChanged) } else { hasUntoldTags = true }
    }

    /// Takes tags that apply from now on, without reporting them.
    ///
    /// - Returns: whether they change anything.
    func fold(_ tags: TagSet, of kind: StreamKind, isNewStream: Bool = false) -> Bool {
        folding.namesTracks = branches[.video] != nil || tracks.tracks.audio.count > 1
        folding.isStation = source.isStation || isNetwork && hasChanged && !isSeekable
        return folding.fold(tags, of: kind, isNewStream: isNewStream)
    }

    private func begun() {
        switch phase {
        case .opening:
            guard isStarted, branches.values.allSatisfy({ $0.tap.observation.hasBegun }) else { return }
            let isEmpty = branches.values.allSatisfy {
                $0.tap.observation.hasEnded && $0.tap.observation.endMediaTime == nil
            }
            if isEmpty, waitsForSamples() { return }
            if !isLive, !runsUp, request.start > .zero || rate != 1 {
                phase = .positioning
                isPositioning = seek(to: request.start, accuracy: .accurate) != nil
                guard !isPositioning else { return }
                hasMissedStart = request.start > .zero
                if !isHung { rate = 1 }
                becomeReady()
            } else {
                becomeReady()
            }
        case .positioning:
            if isPositioning, hasBegunAfterSeek { becomeReady() }
        case .ready:
            // Behind a closed gate, this is the only sign of a completed seek.
            owner(self, .passed)
        case .failed:
            break
        }
    }

    func becomeReady() {
        isPositioning = false
        watchdog = nil
        if chainLength == nil, isSeekable { chainLength = duration }
        updateLength()
        lengthWhenOpened = duration
        aspect = branches[.video]?.entryPad.frameShape?.aspect
        phase = .ready
        mark?.becameReady()
        owner(self, .ready)
        growth?.begin()
        if hasUntoldTags { owner(self, .tagsChanged) }
        hasUntoldTags = false
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
            // Data after a cut is not needed: the decoders wait instead of decoding it.
            for branch in branches.values where branch.gate.isCut { branch.gate.close(branch.exitPad) }
            if isDrained { owner(self, .drained) } else { owner(self, .passed) }
        }
    }

    /// Opens gates that were closed at a cut, before a flush that continues the item.
    func openBehindCut() {
        for branch in branches.values where branch.gate.isCut { branch.gate.open(branch.exitPad, shift: 0) }
    }

    /// Reports the first error of a generation, which is the cause; later ones are its consequences
    /// (docs/architecture.md, rule 5).
    func fail(_ fault: PlaybackFault) {
        guard phase != .failed, !(phase == .opening && waitsForSamples()) else { return }
        phase = .failed
        owner(self, .failed(fault))
    }

    /// Ignores the failure of a part of the stream: a seek leads behind it.
    func ignoreMissingPart() { phase = .ready }
}
