internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The sound devices: which exist, which is used, and what happens when it disappears.
extension PlaybackEngine {
    /// How long a server may take to list its devices, and how long they are monitored after the last sound, in
    /// microseconds.
    private static let patience: (list: Int64, watch: Int64) = (1_000_000, 10_000_000)
    /// A device whose loss is reported so soon after playback resumed disappeared during the pause, in microseconds.
    private static let resumption: Int64 = 1_000_000

    /// Moves playback to another device, or back to one that has returned.
    func chooseDevice(_ id: String) {
        devices.chosen = id
        guard let output, sinks.canReopen, output.chains[.audio] != nil else { return }
        reopen(.audio)
    }

    // MARK: Monitoring

    func watchDevices(_ isAsked: Bool) {
        devices.isAsked = isAsked
        updateDeviceWatch()
    }

    /// Monitors devices during playback or on request, and for some time afterwards.
    func updateDeviceWatch() {
        let plays = air.item != nil && output?.isPlaying == true
        guard plays || devices.isAsked else {
            if devices.monitor != nil, timers[.deviceWatch] == nil {
                set(.deviceWatch, after: Self.patience.watch)
            }
            return
        }
        timers[.deviceWatch] = nil
        // Another sound system was monitored while the server of the present sink was away.
        if let provider = providerOfSink, devices.monitor != nil, devices.provider != provider { endDeviceWatch() }
        if devices.monitor == nil { startDeviceWatch() }
    }

    func endDeviceWatch() {
        timers[.deviceWatch] = nil
        devices.monitor?.stop()
        devices.monitor = nil
        devices.isListed = false
        devicesListed()
    }

    private func startDeviceWatch() {
        do throws(GstFailure) { try Gst.initialize() } catch { return devicesListed() }
        if let provider = providerOfSink { return startDeviceWatch([provider]) }
        guard SinkFallbacks.isAutomatic(configuration.audioSink) else { return devicesListed() }
        startDeviceWatch(["pulsedeviceprovider", "alsadeviceprovider"])
    }

    /// The factory of the provider that lists the devices of the present or configured sink; nil if the sink does not
    /// tell.
    private var providerOfSink: String? {
        // PipeWire's own provider (0.3.65) crashes when it is stopped. Over the PulseAudio protocol, its devices have
        // the same names.
        let names = [
            ("pulsesink", "pulsedeviceprovider"), ("pipewiresink", "pulsedeviceprovider"),
            ("alsasink", "alsadeviceprovider"),
        ]
        let choice = output?.chains[.audio]?.choice.name ?? configuration.audioSink
        return names.first { choice.contains($0.0) }?.1
    }

    /// - Parameter providers: the providers to try, in this order.
    private func startDeviceWatch(_ providers: [String]) {
        guard let provider = providers.first else { return devicesListed() }
        let rest = Array(providers.dropFirst())
        devices.provider = provider
        devices.monitor = SoundDeviceMonitor(provider) { [weak self] event in self?.handle(event, else: rest) }
        if devices.monitor == nil { startDeviceWatch(rest) }
    }

    private func handle(_ event: SoundDeviceMonitor.Event, else providers: [String]) {
        switch event {
        case .listed(let found):
            listed(found)
        case .removed(let id):
            if id == devices.inUse, output?.isPlaying == true, configuration.pausesOnUnplug { deviceLost() }
        case .failed:
            devices.monitor?.stop()
            devices.monitor = nil
            startDeviceWatch(providers)
        }
    }

    func listed(_ found: [SoundDeviceMonitor.Device]) {
        let isFirst = !devices.isListed
        devices.isListed = true
        know(found)
        devicesListed()
        // The first list after a pause tells of what happened during it.
        if isFirst, output?.isPlaying == true { leaveLostDevice() }
    }

    private func know(_ found: [SoundDeviceMonitor.Device]) {
        guard devices.known != found else { return }
        devices.known = found
        tell(.devicesChanged(found.map { SoundDevice(id: $0.id, description: $0.description) }))
    }

    func devicesListed() {
        timers[.deviceList] = nil
        let waiting = devices.waiting
        devices.waiting = []
        for body in waiting { body() }
    }

    /// Calls `body` when the devices are known, if a device was chosen; otherwise at once.
    func knowingDevices(_ body: @escaping @MediaActor () -> Void) {
        guard !devices.chosen.isEmpty, !devices.isListed else { return body() }
        devices.waiting.append(body)
        set(.deviceList, after: Self.patience.list)
        if devices.monitor == nil { startDeviceWatch() }
    }

    // MARK: Use

    /// Sets the chosen device of a sink before it is opened, if the device exists.
    func setDevice(of sink: Element) {
        devices.inUse = nil
        devices.isReplaced = false
        PulseStreams.hold(false)
        guard !devices.chosen.isEmpty else { return }
        guard devices.isThere(devices.chosen) else {
            devices.isReplaced = true
            return log(.info, "the sound device \(devices.chosen) does not exist: using the default device")
        }
        for element in sink.descendants {
            switch element.factoryName {
            case "pulsesink":
                element.set("device", devices.chosen)
                PulseStreams.hold(configuration.pausesOnUnplug)
            case "alsasink": element.set("device", devices.chosen)
            case "pipewiresink":
                guard element.has("target-object") else { break }
                element.set("target-object", devices.chosen)
                devices.inUse = devices.chosen
            default: break
            }
        }
    }

    /// Asks the server for the device in use, after playback has started.
    func findDeviceInUse() {
        updateDeviceWatch()
        guard devices.inUse == nil, let chain = output?.chains[.audio],
            let sink = chain.bin.descendants.first(where: { $0.factoryName == "pulsesink" })
        else { return }
        OffLoop.currentDevice(of: sink) { [weak self] name in
            guard let self, self.output?.chains[.audio] === chain, let name, !name.isEmpty else { return }
            self.devices.inUse = name
        }
    }

    /// Whether an audio failure was caused by the loss of its device, and was handled.
    func losesDevice(_ error: GstError) -> Bool {
        guard PulseStreams.isDeviceGone(error) else { return false }
        deviceLost()
        return true
    }

    /// Leaves the chosen device if it went during a pause and the server did not say so. Returns whether it did.
    @discardableResult
    func leaveLostDevice() -> Bool {
        guard devices.hasLeft, configuration.pausesOnUnplug else { return false }
        deviceLost(inPause: true)
        return devices.isLost
    }

    /// Handles the loss of the device in use: playback stops at the last heard position.
    ///
    /// Other parts decide whether playback continues, which happens on another device. A paused stream notices the loss
    /// only when it is to play again: then it continues, because somebody has just asked for it.
    ///
    /// - Parameter isInPause: whether that is known to have happened during a pause.
    private func deviceLost(inPause isInPause: Bool = false) {
        guard !devices.isLost, let output, output.chains[.audio] != nil else { return }
        let name = devices.inUse ?? devices.chosen
        let position = currentPosition
        devices.isLost = true
        devices.inUse = nil
        // The list may not be updated yet.
        know(devices.known.filter { $0.id != name })
        takeOffAir(resumingAt: position)
        output.pause()
        output.uninstall(.audio)
        if wanted.isPlaying, isInPause || MonotonicClock.microseconds - devices.resumedAt < Self.resumption {
            log(.info, "the sound device \(name) disappeared during the pause")
        } else {
            tell(.deviceLost(name))
        }
        MediaActor.post { [weak self] in
            guard let self, wanted.isPlaying, devices.isLost else { return }
            devices.isLost = false
            startCurrentIfWanted()
        }
    }

    /// Opens an audio sink again after its device was lost.
    func reopenLostDevice() {
        if output?.chains[.audio] == nil, sinks.canReopen { follow(.removed(.audio)) }
    }
}
