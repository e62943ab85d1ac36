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
    let surroundings: ItemSurroundings
    let owner: @MediaActor (ItemPipeline, Event) -> Void
    let pipeline: Element
    let source: DecodeSource
    var watch: ItemWatch
    var phase = Phase.opening
    var opening = ItemOpening()
    var attempts: ItemAttempts
    var supply = ItemSupply()
    var streaming: ItemStreaming
    var branches: [StreamKind: StreamBranch] = [:]
    var subtitles = ItemSubtitles()
    var tracks = TrackInventory()
    var folding = TagFolding()
    var picture = ItemPicture()
    var edits: ItemEdits { didSet { edit() } }
    var lengths = ItemLength()
    var seeking: ItemSeeking

    init(
        _ generation: Generation, _ request: ItemRequest, after attempts: ItemAttempts = ItemAttempts(),
        _ surroundings: ItemSurroundings, owner: @escaping @MediaActor (ItemPipeline, Event) -> Void
    ) throws(GstFailure) {
        self.generation = generation
        self.request = request
        self.attempts = attempts
        self.surroundings = surroundings
        self.owner = owner
        let place = request.parts.place(at: request.start)
        edits = ItemEdits(rate: request.rate, place: place)
        if place != nil { lengths.measured = request.parts.length }
        seeking = ItemSeeking(start: request.start)
        let uri = place?.part.uri ?? request.uri
        streaming = ItemStreaming(isNetwork: !uri.lowercased().hasPrefix("file:"))
        pipeline = Element.pipeline(name: "item-\(generation.rawValue)")
        pipeline.useSystemClock()
        let box = WeakItem()
        let configuration = surroundings.configuration
        source = try DecodeSource(
            uri: configuration.logins.adding(to: attempts.variant ?? uri), of: uri, namedBy: request.list,
            options: configuration.networkOptions, isNetwork: streaming.isNetwork,
            keepsScripts: true, streamsFound: { box.item?.streamsFound() })
        pipeline.add(source.element)
        watch = ItemWatch(
            calls: TimedCalls {
                if let item = box.item, !item.isRetired { item.owner(item, .hung) }
            })
        box.item = self
        watch.bus = BusWatch(pipeline) { [weak self] message in self?.handle(message) }
    }

    func log(_ level: EngineLogLevel, _ sentence: String) { surroundings.log(level, sentence) }

    func started(_ change: Element.StateChange) {
        // The item may have been torn down while it was being opened, and opened completely after that.
        guard !isRetired else { return tearDown() }
        if change == .live {
            streaming.isLive = true
            pipeline.setState(.playing)
        }
        opening.isStarted = true
        if !branches.isEmpty { begun() }
    }

    var isRetired: Bool { watch.bus == nil }

    /// Releases everything; safe in any phase.
    func retire() {
        supply.growth?.end()
        streaming.follower = nil
        watch.end()
        phase = .failed
        let log = surroundings.log
        for branch in branches.values {
            // Unblocks a decoder that waits for room in the queue.
            OffLoop.tearDown(branch.proxySource) { log(.warning, "\($0) did not stop and is abandoned") }
        }
        tearDown()
    }

    private func tearDown() {
        let log = surroundings.log
        // Occasionally, a thread that waits in a held pad prevents the source from stopping. If it were released
        // sooner, data would run through a decodebin that is being torn down, which crashes it.
        OffLoop.tearDown(
            pipeline, after: watch.calls.waitForLeftCall, hesitating: { self.letGo() },
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
            guard kind == .video, phase == .ready, let aspect = shape?.aspect, aspect != picture.aspect else { return }
            picture.aspect = aspect
            owner(self, .aspectChanged)
        case .tags(let tags, let behindData):
            // Tags after data are reported when they are heard, as are those behind the target of a seek.
            if !behindData, phase != .ready || !seeking.hasSought || hasPassedSeek { take(tags, of: kind) }
            if tracks.refresh(from: branches, subtitles: subtitles.branch) { owner(self, .tracksChanged) }
        }
    }

    /// Takes tags that apply from now on.
    private func take(_ tags: TagSet, of kind: StreamKind) {
        guard fold(tags, of: kind) else { return }
        // On the way to a start, the streams of a chain pass by.
        if phase == .ready || request.start == .zero { owner(self, .tagsChanged) } else { opening.hasUntoldTags = true }
    }

    /// Takes tags that apply from now on, without reporting them.
    ///
    /// - Returns: whether they change anything.
    func fold(_ tags: TagSet, of kind: StreamKind, isNewStream: Bool = false) -> Bool {
        folding.namesTracks = branches[.video] != nil || tracks.tracks.audio.count > 1
        folding.isStation = source.isStation || isNetwork && streaming.hasChanged && !isSeekable
        return folding.fold(tags, of: kind, isNewStream: isNewStream)
    }

    private func begun() {
        switch phase {
        case .opening:
            guard opening.isStarted, branches.values.allSatisfy({ $0.tap.observation.hasBegun }) else { return }
            let isEmpty = branches.values.allSatisfy {
                $0.tap.observation.hasEnded && $0.tap.observation.endMediaTime == nil
            }
            if isEmpty, waitsForSamples() { return }
            if !isLive, !seeking.runsUp, request.start > edits.place?.start ?? .zero || edits.rate != 1 {
                phase = .positioning
                opening.isPositioning = seek(to: request.start, accuracy: .accurate) != nil
                guard !opening.isPositioning else { return }
                opening.hasMissedStart = request.start > .zero
                if !isHung { edits.rate = 1 }
                becomeReady()
            } else {
                becomeReady()
            }
        case .positioning:
            if opening.isPositioning, hasBegunAfterSeek { becomeReady() }
        case .ready:
            // Behind a closed gate, this is the only sign of a completed seek.
            owner(self, .passed)
        case .failed:
            break
        }
    }

    func becomeReady() {
        opening.isPositioning = false
        watch.timer = nil
        if lengths.ofChain == nil, isSeekable { lengths.ofChain = duration }
        updateLength()
        lengths.whenReady = duration
        picture.aspect = branches[.video]?.entryPad.frameShape?.aspect
        phase = .ready
        watch.mark?.becameReady()
        owner(self, .ready)
        supply.growth?.begin()
        if opening.hasUntoldTags { owner(self, .tagsChanged) }
        opening.hasUntoldTags = false
        streaming.follower?.itemBegan()
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

    /// Lets another part follow than the next one; nil: none.
    func follow(byPartAt next: MediaTime?) { edits.place?.next = next }

    /// Ignores the failure of a part of the stream: a seek leads behind it.
    func ignoreMissingPart() { phase = .ready }
}

/// What an item has of its engine.
struct ItemSurroundings {
    let configuration: EngineConfiguration
    /// Checks files before they are opened.
    let door: FileDoor
    let log: @Sendable (EngineLogLevel, String) -> Void
}

/// What watches over an item until it is retired.
struct ItemWatch {
    /// Delivers the messages of its pipeline; nil after the end.
    var bus: BusWatch?
    /// Makes the calls that may not return.
    let calls: TimedCalls
    /// Looks at a source that is being opened, or waits for the first sample of its file.
    var timer: LoopSource?
    /// Tells the next run that the item is open, until that has gone well for some time.
    var mark: OpeningMark?

    @MediaActor
    mutating func end() {
        bus?.cancel()
        (bus, timer, mark) = (nil, nil, nil)
    }
}
