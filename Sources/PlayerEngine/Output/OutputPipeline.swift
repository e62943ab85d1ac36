internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The long-lived output: a chain for audio, a chain for video, on the system clock.
///
/// Items are attached and detached. The sinks, their stream on the sound server and their window remain.
@MediaActor
final class OutputPipeline {
    enum Event {
        /// Every fed sink shows or holds the first data after a start or a flush.
        case prerolled
        case playing
        /// Everything that was sent has been played.
        case drained
        case failed(StreamKind, GstError)
        /// A frame was dropped because it was late.
        case frameDropped
        /// The frame size or the video chain has changed.
        case pictureChanged
        /// The sound server asks to pause, or to go on after that.
        case corked(Bool)
        /// Data is sent to the sound server without sound, although nothing failed.
        case soundLost
        /// A call to a device, or to what feeds it, does not return. No part of this output may be called any more.
        case hung
    }

    let pipeline = Element.pipeline(name: "output")
    private(set) var chains: [StreamKind: OutputChain] = [:]
    private(set) var isPlaying = false
    /// Whether the devices were open before.
    private(set) var hasPlayed = false
    /// Whether every fed sink holds data and the clock is valid: false from a flush until the preroll after it is
    /// complete.
    private(set) var isSettled = false
    /// Whether playback continues before the first frame after a flush has arrived.
    private var isSoundLeading = false
    private var watch: BusWatch?
    /// The timer of ``ensureItContinues()``.
    private var continuing: LoopSource?
    /// The item whose streams are linked.
    private weak var item: ItemPipeline?
    private var hasToldNoOverlay = false
    /// The shift of the item's segments in nanoseconds.
    private var shift: Int64 = 0
    /// Sinks that have not reported the end of stream yet.
    private var draining: Set<StreamKind> = []
    private let timedCalls: TimedCalls
    /// How long an output that was continued may take before it counts as hung, in seconds.
    private static let patience = 3.0
    private let lines: SubtitleScreen
    private let owner: @MediaActor (Event) -> Void
    private let log: @Sendable (EngineLogLevel, String) -> Void

    /// - Parameter lines: provides the lines of subtitles.
    init(
        lines: SubtitleScreen, log: @escaping @Sendable (EngineLogLevel, String) -> Void,
        owner: @escaping @MediaActor (Event) -> Void
    ) {
        self.lines = lines
        self.log = log
        self.owner = owner
        timedCalls = TimedCalls { owner(.hung) }
        pipeline.useSystemClock()
        pipeline.set("message-forward", true)
        watch = BusWatch(pipeline) { [weak self] message in self?.handle(message) }
    }

    // MARK: Chains

    /// Adds an open sink as the output of its kind.
    func install(_ kind: StreamKind, choice: SinkFallbacks.Choice, sink: Element) throws(GstFailure) {
        let chain = try OutputChain(
            kind: kind, choice: choice, sink: sink, lines: kind == .video ? lines : nil,
            shapeChanged: { [weak self] _ in MediaActor.post { self?.owner(.pictureChanged) } },
            timeLost: { [weak self] in MediaActor.post { self?.owner(.soundLost) } })
        chains[kind] = chain
        guard kind == .video else { return }
        if chain.overlay == nil, !hasToldNoOverlay {
            hasToldNoOverlay = true
            log(.warning, "cards are not drawn: \(OutputChain.overlayName) of gst-plugins-base is not installed")
        }
    }

    /// Scales the video if the sink cannot, and cuts it so that it fills the window if it `fills`.
    func scalePicture(width: Int, height: Int, fills: Bool) {
        chains[.video]?.scale(width: width, height: height, fills: fills)
    }

    /// Redraws the present frame.
    func redrawPicture() { if let chain = chains[.video] { OffLoop.redraw(chain.bin) } }

    /// Removes a chain, for example because its sound server is lost.
    func uninstall(_ kind: StreamKind) {
        guard let chain = chains.removeValue(forKey: kind) else { return }
        chain.detach(flushing: true, timedCalls)
        park(chain)
        let log = log
        OffLoop.tearDown(chain.bin) { log(.warning, "\($0) did not stop and is abandoned") }
    }

    /// Whether a call into the output, or into what feeds it, did not return.
    var isHung: Bool { timedCalls.hasGivenUp }

    /// Makes no further calls. ``Event/hung`` follows.
    func giveUp() { timedCalls.giveUp() }

    /// Abandons everything whose calls do not return.
    func abandon() {
        watch?.cancel()
        (watch, continuing) = (nil, nil)
        let log = log
        let left: @Sendable (String) -> Void = { log(.warning, "\($0) did not stop and is abandoned") }
        for chain in chains.values {
            chain.abandon()
            OffLoop.tearDown(chain.bin, outOf: chain.isParked ? nil : pipeline, overdue: left)
        }
        chains = [:]
        item = nil
        OffLoop.tearDown(pipeline, overdue: left)
    }

    /// Removes a chain that is not fed from the pipeline, so that nothing waits for it.
    private func park(_ chain: OutputChain) {
        guard !chain.isParked else { return }
        chain.isParked = true
        timedCalls.remove(chain.bin, from: pipeline)
        // Releases the device without sound, and the window does not keep showing the last frame.
        timedCalls.setState(chain.bin, .ready)
    }

    private func unpark(_ chain: OutputChain) {
        guard chain.isParked else { return }
        chain.isParked = false
        pipeline.add(chain.bin)
        timedCalls.syncStateWithParent(chain.bin)
    }

    /// Flushes a chain and detaches its branch. A corked stream is released with it.
    private func cut(_ chain: OutputChain) {
        chain.detach(flushing: true, timedCalls)
        if chain.kind == .audio, !isPlaying { park(chain) }
    }

    // MARK: Items

    /// Links an item's streams as a fresh start at running time 0, playing or paused.
    ///
    /// While paused, only video is linked: audio follows with ``play()``. A pulse stream that is flushed while it is
    /// corked reports a wrong time permanently and stays silent (libpulse 16, `pa_stream_get_time` never goes back).
    func begin(_ item: ItemPipeline, playing: Bool) {
        isSettled = false
        endSoundLead()
        self.item = item
        shift = item.isLive || item.seeking.runsUp ? -item.firstRunningTime : 0
        if let sound = chains[.audio], sound.branch != nil { cut(sound) }
        // In this order: the sinks must wait for data, not in READY, before the gates open.
        link(item, kinds: [.video], fresh: true)
        if playing { play() } else { pause() }
        open(item, kinds: [.video])
        if !playing, chains[.video]?.branch == nil { isSettled = true }
    }

    /// Removes audio before a flush while paused.
    func silenceBeforeFlush() {
        guard !isPlaying else { return }
        if let sound = chains[.audio], sound.branch != nil { cut(sound) }
        // Nothing is left that could preroll.
        if chains[.video]?.branch == nil { isSettled = true }
    }

    /// Links an item's streams after the previous ones, delayed by `shift` nanoseconds of running time.
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
                try chain.attach(branch, fresh: fresh, timedCalls)
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

    /// Unlinks an item's streams; with `flushing`, their data in the output is dropped.
    func detach(_ item: ItemPipeline, flushing: Bool) {
        endSoundLead()
        draining = []
        if self.item === item { self.item = nil }
        for (kind, branch) in item.branches {
            if let chain = chains[kind], chain.branch === branch {
                if flushing { cut(chain) } else { chain.detach(flushing: false, timedCalls) }
            }
            if branch.proxySourceIsInOutput {
                pipeline.remove(branch.proxySource)
                branch.proxySourceIsInOutput = false
            }
        }
    }

    /// Ends the streams; ``Event/drained`` follows when everything has been played.
    func drain() {
        draining = Set(chains.filter { $0.value.branch != nil }.keys)
        if draining.isEmpty { owner(.drained) }
        for kind in draining { if let chain = chains[kind] { OffLoop.sendEOS(into: chain.entryPad) } }
    }

    // MARK: State

    /// Called before a flush: an earlier preroll does not count, and running time restarts.
    func unsettle() {
        endSoundLead()
        continuing = nil
        isSettled = false
        shift = 0
    }

    /// Called before a flush while playing: sound does not wait for the picture after it. From a keyframe long before
    /// the position, decoding takes up to a second.
    ///
    /// The sink of the picture goes on with the running time of before until the sound has arrived. It would take all frames
    /// for late, and throw away as much of the film as this running time is long: the picture waits at its gate.
    ///
    /// - Returns: whether there are both.
    func letSoundLead() -> Bool {
        guard isPlaying, chains[.audio]?.branch != nil, let picture = chains[.video], let branch = picture.branch else {
            return false
        }
        picture.waitsForData(false)
        branch.gate.close(branch.exitPad)
        isSoundLeading = true
        return true
    }

    /// The sound has arrived, or another flush follows.
    private func endSoundLead() {
        guard isSoundLeading else { return }
        isSoundLeading = false
        guard let picture = chains[.video] else { return }
        picture.waitsForData(true)
        if let branch = picture.branch { branch.gate.open(branch.exitPad, shift: shift) }
    }

    func play() {
        // The start of running time is known only when PLAYING is reached. Until then, a landing cannot be reported.
        if !isPlaying { isSettled = false }
        isPlaying = true
        hasPlayed = true
        // Audio that was withheld during the pause joins at the position of the video.
        let silent = item.flatMap { item in
            item.branches[.audio] != nil && chains[.audio]?.branch !== item.branches[.audio] ? item : nil
        }
        if let silent {
            link(silent, kinds: [.audio], fresh: true)
        } else if item?.branches[.audio] == nil {
            if let sound = chains[.audio] { park(sound) }
        }
        timedCalls.setState(pipeline, .playing)
        if let silent { open(silent, kinds: [.audio]) }
        ensureItContinues(within: 0.5)
    }

    /// Pauses the pipeline. A pipeline that has never played stays closed (a sound server must not wait in PAUSED).
    func pause() {
        isPlaying = false
        endSoundLead()
        let (change, wasLeftWaiting) = timedCalls.setState(pipeline, .paused, settling: fedBins)
        // Paused immediately: the sinks still hold the data that they were about to play, and no message follows.
        guard change == .done || wasLeftWaiting else { return }
        isSettled = true
        MediaActor.post { [weak self] in
            if let self, isSettled, !isPlaying { owner(.prerolled) }
        }
    }

    /// Continues a pipeline that is complete and still does not play after some time, without any further message.
    ///
    /// GStreamer (1.22) leaves it there if a flush, of a seek or of a new item, comes while it continues after the one
    /// before: paused, or waiting for a sink that waits for nothing. In the latter case, only a change downwards is
    /// carried out, see ``Element/settle(_:)``.
    ///
    /// A device may be slower than that. Each attempt interrupts it, so the next one comes after twice the time. An output
    /// that no attempt has continued after six to eight seconds counts as hung, and everything is opened again.
    ///
    /// - Parameter seconds: how long it may take. Usually, a complete pipeline continues within a millisecond.
    func ensureItContinues(within seconds: Double = 0.05) {
        let deadline = MonotonicClock.microseconds + Int64(seconds * 1e6)
        continuing = LoopSource.timer(on: MediaActor.loop, at: deadline) { [weak self] in
            MediaActor.assumeIsolated {
                guard let self, self.isPlaying, !self.isSettled else { return }
                var next = seconds
                if self.pipeline.waitsForNothing {
                    guard seconds < Self.patience else { return self.owner(.hung) }
                    next = 2 * seconds
                    self.log(.debug, "output: it was left paused, and is continued")
                    self.timedCalls.setState(self.pipeline, .paused, settling: self.fedBins)
                    self.timedCalls.setState(self.pipeline, .playing)
                }
                self.ensureItContinues(within: next)
            }
        }
    }

    /// The bins of the chains in the pipeline.
    private var fedBins: [Element] { chains.values.filter { !$0.isParked }.map(\.bin) }

    /// Closes the sound device, and keeps the last frame in the window.
    ///
    /// - Returns: whether there is one.
    func rest() -> Bool {
        guard let picture = chains[.video], !picture.isParked, picture.hasShown else { return false }
        if let sound = chains[.audio] { park(sound) }
        pause()
        showAgain()
        return true
    }

    /// Draws the last frame again, with what is over it now, while no item feeds the window.
    func showAgain() {
        guard let picture = chains[.video], !picture.isParked else { return }
        picture.showAgain(timedCalls)
    }

    /// Closes the devices.
    func close() {
        isPlaying = false
        for chain in chains.values { chain.forgetShown() }
        for chain in chains.values where chain.isParked { timedCalls.setState(chain.bin, .ready) }
        timedCalls.setState(pipeline, .ready)
    }

    /// Has the sound heard so many nanoseconds later than the picture: the picture moves, so that the sound goes on without
    /// a break.
    func delaySound(by nanoseconds: Int64) { chains[.video]?.delay(by: -nanoseconds) }

    func setVolume(_ volume: Double) { chains[.audio]?.setVolume(volume) }

    /// The clock time of running time 0.
    var baseTime: MonotonicTime { MonotonicTime(nanoseconds: Int64(clamping: pipeline.baseTime)) }

    /// The running time at a clock time, in nanoseconds.
    func runningTime(at now: MonotonicTime) -> Int64 { (now - baseTime).nanoseconds }

    /// The running time now, in nanoseconds. The clock stands until an output that was paused plays again.
    func presentRunningTime(_ now: MonotonicTime) -> Int64 {
        isPlaying && isSettled ? runningTime(at: now) : pausedRunningTime
    }

    /// The running time of the last pause, in nanoseconds.
    var pausedRunningTime: Int64 { pipeline.startTime }

    private func handle(_ message: PipelineMessage) {
        switch message.content {
        case .error(let error):
            log(.debug, "output: \(error.message) [\(error.debug ?? "")]")
            guard let kind = kind(of: message) else {
                // The element was already removed, so playback is not affected.
                log(.warning, "output: \(error.element) failed after it was removed: \(error.message)")
                return
            }
            owner(.failed(kind, error))
        case .asyncDone where message.source == pipeline.identity:
            // While playing, the new base time is known only when PLAYING is reached again.
            guard !isPlaying else { return ensureItContinues() }
            isSettled = true
            owner(.prerolled)
        case .stateChanged(_, .playing, _) where message.source == pipeline.identity:
            // A message from before a flush is obsolete: running time restarts when PLAYING is reached again.
            guard isPlaying, pipeline.isSettled(in: .playing) else { return }
            isSettled = true
            endSoundLead()
            for chain in chains.values where !chain.isParked { chain.started() }
            owner(.playing)
        case .childEndOfStream(let source):
            for (kind, chain) in chains where chain.bin.identity == source && draining.remove(kind) != nil { drained() }
        case .stateRequested(let state):
            guard kind(of: message) == .audio, state == .paused || state == .playing else { return }
            owner(.corked(state == .paused))
        case .frameDropped:
            if kind(of: message) == .video { owner(.frameDropped) }
        case .latencyChanged:
            pipeline.recalculateLatency()
        case .warning(let warning):
            log(.debug, "output: \(warning.message)")
        default:
            break
        }
    }

    /// The kind of the chain that posted a message, or of the crossing that feeds it; nil for removed elements.
    private func kind(of message: PipelineMessage) -> StreamKind? {
        chains.first { $0.value.contains(message) }?.key
            ?? item?.branches.first { message.isFrom($0.value.proxySource.identity) }?.key
    }

    private func drained() { if draining.isEmpty { owner(.drained) } }
}
