import PlayerCore

/// A fake engine whose player is followed by trackers, and what they are told.
final class TrackerRig {
    let engine: FakeEngine
    private(set) var lifecycle = TrackerLifecycle()
    private(set) var calls: [TrackerCall] = []

    init(
        _ uris: [String] = ["a", "b", "c"], roles: [TrackerRole] = [TrackerRole(name: "t")],
        settings: PlayerSettings = PlayerSettings(), seed: UInt64 = 1
    ) {
        engine = FakeEngine(uris, settings: settings, seed: seed)
        calls += lifecycle.setTrackers(roles, now: engine.now)
        calls += lifecycle.take(engine.snapshot, [])
        engine.observe = { [unowned self] snapshot, notices in calls += lifecycle.take(snapshot, notices) }
    }

    func forget() { calls = [] }
    func setRoles(_ roles: [TrackerRole]) { calls += lifecycle.setTrackers(roles, now: engine.now) }
    func end() { calls += lifecycle.end(now: engine.now) }

    /// Lets time pass, with the heartbeats.
    func advance(_ seconds: Double) {
        let target = engine.now + .seconds(seconds)
        while let moment = lifecycle.nextHeartbeat, moment <= target {
            engine.advance((moment - engine.now).seconds)
            if let due = lifecycle.nextHeartbeat, due <= engine.now { calls += lifecycle.beat(now: engine.now) }
        }
        engine.advance((target - engine.now).seconds)
    }

    func updates(_ name: String = "t") -> [(item: ItemID, update: TrackerUpdate)] {
        calls.compactMap { call in
            if case .update(name, let item, let update) = call { (item, update) } else { nil }
        }
    }

    /// As short words: `metadata a`, `enabled 0.0`, `startUp`.
    func told(_ name: String = "t") -> [String] {
        updates(name).map { _, update in
            switch update {
            case .metadata(let item): "metadata \(item.uri)"
            case .enabled(let properties): "enabled \(properties.position.seconds)"
            case .properties(let properties): "properties \(properties.position.seconds)"
            case .metric(let event): word(event.kind)
            case .timed(let event):
                switch event.kind {
                case .entered(let range): "entered \(range.className) \(event.position.seconds)"
                case .left(let range): "left \(range.className) \(event.position.seconds)"
                case .tagged(let tags): "tagged \(tags.title ?? "")"
                case .enteredSegment(let segment): "entered \(segment.kind.rawValue) \(event.position.seconds)"
                case .leftSegment(let segment): "left \(segment.kind.rawValue) \(event.position.seconds)"
                case .skippedSegment(let segment, let from, let to):
                    "skipped \(segment.kind.rawValue) \(from.seconds) \(to.seconds)"
                case .chapter(let chapter, let number): "chapter \(number) \(chapter.title)"
                }
            case .disabled(let properties): "disabled \(properties.position.seconds)"
            }
        }
    }

    /// Without the properties.
    func events(_ name: String = "t") -> [String] { told(name).filter { !$0.hasPrefix("properties") } }

    private func word(_ kind: MetricEvent.Kind) -> String {
        switch kind {
        case .startUp(let waited, _): "startUp \(waited.seconds)"
        case .stall: "stall"
        case .resume(let time): "resume \(time.seconds)"
        case .seek(let from, let to, _): "seek \(from.seconds) \(to.seconds)"
        case .rate(let from, let to): "rate \(from) \(to)"
        case .framesDropped(let total, let increment): "dropped \(total) \(increment)"
        case .failure(let fault): "failure \(fault.code.rawValue)"
        }
    }

    var last: TrackedProperties? {
        updates().reversed().lazy.compactMap { _, update in
            switch update {
            case .enabled(let properties), .properties(let properties), .disabled(let properties): properties
            case .metadata, .metric, .timed: nil
            }
        }.first
    }
}
