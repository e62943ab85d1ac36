internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Opens the devices through the ladder, and recovers from their loss.
extension PlaybackEngine {
    /// Returns the output if its sinks are open; otherwise starts opening them and returns nil.
    func openOutput() -> OutputPipeline? {
        if output != nil { reopenLostDevice() }
        if let output { return openingSinks.isEmpty ? output : nil }
        makeOutput()
        climb(.audio)
        climb(.video)
        return nil
    }

    func makeOutput() {
        output = OutputPipeline(lines: lines, log: log) { [weak self] event in self?.handle(event) }
        openingSinks = [.audio, .video]
    }

    private func ladder(_ kind: StreamKind, devices: SoundDevices) -> SinkLadder {
        switch kind {
        case .audio: .audio(configuration.audioSink, devices: devices)
        case .video: .video(configuration.videoSink, environment: environment)
        }
    }

    /// Climbs the configured ladder when the devices are known.
    ///
    /// - Parameter silently: whether to try the last rung, which is no device.
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
            // An output that was abandoned in the meantime needs no sink.
            guard let self, let asking, output === asking else { return }
            climb(ladder(kind, devices: devices), kind, silently)
        }
    }

    private func climb(_ ladder: SinkLadder, _ kind: StreamKind, _ silently: Bool) {
        climb(kind, silently || ladder.rungs.count == 1 ? ladder.rungs[...] : ladder.rungs.dropLast())
    }

    /// Tries the rungs in their order. Each sink is opened outside the loop.
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
                if let handle {
                    sink.ignoreWindow()
                    self?.output?.pipeline.giveWindow(handle)
                }
                self?.open(sink, kind, rung, rungs)
            }
        }
    }

    private func open(
        _ sink: Element, _ kind: StreamKind, _ rung: SinkLadder.Rung, _ rungs: ArraySlice<SinkLadder.Rung>
    ) {
        OffLoop.setState(sink, .ready) { [weak self] change in
            guard let self, let output else {
                // The player has ended in the meantime. Releasing an open sink is a critical error in GStreamer.
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

    /// Looks for a missing device again, for a new item and when playback starts; at most once in five seconds.
    func lookForDevices() {
        guard let output, openingSinks.isEmpty else { return }
        if let recovery {
            // A user command does not wait for the next scheduled attempt.
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

    /// Opens the video sink again after the window was closed.
    public func reopenVideo() {
        guard let output, recovery == nil else { return }
        guard openingSinks.isEmpty else {
            // The sink noticed the loss first, or is being opened in the closed window.
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
            audio: output.chains[.audio]?.rung.name ?? "none", video: output.chains[.video]?.rung.name ?? "none",
            framesFillWindow: output.chains[.video]?.framesFillWindow ?? false)
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

    /// Falls back to playing without output of a kind whose configured sink cannot be opened, and reports the error.
    private func sinkUnavailable(_ kind: StreamKind) {
        if recovery != nil {
            openingSinks.remove(kind)
            scheduleRecovery(kind)
            return
        }
        log(
            .error,
            "no \(kind) sink can be opened: playing without \(kind); check \(kind).sink in the configuration")
        climb(
            kind,
            (kind == .audio ? SinkLadder.audio("none", devices: .none) : .video("none", environment: [:])).rungs[...])
    }

    // MARK: Loss and recovery

    /// Handles the failure of a sink during playback: keeps the position and retries until the sink can be opened
    /// (docs/architecture.md, rule 11).
    func outputFailed(_ kind: StreamKind, _ error: GstError) {
        guard recovery == nil, let output else { return }
        if kind == .audio {
            if losesDevice(error) { return }
            // The server may be gone without a notification to the monitor.
            endDeviceWatch()
        }
        let position = currentPosition
        log(.warning, "\(kind) output lost: \(error.message)")
        takeOffAir(resumingAt: position)
        output.pause()
        output.uninstall(kind)
        if kind == .video {
            // Audio continues. The video output returns with the next item if its display does.
            openingSinks.insert(.video)
            climb(.video, SinkLadder.video("none", environment: [:]).rungs[...])
            return
        }
        // A server without any device opens, and refuses all data: it is asked more seldom.
        let hasRefused = error.debug?.contains("not-negotiated") == true && !noteRefusal()
        recovery = (kind, hasRefused ? 3 : 0, now, nil)
        scheduleRecovery(kind)
        if error.debug?.contains("not negotiated before") == true { failsWithoutFormat() }
    }

    /// Handles sound without a format. A server that is lost may leave one such error behind; an item that has no format
    /// fails again at once.
    private func failsWithoutFormat() {
        guard let current else { return }
        let last = formless
        formless = (current.generation, now)
        guard let last, last.generation == current.generation, (now - last.moment).seconds < 5 else { return }
        cutCurrent()
        tell(.failed(current.generation, Faults.fault(for: .undecodable(current.request.uri))))
    }

    /// Notes that a sound server refused data.
    ///
    /// - Returns: whether none did in the ten seconds before.
    private func noteRefusal() -> Bool {
        defer { lastRefusal = now }
        return lastRefusal.map { (now - $0).seconds > 10 } ?? true
    }

    /// Whether the item failed because the output that it fed was lost: its demuxer blames itself.
    ///
    /// The item is opened again where it was, and plays as soon as there is an output.
    func recoversFromLostOutput(_ item: ItemPipeline, _ fault: PlaybackFault) -> Bool {
        guard item === current, fault.code == .containerBroken, let recovery, recovery.kind == .audio,
            (now - recovery.lastTry).seconds < 2
        else { return false }
        openAgain(item, playing: item.currentChoice)
        return true
    }

    /// Whether the item failed because the sound server was lost while nothing was playing, which only the first data
    /// reveals.
    ///
    /// The item is opened again and plays as soon as there is a server.
    func recoversFromSilence(_ item: ItemPipeline) -> Bool {
        guard item === current, air.carries(item), recovery == nil, let output,
            output.chains[.audio]?.takesNothing == true
        else { return false }
        log(.info, "the sound server was lost while nothing was playing")
        openAgain(item, playing: item.currentChoice)
        output.pause()
        output.uninstall(.audio)
        recovery = (.audio, 0, now, nil)
        // A server that exists but refuses all data is not asked again without a delay.
        if noteRefusal() { recover(.audio) } else { scheduleRecovery(.audio) }
        return true
    }

    /// Handles a stream on the sound server that lost its time: playback continues from here in a new stream.
    func soundLost() {
        // A seek creates a new stream anyway.
        guard recovery == nil, !seeks.isRunning, air.item != nil else { return }
        log(.info, "the stream on the sound server lost its time: opening a new one")
        takeOffAir(resumingAt: currentPosition)
    }

    /// Closes all gates and moves the items to the positions where they can start again.
    func takeOffAir(resumingAt position: MediaTime?) {
        guard let position = leaveAir(resumingAt: position), let current else { return }
        // An item that cannot seek, such as radio, cannot be repositioned: no segment would follow the flush. In a
        // chain, the position may be in another link than the present data.
        guard !current.isLive, current.allowsSeeking, current.facts.isSeekable, !current.isLinked else {
            return openAgain(current, playing: current.currentChoice, at: position)
        }
        bringBack(current, to: position)
    }

    /// Closes all gates. The current item stays at the position of its data and must be opened again by the caller.
    ///
    /// - Returns: the position to continue from; nil if nothing was on the air.
    func leaveAir(resumingAt position: MediaTime?) -> MediaTime? {
        var resumption = position
        if let continuation, air.carries(continuation), current?.growth != nil {
            // The pipeline before has come to the end of a recording as it found it, and has nothing to come back to.
            handedOver()
            resumption = position.map { max($0, continuation.request.start) }
        }
        let linked = air.item
        air.leave()
        // A seek in an item that is not on the air goes on behind its gates.
        guard let linked, let current else { return nil }
        let sought = seeks.end()
        output?.detach(linked, flushing: true)
        if linked !== current { bringBack(linked, to: linked.request.start) }
        let position = resumption ?? current.startOfNext
        tell(.anchored(current.generation, .standing(at: position)))
        if let sought {
            // The item continues at the target. Reported later, because another seek may follow at once.
            let landed = EngineEvent.seekLanded(current.generation, sought.id, .standing(at: position))
            MediaActor.post { [weak self] in self?.tell(landed) }
        }
        return position
    }

    /// The position of the current item, or the target of a running seek.
    var currentPosition: MediaTime? {
        seeks.target ?? air.position(at: output?.presentRunningTime(now))
    }

    /// Schedules an attempt after 1, 2, 4, 8 … 60 s.
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
                ? "The sound server was lost. Trying again in \(seconds) s."
                : "The video output failed. Trying again.")
        tell(.outputLost(fault, retryIn: MediaTime(nanoseconds: seconds * 1_000_000_000)))
    }

    func recover(_ kind: StreamKind) {
        recovery?.timer = nil
        openingSinks.insert(kind)
        // Without the last, silent rung: there is no sound already.
        climb(kind, silently: false)
    }

    /// Closes the devices and opens those of the new configuration.
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
