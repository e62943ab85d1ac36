internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The devices: opening them by the ladder, losing them, getting them back.
extension PlaybackEngine {
    /// The output when its sinks are open; else starts opening them and answers nil for now.
    func openOutput() -> OutputPipeline? {
        if output != nil { reopenLostDevice() }
        if let output { return openingSinks.isEmpty ? output : nil }
        makeOutput()
        climb(.audio)
        climb(.video)
        return nil
    }

    private func makeOutput() {
        output = OutputPipeline(lines: lines, log: log) { [weak self] event in self?.handle(event) }
        openingSinks = [.audio, .video]
    }

    private func ladder(_ kind: StreamKind, devices: SoundDevices) -> SinkLadder {
        switch kind {
        case .audio: .audio(configuration.audioSink, devices: devices)
        case .video: .video(configuration.videoSink, environment: environment)
        }
    }

    /// Climbs the configured ladder, once it is known which devices there are.
    ///
    /// - Parameter silently: whether its last rung, which is no device, is one of those to try.
    func climb(_ kind: StreamKind, silently: Bool = true) {
        if kind == .audio, !devices.chosen.isEmpty, !devices.isListed {
            let asking = output
            return knowingDevices { [weak self] in
                guard let self, let asking, self.output === asking else { return }
                self.climbKnowingDevices(kind, silently)
            }
        }
        climbKnowingDevices(kind, silently)
    }

    private func climbKnowingDevices(_ kind: StreamKind, _ silently: Bool) {
        guard kind == .audio, SinkLadder.isAutomatic(configuration.audioSink) else {
            return climb(ladder(kind, devices: .none), kind, silently)
        }
        let asking = output
        soundDevices.look(environment) { [weak self] devices in
            // An output that was given up meanwhile needs no sink.
            guard let self, let asking, output === asking else { return }
            climb(ladder(kind, devices: devices), kind, silently)
        }
    }

    private func climb(_ ladder: SinkLadder, _ kind: StreamKind, _ silently: Bool) {
        climb(kind, silently || ladder.rungs.count == 1 ? ladder.rungs[...] : ladder.rungs.dropLast())
    }

    /// Tries the rungs one after the other, opening each away from the loop.
    private func climb(_ kind: StreamKind, _ rungs: ArraySlice<SinkLadder.Rung>) {
        guard let rung = rungs.first else {
            sinkUnavailable(kind)
            return
        }
        let sink: Element
        do {
            sink = try Element.bin(describedBy: rung.description)
        } catch {
            log(.error, "\(kind) sink \(rung.name): \(error.message)")
            climb(kind, rungs.dropFirst())
            return
        }
        if kind == .audio { setDevice(of: sink) }
        guard kind == .video, let name = sink.windowSinkName else { return open(sink, kind, rung, rungs) }
        surface.open(forWayland: name == "waylandsink") { [weak self] handle in
            MediaActor.post {
                if let handle { self?.output?.pipeline.giveWindow(handle) }
                self?.open(sink, kind, rung, rungs)
            }
        }
    }

    private func open(
        _ sink: Element, _ kind: StreamKind, _ rung: SinkLadder.Rung, _ rungs: ArraySlice<SinkLadder.Rung>
    ) {
        OffLoop.setState(sink, .ready) { [weak self] change in
            guard let self, let output else {
                // The player ended meanwhile; what is dropped while it is open is a critical error of GStreamer's.
                return OffLoop.tearDown(sink) { _ in }
            }
            guard change != .failed else {
                log(.info, "\(kind) sink \(rung.name) cannot be opened")
                OffLoop.tearDown(sink) { _ in }
                climb(kind, rungs.dropFirst())
                return
            }
            do throws(GstFailure) {
                try output.install(kind, rung: rung, sink: sink)
                opened(kind)
            } catch {
                log(.error, "\(kind) sink \(rung.name): \(error.message)")
                climb(kind, rungs.dropFirst())
            }
        }
    }

    /// Looks again for a device that there was none of, for a new item and when somebody wants to hear something; but not
    /// more than once in five seconds.
    func lookForDevices() {
        guard let output, openingSinks.isEmpty else { return }
        if let recovery {
            // Whoever presses something does not wait for the next try.
            guard recovery.timer != nil, (now - recovery.lastTry).seconds > 1 else { return }
            self.recovery?.attempt = 0
            return recover(recovery.kind)
        }
        for (kind, since) in withoutDeviceSince
        where (now - since).seconds > 5 && ladder(kind, devices: .all).rungs.contains(where: { $0.name != "none" }) {
            takeOffAir(resumingAt: currentPosition)
            output.uninstall(kind)
            openingSinks.insert(kind)
            climb(kind)
        }
    }

    /// The window is gone: the picture needs another one.
    public func reopenVideo() {
        guard let output, recovery == nil else { return }
        guard openingSinks.isEmpty else {
            // The sink noticed first, or is being opened in the window that is gone.
            isWindowOwed = true
            return
        }
        let position = currentPosition
        takeOffAir(resumingAt: position)
        output.uninstall(.video)
        openingSinks.insert(.video)
        climb(.video)
    }

    private func opened(_ kind: StreamKind) {
        openingSinks.remove(kind)
        let configured = kind == .audio ? configuration.audioSink : configuration.videoSink
        let isFallback = output?.chains[kind]?.rung.name == "none" && configured != "none"
        withoutDeviceSince[kind] = isFallback ? now : nil
        guard openingSinks.isEmpty, let output else { return }
        output.setVolume(volume)
        if let pictureSize { output.scalePicture(width: pictureSize.width, height: pictureSize.height) }
        cards.pictureChanged(output.chains[.video])
        let report = SinkReport(
            audio: output.chains[.audio]?.rung.name ?? "none", video: output.chains[.video]?.rung.name ?? "none")
        log(.info, "sinks: audio \(report.audio), video \(report.video)")
        tell(.sinksChosen(report))
        if recovery != nil {
            recovery = nil
            tell(.outputRestored)
        }
        guard !isWindowOwed else {
            isWindowOwed = false
            return reopenVideo()
        }
        startCurrentIfWanted()
    }

    /// A configured sink that does not open: play silently (or blindly) rather than not at all, and say so.
    private func sinkUnavailable(_ kind: StreamKind) {
        if recovery != nil {
            openingSinks.remove(kind)
            scheduleRecovery(kind)
            return
        }
        log(.error, "no \(kind) sink can be opened: playing without; check \(kind).sink in the configuration")
        climb(
            kind,
            (kind == .audio ? SinkLadder.audio("none", devices: .none) : .video("none", environment: [:])).rungs[...])
    }

    // MARK: Loss and return

    /// A sink failed while running: keep the position, and try again until it is back (docs/architecture.md, rule 11).
    func outputFailed(_ kind: StreamKind, _ error: GstError) {
        guard recovery == nil, let output else { return }
        if kind == .audio {
            if losesDevice(error) { return }
            // Its server may be gone, and nobody says so to who watches.
            endDeviceWatch()
        }
        let position = currentPosition
        log(.warning, "\(kind) output lost: \(error.message)")
        takeOffAir(resumingAt: position)
        output.pause()
        output.uninstall(kind)
        if kind == .video {
            // Sound goes on; the picture comes back with the next item, if its display does.
            openingSinks.insert(.video)
            climb(.video, SinkLadder.video("none", environment: [:]).rungs[...])
            return
        }
        recovery = (kind, 0, now, nil)
        scheduleRecovery(kind)
    }

    /// Whether the item was refused by a sound server that went away while nothing played: the first data finds out.
    ///
    /// The item is opened again, and heard as soon as there is a server.
    func recoversFromSilence(_ item: ItemPipeline) -> Bool {
        guard item === current, onAir === item, recovery == nil, let output,
            output.chains[.audio]?.takesNothing == true
        else { return false }
        log(.info, "the sound server was lost while nothing was playing")
        openAgain(item, playing: item.currentChoice)
        output.pause()
        output.uninstall(.audio)
        recovery = (.audio, 0, now, nil)
        // A server that is there and refuses everything is not asked again without a rest.
        let hasRested = lastRefusal.map { (now - $0).seconds > 5 } ?? true
        lastRefusal = now
        if hasRested { recover(.audio) } else { scheduleRecovery(.audio) }
        return true
    }

    /// The sound server's stream lost its time: play on from here in a new one.
    func soundLost() {
        // A seek brings a new stream by itself.
        guard recovery == nil, running == nil, onAir != nil else { return }
        log(.info, "the stream at the sound server lost its time; a new one is opened")
        takeOffAir(resumingAt: currentPosition)
    }

    /// Closes every gate and brings the items back to where they can start again.
    func takeOffAir(resumingAt position: MediaTime?) {
        guard let position = leaveAir(resumingAt: position), let current else { return }
        // What cannot be sought, such as radio, cannot be brought back: no segment would follow the flush. In a chain the
        // position may lie in another link than the data that comes.
        guard !current.isLive, current.allowsSeeking, current.facts.isSeekable, !current.isLinked else {
            return openAgain(current, playing: current.currentChoice, at: position)
        }
        current.reposition(to: position)
    }

    /// Closes every gate; the current item stays where its data is, for who opens it anew.
    ///
    /// - Returns: where it is to go on; nil when nothing was on the air.
    func leaveAir(resumingAt position: MediaTime?) -> MediaTime? {
        handOverTimer = nil
        forgetTagsAhead()
        pendingJoin = nil
        running = nil
        isDraining = false
        guard let onAir, let current else { return nil }
        output?.detach(onAir, flushing: true)
        if onAir !== current { onAir.reposition(to: onAir.request.start) }
        self.onAir = nil
        let position = position ?? current.startOfNext
        tell(.anchored(current.generation, .standing(at: position)))
        return position
    }

    /// Where the current item is heard now, or will be once a seek has landed.
    var currentPosition: MediaTime? {
        if let running { return MediaTime(nanoseconds: running.seek.start) }
        if let standing { return standing }
        guard let timeline, let output else { return nil }
        let running = output.isPlaying ? output.runningTime(at: now) : output.pausedRunningTime
        return max(.zero, timeline.mediaTime(at: running))
    }

    /// 1, 2, 4, 8 … 60 s.
    private func scheduleRecovery(_ kind: StreamKind) {
        let attempt = recovery?.attempt ?? 0
        let seconds = min(60, Int64(1) << Int64(min(attempt, 6)))
        let timer = LoopSource.timer(
            on: MediaActor.loop, at: MonotonicClock.microseconds + seconds * 1_000_000
        ) { [weak self] in
            MediaActor.assumeIsolated { self?.recover(kind) }
        }
        recovery = (kind, attempt + 1, now, timer)
        let fault = PlaybackFault(
            kind == .audio ? .audioOutputLost : .videoOutputFailed,
            kind == .audio
                ? "The sound server was lost; trying again in \(seconds) s."
                : "The video output failed; trying again.")
        tell(.outputLost(fault, retryIn: MediaTime(nanoseconds: seconds * 1_000_000_000)))
    }

    private func recover(_ kind: StreamKind) {
        recovery?.timer = nil
        openingSinks.insert(kind)
        // Without the silent last rung: silence is what there is already.
        climb(kind, silently: false)
    }

    // MARK: What hangs

    /// A flush of an item does not return: its disk hangs, or a device.
    func hung(_ item: ItemPipeline) {
        // A demuxer whose server gives nothing waits for it in a seek, and no device does.
        let isLost = PlaybackFault(.sourceInterrupted, "\(item.request.uri): its server does not respond.")
        if item.isNetwork, reconnects(item, after: isLost) { return }
        if item === onAir { outputHung() } else { failed(item, Faults.noAnswer(item.request.uri)) }
    }

    /// A device does not return from a call, nor may a disk behind it: everything is opened anew, and what hangs is left.
    func outputHung() {
        guard let output else { return }
        log(.warning, "the sound server, the display or a disk does not respond; everything is opened again")
        let position = currentPosition
        let wasOnAir = onAir
        handOverTimer = nil
        forgetTagsAhead()
        pendingJoin = nil
        isDraining = false
        onAir = nil
        output.abandon()
        self.output = nil
        openingSinks = []
        recovery = nil
        guard let current else { return }
        makeOutput()
        recovery = (.audio, 0, now, nil)
        tell(
            .outputLost(
                PlaybackFault(.audioOutputLost, "The sound server does not respond; waiting for it."), retryIn: .zero))
        recover(.audio)
        climb(.video)
        if let next, wasOnAir === next {
            self.next = makeAgain(next, at: next.request.start, attempt: 0)
            next.retire()
            self.next?.open(patience: patience(next))
        }
        guard wasOnAir != nil else { return }
        let start = position ?? current.startOfNext
        tell(.anchored(current.generation, .standing(at: start)))
        openAgain(current, playing: current.currentChoice, at: start)
    }

    /// Closes the devices and opens those that are configured now.
    func rebuildOutput() {
        guard let output else { return }
        let position = currentPosition
        takeOffAir(resumingAt: position)
        for kind in output.chains.keys { output.uninstall(kind) }
        OffLoop.tearDown(output.pipeline) { _ in }
        self.output = nil
        startCurrentIfWanted()
    }
}
