internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The one long-lived way out: a chain for sound, a chain for pictures, on the system clock.
///
/// Items are attached and detached; the sinks, their stream at the sound server and their window stay.
@MediaActor
final class OutputPipeline {
    enum Event {
        /// Every fed sink shows or holds the first data after a start or a flush.
        case prerolled
        case playing
        /// Everything that was sent in has been heard.
        case drained
        case failed(StreamKind, GstError)
        /// Pictures of another size come, or pictures come in through another chain.
        case pictureChanged
        /// What is sent to the sound server is not heard, though nothing failed.
        case soundLost
        /// A device, or what feeds it, does not return from a call: nothing of this output is to be called any more.
        case hung
    }

    let pipeline = Element.pipeline(name: "output")
    private(set) var chains: [StreamKind: OutputChain] = [:]
    private(set) var isPlaying = false
    /// Whether the devices were open before.
    private(set) var hasPlayed = false
    /// Whether every fed sink holds data and the clock is right: false from a flush until the pre-roll behind it is done.
    private(set) var isSettled = false
    private var watch: BusWatch?
    /// The item whose streams are let in.
    private weak var item: ItemPipeline?
    private var hasToldNoOverlay = false
    /// Nanoseconds that its segments are moved by.
    private var shift: Int64 = 0
    /// Sinks that have not told the end of stream yet.
    private var draining: Set<StreamKind> = []
    private let attendant: Attendant
    private let lines: SubtitleScreen
    private let owner: @MediaActor (Event) -> Void
    private let log: @Sendable (EngineLogLevel, String) -> Void

    /// - Parameter lines: knows the lines of subtitles.
    init(
        lines: SubtitleScreen, log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        owner: @escaping @MediaActor (Event) -> Void
    ) {
        self.lines = lines
        self.log = log
        self.owner = owner
        attendant = Attendant { owner(.hung) }
        pipeline.useSystemClock()
        pipeline.set("message-forward", true)
        watch = BusWatch(pipeline) { [weak self] message in self?.handle(message) }
    }

    // MARK: Chains

    /// Adds an opened sink as the output of its kind.
    func install(_ kind: StreamKind, rung: SinkLadder.Rung, sink: Element) throws(GstFailure) {
        let chain = try OutputChain(
            kind: kind, rung: rung, sink: sink, lines: kind == .video ? lines : nil,
            shapeChanged: { [weak self] _ in MediaActor.post { self?.owner(.pictureChanged) } },
            timeLost: { [weak self] in MediaActor.post { self?.owner(.soundLost) } })
        chains[kind] = chain
        guard kind == .video else { return }
        if chain.overlay == nil, !hasToldNoOverlay {
            hasToldNoOverlay = true
            log(.warning, "no cards over the picture: \(OutputChain.overlayName) of gst-plugins-base is not installed")
        }
    }

    /// Scales the picture where the sink cannot.
    func scalePicture(width: Int, height: Int) { chains[.video]?.scale(width: width, height: height) }

    /// Draws the picture that shows once more.
    func redrawPicture() { if let chain = chains[.video] { OffLoop.redraw(chain.bin) } }

    /// Takes a chain out, for example because its sound server is gone.
    func uninstall(_ kind: StreamKind) {
        guard let chain = chains.removeValue(forKey: kind) else { return }
        chain.detach(flushing: true, attendant)
        park(chain)
        let log = log
        OffLoop.tearDown(chain.bin) { log(.warning, "\($0) does not stop; it is abandoned") }
    }

    /// Lets go of everything that does not return from a call, now or ever.
    func abandon() {
        watch?.cancel()
        watch = nil
        let log = log
        let left: @Sendable (String) -> Void = { log(.warning, "\($0) does not stop; it is abandoned") }
        for chain in chains.values {
            chain.abandon()
            if !chain.isParked { pipeline.remove(chain.bin) }
            OffLoop.tearDown(chain.bin, overdue: left)
        }
        chains = [:]
        item = nil
        OffLoop.tearDown(pipeline, overdue: left)
    }

    /// Takes a chain that nothing feeds out of the pipeline, so that nobody waits for it.
    private func park(_ chain: OutputChain) {
        guard !chain.isParked else { return }
        chain.isParked = true
        pipeline.remove(chain.bin)
        // A device without sound is given back, and a window does not go on showing what was.
        attendant.setState(chain.bin, .ready)
    }

    private func unpark(_ chain: OutputChain) {
        guard chain.isParked else { return }
        chain.isParked = false
        pipeline.add(chain.bin)
        attendant.syncStateWithParent(chain.bin)
    }

    /// Empties a chain and lets go of its branch. A corked stream that was emptied is given up with it.
    private func cut(_ chain: OutputChain) {
        chain.detach(flushing: true, attendant)
        if chain.kind == .audio, !isPlaying { park(chain) }
    }

    // MARK: Items

    /// Lets an item's streams in as a fresh start, at running time 0, playing or standing.
    ///
    /// Standing, only pictures are let in: sound follows with ``play()``. A pulse stream that is emptied while it is
    /// corked tells a wrong time for good and stays silent (libpulse 16, `pa_stream_get_time` never goes back).
    func begin(_ item: ItemPipeline, playing: Bool) {
        isSettled = false
        self.item = item
        shift = item.isLive || item.runsUp ? -item.firstRunningTime : 0
        if let sound = chains[.audio], sound.branch != nil { cut(sound) }
        // In this order: the sinks wait for their first data before the gates give it, and not in READY.
        link(item, kinds: [.video], fresh: true)
        if playing { play() } else { pause() }
        open(item, kinds: [.video])
        if !playing, chains[.video]?.branch == nil { isSettled = true }
    }

    /// Takes sound out before something is flushed while standing.
    func silenceBeforeFlush() {
        guard !isPlaying else { return }
        if let sound = chains[.audio], sound.branch != nil { cut(sound) }
        // Nothing is left that would pre-roll.
        if chains[.video]?.branch == nil { isSettled = true }
    }

    /// Lets an item's streams in behind those that went before, moved by `shift` nanoseconds of running time.
    func join(_ item: ItemPipeline, shiftedBy shift: Int64) {
        self.item = item
        self.shift = shift
        link(item, kinds: [.audio, .video], fresh: false)
        open(item, kinds: [.audio, .video])
    }

    private func link(_ item: ItemPipeline, kinds: Set<StreamKind>, fresh: Bool) {
        draining = []
        for (kind, chain) in chains where kinds.contains(kind) {
            guard let branch = item.branches[kind] else {
                park(chain)
                continue
            }
            if !branch.proxySourceIsInOutput { pipeline.add(branch.proxySource) }
            branch.proxySourceIsInOutput = true
            unpark(chain)
            do {
                try chain.attach(branch, fresh: fresh, attendant)
            } catch {
                log(.error, "\(kind) cannot be attached: \(error.message)")
            }
        }
    }

    private func open(_ item: ItemPipeline, kinds: Set<StreamKind>) {
        for (kind, branch) in item.branches where kinds.contains(kind) && chains[kind]?.branch === branch {
            branch.gate.open(branch.exitPad, shift: shift)
        }
    }

    /// Takes an item's streams out; with `flushing` what is inside is thrown away.
    func detach(_ item: ItemPipeline, flushing: Bool) {
        draining = []
        if self.item === item { self.item = nil }
        for (kind, branch) in item.branches {
            if let chain = chains[kind], chain.branch === branch {
                if flushing { cut(chain) } else { chain.detach(flushing: false, attendant) }
            }
            if branch.proxySourceIsInOutput {
                pipeline.remove(branch.proxySource)
                branch.proxySourceIsInOutput = false
            }
        }
    }

    /// Says that nothing more comes; ``Event/drained`` follows when all was heard.
    func drain() {
        draining = Set(chains.filter { $0.value.branch != nil }.keys)
        if draining.isEmpty { owner(.drained) }
        for kind in draining { if let chain = chains[kind] { OffLoop.sendEOS(into: chain.entryPad) } }
    }

    // MARK: State

    /// A flush is on its way: what was pre-rolled before it does not count, and running time begins anew.
    func unsettle() {
        isSettled = false
        shift = 0
    }

    func play() {
        // When running time begins is known once PLAYING is reached: until then nobody can say where a seek has landed.
        if !isPlaying { isSettled = false }
        isPlaying = true
        hasPlayed = true
        // Sound that was kept out while standing comes in where the pictures stand.
        let silent = item.flatMap { item in
            item.branches[.audio] != nil && chains[.audio]?.branch !== item.branches[.audio] ? item : nil
        }
        if let silent {
            link(silent, kinds: [.audio], fresh: true)
        } else if item?.branches[.audio] == nil {
            if let sound = chains[.audio] { park(sound) }
        }
        attendant.setState(pipeline, .playing)
        if let silent { open(silent, kinds: [.audio]) }
    }

    /// Stands still; a pipeline that has never played stays closed (a sound server must not wait in PAUSED).
    func pause() {
        isPlaying = false
        let (change, wasLeftWaiting) = attendant.setState(
            pipeline, .paused, settling: chains.values.filter { !$0.isParked }.map(\.bin))
        // Paused at once: sinks still hold the data that they were about to play, and no message tells of it.
        guard change == .done || wasLeftWaiting else { return }
        isSettled = true
        MediaActor.post { [weak self] in
            if let self, isSettled, !isPlaying { owner(.prerolled) }
        }
    }

    /// Closes the devices.
    func close() {
        isPlaying = false
        for chain in chains.values where chain.isParked { attendant.setState(chain.bin, .ready) }
        attendant.setState(pipeline, .ready)
    }

    func setVolume(_ volume: Double) { chains[.audio]?.setVolume(volume) }

    /// When running time 0 was, or would have been.
    var baseTime: MonotonicTime { MonotonicTime(nanoseconds: Int64(clamping: pipeline.baseTime)) }

    /// Running time now, in nanoseconds.
    func runningTime(at now: MonotonicTime) -> Int64 { (now - baseTime).nanoseconds }

    /// Running time at which the pipeline was last paused, in nanoseconds.
    var pausedRunningTime: Int64 { pipeline.startTime }

    private func handle(_ message: PipelineMessage) {
        switch message.content {
        case .error(let error):
            log(.debug, "output: \(error.message) [\(error.debug ?? "")]")
            guard let kind = kind(of: message) else {
                // It was let go of since: nothing that plays is concerned.
                log(.warning, "output: \(error.element) failed after it was taken out: \(error.message)")
                return
            }
            owner(.failed(kind, error))
        case .asyncDone where message.source == pipeline.identity:
            // While playing, the clock's new zero is known only once PLAYING is reached again.
            guard !isPlaying else { return }
            isSettled = true
            owner(.prerolled)
        case .stateChanged(_, .playing, _) where message.source == pipeline.identity:
            // One from before a flush says nothing: running time begins anew once PLAYING is reached again.
            guard isPlaying, pipeline.isSettled(in: .playing) else { return }
            isSettled = true
            for chain in chains.values where !chain.isParked { chain.started() }
            owner(.playing)
        case .childEndOfStream(let source):
            for (kind, chain) in chains where chain.bin.identity == source && draining.remove(kind) != nil { drained() }
        case .latencyChanged:
            pipeline.recalculateLatency()
        case .warning(let warning):
            log(.debug, "output: \(warning.message)")
        default:
            break
        }
    }

    /// Whose message it is: a chain's, or that of a crossing that leads into one; nil for what is not inside any more.
    private func kind(of message: PipelineMessage) -> StreamKind? {
        chains.first { $0.value.contains(message) }?.key
            ?? item?.branches.first { message.isFrom($0.value.proxySource.identity) }?.key
    }

    private func drained() { if draining.isEmpty { owner(.drained) } }
}
