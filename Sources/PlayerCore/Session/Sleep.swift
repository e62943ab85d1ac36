/// Pausing by itself, after a time, at the end of a chapter or at the end of the item.
struct Sleep: CommandedFeature, ListeningFeature {
    private var timer = SleepTimer()
    /// Of the chapter that plays, for ``SleepTimer/Kind/chapter``.
    private var chapterEnd: MediaTime?
    /// The factor of the volume that is heard: below 1 in the last seconds.
    private var loudness = 1.0

    mutating func handle(
        _ command: PlayerCommand.SleepTimer, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard case .set(let kind, let duration) = command else { return .success(.done) }
        switch kind {
        case .duration:
            guard duration > .zero, duration.seconds <= 86_400 * 7 else {
                return .failure(.invalid("A sleep timer must be longer than zero and at most a week."))
            }
            set(SleepTimer(.duration, deadline: scene.now + duration))
        case .chapter:
            guard !scene.published.snapshot.chapters.chapters.isEmpty else {
                return .failure(.notPossible("This item has no chapters; stop at the end of the item instead."))
            }
            set(SleepTimer(.chapter))
        case .item:
            guard scene.item != nil else {
                return .failure(.notPossible("The queue is empty; add an item first."))
            }
            set(SleepTimer(.item))
        case .none: set(SleepTimer())
        }
        return .success(.done)
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .ended(let end) = event, end.fellAsleep { set(SleepTimer()) }
    }

    /// Pauses when it is time, and lowers the volume before that.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        let isOver =
            switch timer.kind {
            case .duration: timer.deadline.map { scene.now >= $0 } ?? false
            // Played on over the end; whoever seeks over it stays awake.
            case .chapter where scene.isFirstRound:
                chapterEnd.map { scene.status == .playing && scene.positionBefore >= $0 } ?? false
            case .chapter, .item, .none: false
            }
        if isOver {
            set(SleepTimer())
            requests.take(.pause, from: .timer)
            requests.fallAsleep()
        }
        chapterEnd = timer.kind == .chapter ? endOfChapter(scene) : nil
        loudness = end(scene).map { SleepTimer.loudness($0 - scene.now) } ?? 1
    }

    /// When it is over, and for the fading before it.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard let end = end(scene) else { return nil }
        guard scene.isMoving else { return end }
        let fading = end + (.zero - SleepTimer.fade)
        return scene.now < fading ? fading : min(end, scene.now + SleepTimer.step)
    }

    func describe(into published: inout Published) {
        published.snapshot.sleepTimer = timer
        published.rules.sleepsAtEnd = timer.kind == .item
        published.rules.loudness = loudness
    }

    private mutating func set(_ timer: SleepTimer) {
        self.timer = timer
        chapterEnd = nil
    }

    /// When playback stops by itself, as far as anybody can say now.
    private func end(_ scene: Scene) -> MonotonicTime? {
        switch timer.kind {
        case .none: nil
        case .duration: timer.deadline
        case .chapter: chapterEnd.flatMap(scene.moment)
        case .item: scene.interlude == nil ? scene.range.end.flatMap(scene.moment) : nil
        }
    }

    /// Where the chapter that plays ends: where the next begins, at the latest where playing the item ends.
    private func endOfChapter(_ scene: Scene) -> MediaTime? {
        guard scene.generation != nil else { return nil }
        let next = scene.published.timeline.next(after: scene.position)
        let start = next.map { scene.published.snapshot.chapters.chapters[$0].start }
        return [start, scene.range.end].compactMap(\.self).min()
    }
}
