/// The sound device for playback, and the reactions when it disappears or its server asks for silence.
struct Devices: CommandedFeature, ListeningFeature {
    private var snapshot = DeviceSnapshot()
    /// When the clients' interest in changes ends.
    private var askedUntil: MonotonicTime?
    private var isWatching = false
    /// Whether playback pauses because the sound server asked for it.
    private var isCorked = false

    /// How long a client that asked stays interested in changes.
    private static let interest = MediaTime(nanoseconds: 60_000_000_000)
    /// The maximum length of a device id, in bytes.
    static let longestID = 1_024

    mutating func handle(
        _ command: PlayerCommand.Devices, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .look: askedUntil = scene.now + Self.interest
        case .choose(let id):
            guard id.utf8.count <= Self.longestID else {
                return .failure(.invalid("The name of the device is too long."))
            }
            let isKnown = id.isEmpty || snapshot.devices.isEmpty || snapshot.devices.contains { $0.id == id }
            guard isKnown || id == snapshot.chosen else {
                return .failure(.notFound("There is no sound device '\(id)': see 'mediactl audio'."))
            }
            snapshot.chosen = id
            // Also when the same device is chosen again: it may have come back.
            requests.perform(.engine(.chooseDevice(id)))
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .restored(let session) = event, let device = session.state.audioDevice,
            device.utf8.count <= Self.longestID
        else { return }
        snapshot.chosen = device
        requests.perform(.engine(.chooseDevice(device)))
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .engine(.devicesChanged(let devices)): snapshot.devices = devices
        case .engine(.deviceLost(let device)):
            guard scene.settings.onUnplug == .pause else { return }
            requests.logLine("the sound device \(device) disappeared: playback pauses")
            requests.take(.pause, from: .timer)
        case .engine(.corked(true)):
            guard scene.status == .playing else { return }
            isCorked = true
            requests.logLine("the sound server asks for silence, as for a call: playback pauses")
            requests.take(.pause, from: .timer)
        case .engine(.corked(false)):
            guard isCorked else { return }
            isCorked = false
            requests.take(.play, from: .timer)
        default: break
        }
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        // Somebody decided otherwise meanwhile.
        if isCorked, scene.status != .paused, scene.isFirstRound { isCorked = false }
        if let askedUntil, askedUntil <= scene.now { self.askedUntil = nil }
        let isWanted = askedUntil != nil
        guard isWanted != isWatching else { return }
        isWatching = isWanted
        requests.perform(.engine(.watchDevices(isWanted)))
    }

    func wakesAt(_ scene: Scene) -> MonotonicTime? { askedUntil }

    func describe(into published: inout Published) { published.snapshot.devices = snapshot }
}
