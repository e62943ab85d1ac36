/// What the machine does.
public enum MachineEvent: Hashable, Sendable {
    /// It is about to sleep, and waits a few seconds for those that prepare for it.
    case fallsAsleep
    /// It is awake, or did not fall asleep after all.
    case awakes
}

/// What happens to playback when the machine wakes from sleep.
public enum ResumePlayback: String, Hashable, Sendable, CaseIterable {
    /// It continues if it played before, and if nothing but time has changed.
    case goOn = "continue"
    case pause
}

/// The machine's sleep: playback pauses before it, and goes on after it.
///
/// Connections do not survive it. They are closed before, and opened again after it: at the position, live streams at
/// their edge.
struct Suspension: ListeningFeature {
    private var isAsleep = false
    /// The item that played when the machine fell asleep.
    private var item: ItemID?

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        // Somebody plays before the machine was said to be awake.
        if case .resumed = event, isAsleep { connect(scene, &requests) }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .machine(.fallsAsleep): fallAsleep(scene, &requests)
        case .machine(.awakes): awake(scene, &requests)
        case .engine(.deviceLost(let device)) where item != nil:
            item = nil
            requests.logLine("the sound device \(device) disappeared while the machine slept: playback stays paused")
        default: break
        }
    }

    func describe(into published: inout Published) {}

    private mutating func fallAsleep(_ scene: Scene, _ requests: inout Requests) {
        guard !isAsleep else { return }
        isAsleep = true
        item = scene.status == .playing ? scene.item?.id : nil
        // What was stopped before is not begun again by a person who wakes the machine. A proposal behind the end stays open.
        if scene.status == .stopped, !scene.isResting { requests.take(.quit, from: .timer) }
        if item != nil { requests.take(.pause, from: .timer) }
        if let generation = scene.generation { requests.perform(.engine(.disconnect(generation))) }
    }

    private mutating func awake(_ scene: Scene, _ requests: inout Requests) {
        guard isAsleep else { return }
        let item = item
        connect(scene, &requests)
        // Somebody may have decided otherwise.
        guard let item, item == scene.item?.id, scene.status == .paused else { return }
        guard scene.settings.onResume == .goOn else {
            return requests.logLine("the machine slept: playback stays paused (on-resume)")
        }
        requests.take(.play, from: .timer)
    }

    private mutating func connect(_ scene: Scene, _ requests: inout Requests) {
        isAsleep = false
        item = nil
        if let generation = scene.generation { requests.perform(.engine(.connect(generation))) }
    }
}
