internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Opens the devices through the fallbacks, and recovers from their loss.
extension PlaybackEngine {
    /// Returns the output if its sinks are open; otherwise starts opening them and returns nil.
    func openOutput() -> OutputPipeline? {
        if output != nil { reopenLostDevice() }
        if let output { return sinks.isOpening ? nil : output }
        makeOutput()
        follow(.made)
        return nil
    }

    func makeOutput() {
        output = OutputPipeline(lines: screen.lines, log: log) { [weak self] event in self?.handle(event) }
    }

    /// Carries out what an event means for the sinks.
    func follow(_ event: OutputState.Event) {
        for action in sinks.event(event, at: now) { carryOut(action) }
    }

    private func carryOut(_ action: OutputState.Action) {
        switch action {
        case .open(let kind, let silently): tryOpening(kind, silently: silently)
        case .openFallback(let kind): tryOpening(kind, SinkFallbacks.fallback(kind).choices[...])
        case .reopen(let kind): reopen(kind)
        case .lookFor(let kind):
            if fallbacks(kind, devices: .all).choices.contains(where: { $0.name != "none" }) { reopen(kind) }
        case .retry(let kind, let seconds): retry(kind, after: seconds)
        case .reportHang:
            let sentence = "The sound server does not respond. Waiting for it."
            tell(.outputLost(PlaybackFault(.audioOutputLost, sentence), retryIn: .zero))
        case .report: reportSinks()
        case .reportRestored: tell(.outputRestored)
        case .start: startCurrentIfWanted()
        }
    }

    /// Opens a sink anew. What plays goes on behind it.
    func reopen(_ kind: StreamKind) {
        takeOffAir(resumingAt: currentPosition)
        output?.uninstall(kind)
        follow(.removed(kind))
    }

    private func fallbacks(_ kind: StreamKind, devices: SoundDevices) -> SinkFallbacks {
        switch kind {
        case .audio: .audio(configuration.audioSink, devices: devices)
        case .video: .video(configuration.videoSink, environment: surroundings.environment)
        }
    }

    /// Tries the configured fallbacks when the devices are known.
    ///
    /// - Parameter silently: whether to try the last choice, which is no device.
    private func tryOpening(_ kind: StreamKind, silently: Bool) {
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
        guard kind == .audio, SinkFallbacks.isAutomatic(configuration.audioSink) else {
            return tryOpening(fallbacks(kind, devices: .none), kind, silently)
        }
        let asking = output
        surroundings.soundDevices.look(surroundings.environment) { [weak self] devices in
            // An output that was abandoned in the meantime needs no sink.
            guard let self, let asking, output === asking else { return }
            tryOpening(fallbacks(kind, devices: devices), kind, silently)
        }
    }

    private func tryOpening(_ fallbacks: SinkFallbacks, _ kind: StreamKind, _ silently: Bool) {
        tryOpening(
            kind, silently || fallbacks.choices.count == 1 ? fallbacks.choices[...] : fallbacks.choices.dropLast())
    }

    /// Tries the choices in their order. Each sink is opened outside the loop.
    private func tryOpening(_ kind: StreamKind, _ choices: ArraySlice<SinkFallbacks.Choice>) {
        guard let choice = choices.first else {
            sinkUnavailable(kind)
            return
        }
        let sink: Element
        do {
            sink = try Element.bin(describedBy: choice.description)
        } catch {
            log(.error, "\(kind) sink \(choice.name): \(error.message)")
            tryOpening(kind, choices.dropFirst())
            return
        }
        if kind == .audio { setDevice(of: sink) }
        guard kind == .video, let name = sink.windowSinkName else { return open(sink, kind, choice, choices) }
        screen.surface.open(forWayland: name == "waylandsink") { [weak self] handle in
            MediaActor.post {
                if let handle {
                    sink.ignoreWindow()
                    self?.output?.pipeline.giveWindow(handle)
                }
                self?.open(sink, kind, choice, choices)
            }
        }
    }

    private func open(
        _ sink: Element, _ kind: StreamKind, _ choice: SinkFallbacks.Choice, _ choices: ArraySlice<SinkFallbacks.Choice>
    ) {
        OffLoop.setState(sink, .ready) { [weak self] change in
            guard let self, let output else {
                // The player has ended in the meantime. Releasing an open sink is a critical error in GStreamer.
                return OffLoop.tearDown(sink) { _ in }
            }
            guard change != .failed else {
                log(.info, "\(kind) sink \(choice.name) cannot be opened")
                OffLoop.tearDown(sink) { _ in }
                tryOpening(kind, choices.dropFirst())
                return
            }
            do throws(GstFailure) {
                try output.install(kind, choice: choice, sink: sink)
                opened(kind)
            } catch {
                log(.error, "\(kind) sink \(choice.name): \(error.message)")
                tryOpening(kind, choices.dropFirst())
            }
        }
    }

    /// Looks for a missing device again, for a new item and when playback starts.
    func lookForDevices() { if output != nil { follow(.asked) } }

    /// Opens the video sink again after the window was closed.
    public func reopenVideo() { if output != nil { follow(.windowClosed) } }

    private func opened(_ kind: StreamKind) {
        let configured = kind == .audio ? configuration.audioSink : configuration.videoSink
        let isFallback = output?.chains[kind]?.choice.name == "none" && configured != "none"
        follow(.opened(kind, isFallback: isFallback))
    }

    private func reportSinks() {
        guard let output else { return }
        output.setVolume(wanted.volume)
        output.delaySound(by: wanted.soundDelay.nanoseconds)
        if let size = screen.size {
            output.scalePicture(width: size.width, height: size.height, fills: screen.isFilled)
        }
        screen.cards.pictureChanged(output.chains[.video])
        let report = SinkReport(
            audio: output.chains[.audio]?.choice.name ?? "none", video: output.chains[.video]?.choice.name ?? "none")
        log(.info, "sinks: audio \(report.audio), video \(report.video)")
        tell(.sinksChosen(report))
    }

    /// Falls back to playing without output of a kind whose configured sink cannot be opened, and reports the error. A
    /// lost output is tried again instead.
    private func sinkUnavailable(_ kind: StreamKind) {
        if !sinks.isLost {
            log(
                .error,
                "no \(kind) sink can be opened: playing without \(kind); check \(kind).sink in the configuration")
        }
        follow(.unavailable(kind))
    }

    // MARK: Loss and recovery

    /// Handles the failure of a sink during playback: keeps the position and retries until the sink can be opened
    /// (docs/architecture.md, rule 11).
    func outputFailed(_ kind: StreamKind, _ error: GstError) {
        guard !sinks.isLost, let output else { return }
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
        follow(.failed(kind, isRefusal: error.debug?.contains("not-negotiated") == true))
        guard kind == .audio, error.debug?.contains("not negotiated before") == true, let current,
            sinks.noteFormless(current.generation, at: now)
        else { return }
        cutCurrent()
        tell(.failed(current.generation, Faults.fault(for: .undecodable(current.uri))))
    }

    /// Whether the item failed because the output that it fed was lost: its demuxer blames itself.
    ///
    /// The item is opened again where it was, and plays as soon as there is an output.
    func recoversFromLostOutput(_ item: ItemPipeline, _ fault: PlaybackFault) -> Bool {
        guard item === current, fault.code == .containerBroken, sinks.explainsFailure(at: now) else { return false }
        openAgain(item, playing: item.currentChoice)
        return true
    }

    /// Whether the item failed because the sound server was lost while nothing was playing, which only the first data
    /// reveals.
    ///
    /// The item is opened again and plays as soon as there is a server.
    func recoversFromSilence(_ item: ItemPipeline) -> Bool {
        guard item === current, air.carries(item), !sinks.isLost, let output,
            output.chains[.audio]?.takesNothing == true
        else { return false }
        log(.info, "the sound server was lost while nothing was playing")
        openAgain(item, playing: item.currentChoice)
        output.pause()
        output.uninstall(.audio)
        follow(.foundLost)
        return true
    }

    /// Handles a stream on the sound server that lost its time: playback continues from here in a new stream.
    func soundLost() {
        // A seek creates a new stream anyway.
        guard !sinks.isLost, !seeks.isRunning, air.item != nil else { return }
        log(.info, "the stream on the sound server lost its time: opening a new one")
        takeOffAir(resumingAt: currentPosition)
    }

    /// Closes all gates and moves the items to the positions where they can start again.
    func takeOffAir(resumingAt position: MediaTime?) {
        guard let position = leaveAir(resumingAt: position), let current else { return }
        // An item that cannot seek, such as radio, cannot be repositioned: no segment would follow the flush. In a
        // chain, the position may be in another link than the present data.
        guard !current.isLive, current.seeking.isAllowed, current.facts.isSeekable, !current.isLinked else {
            return openAgain(current, playing: current.currentChoice, at: position)
        }
        bringBack(current, to: position)
    }

    /// Closes all gates. The current item stays at the position of its data and must be opened again by the caller.
    ///
    /// - Returns: the position to continue from; nil if nothing was on the air.
    func leaveAir(resumingAt position: MediaTime?) -> MediaTime? {
        var resumption = position
        if let continuation, air.carries(continuation), current?.supply.growth != nil {
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
        let position = resumption ?? current.seeking.start
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

    private func retry(_ kind: StreamKind, after seconds: Int64) {
        set(.outputRetry, after: seconds * 1_000_000)
        let fault = PlaybackFault(
            kind == .audio ? .audioOutputLost : .videoOutputFailed,
            kind == .audio
                ? "The sound server was lost. Trying again in \(seconds) s."
                : "The video output failed. Trying again.")
        tell(.outputLost(fault, retryIn: MediaTime(nanoseconds: seconds * 1_000_000_000)))
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
