/// Live streams: the live edge, the window that slides, and seeks by date.
struct Live: CommandedFeature, ListeningFeature {
    private var snapshot = LiveSnapshot()
    /// Whether playback was resumed since the position was last checked.
    private var isResumed = false

    /// The oldest data is about to disappear; the target of a seek must stay available until it is loaded.
    private static let margin = MediaTime(nanoseconds: 2_000_000_000)
    /// At the very edge there is no data yet: a seek there waits for the next segment, in silence.
    private static let edgeDistance = MediaTime(nanoseconds: 1_000_000_000)
    /// What was recorded last is played when more of it was written.
    private static let recordedDistance = MediaTime(nanoseconds: 5_000_000_000)
    /// Nearer to the edge, the stream is not played faster than it is produced: the demuxer would run out of data and
    /// end.
    private static let lead = MediaTime(nanoseconds: 5_000_000_000)

    mutating func handle(
        _ command: PlayerCommand.Live, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .goLive: goLive(scene, &requests)
        case .seekToDate(let date): seek(to: date, scene, &requests)
        }
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .resumed = event { isResumed = true }
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        snapshot = Self.snapshot(scene)
        if isAtEdge(scene), scene.rate > 1 {
            requests.logLine("\(scene.item?.description.uri ?? ""): the live edge is near; it plays at its own speed")
            requests.setRate(1)
        }
        guard isResumed, scene.facts.isPrepared else { return }
        isResumed = false
        catchUp(scene, &requests)
    }

    /// When playing faster than the stream is produced comes near the edge.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard snapshot.isLive, scene.rate > 1, let edge = snapshot.edge, edge - Self.lead > scene.position else {
            return nil
        }
        return scene.moment(of: edge - Self.lead)
    }

    func describe(into published: inout Published) { published.snapshot.live = snapshot }

    private func isAtEdge(_ scene: Scene) -> Bool {
        guard snapshot.isLive, let edge = snapshot.edge else { return false }
        return edge - Self.lead <= scene.position
    }

    private static func snapshot(_ scene: Scene) -> LiveSnapshot {
        var snapshot = LiveSnapshot()
        guard scene.generation != nil else { return snapshot }
        let facts = scene.facts
        snapshot.isLive = facts.isMadeNow
        snapshot.timeline = facts.timeline
        if facts.canSeek {
            snapshot.seekable =
                facts.timeline?.window ?? facts.duration.flatMap { TimeRange(start: .zero, end: max(.zero, $0)) }
        }
        return snapshot
    }

    /// After a pause longer than the window, playback resumes at the oldest position that is left. The stream may have
    /// ended meanwhile.
    private func catchUp(_ scene: Scene, _ requests: inout Requests) {
        guard let window = snapshot.seekable, scene.position < window.start else { return }
        let target = min(window.start + Self.margin, window.end)
        requests.logLine(
            "\(scene.item?.description.uri ?? ""): it was paused for longer than the server keeps the stream; "
                + "playback continues at the oldest position that is left")
        requests.notify(.live(.fellBehind(target)))
        requests.seek(to: target, .rule)
    }

    private func goLive(_ scene: Scene, _ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        guard scene.generation != nil else { return .failure(Self.nothingPlays) }
        let isGrowing = scene.facts.isGrowing
        guard snapshot.isLive || isGrowing else {
            return .failure(scene.facts.tags.isStation ? Self.station : .notPossible("This item is not live."))
        }
        // A stream that is not seekable is always at its edge.
        guard let window = snapshot.seekable, isGrowing || snapshot.edge != nil else { return .success(.done) }
        let target = max(window.start, window.end - (isGrowing ? Self.recordedDistance : Self.edgeDistance))
        guard scene.position < target else { return .success(.done) }
        if let refusal = scene.seekRefusal(to: target) { return .failure(refusal) }
        requests.seek(to: target, .person)
        return .success(.done)
    }

    private func seek(
        to date: Int64, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard scene.generation != nil else { return .failure(Self.nothingPlays) }
        if snapshot.timeline == nil, scene.facts.tags.isStation { return .failure(Self.station) }
        guard let timeline = snapshot.timeline, let target = timeline.position(of: date) else {
            return .failure(.notPossible("This item has no dates; seek to a position instead."))
        }
        if let refusal = scene.notSeekable { return .failure(refusal) }
        guard let seekable = snapshot.seekable, seekable.start <= target, target <= seekable.end else {
            return .failure(.invalid("This date is outside the item; SeekableRange tells what can be sought."))
        }
        if let refusal = scene.seekRefusal(to: target) { return .failure(refusal) }
        requests.seek(to: target, .person)
        return .success(.done)
    }

    /// A station sends what it plays now, and nothing else.
    private static var station: CommandRefusal {
        .notPossible(
            "This is a radio station: it is heard as it is broadcast. It has no live edge, and cannot be sought.")
    }
    private static var nothingPlays: CommandRefusal { .notPossible("Nothing is playing; start an item first.") }
}
