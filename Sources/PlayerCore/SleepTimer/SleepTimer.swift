/// When playback pauses for a person who falls asleep.
public struct SleepTimer: Hashable, Sendable {
    /// In the contract's words.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case none, duration, chapter, item
    }

    public var kind: Kind
    /// When a ``Kind/duration`` elapses; nil for the other kinds.
    public var deadline: MonotonicTime?

    public init(_ kind: Kind = .none, deadline: MonotonicTime? = nil) {
        self.kind = kind
        self.deadline = deadline
    }

    /// How long the sound fades before it stops.
    static let fade = MediaTime(nanoseconds: 5_000_000_000)
    /// How often the volume is lowered meanwhile.
    static let step = MediaTime(nanoseconds: 200_000_000)

    /// Returns the factor of the volume for the time left.
    static func loudness(_ left: MediaTime) -> Double { max(0, min(1, left.seconds / fade.seconds)) }
}

/// The sleep timer: pauses playback after a time, at the end of a chapter or at the end of the item.
struct SleepTiming: CommandedFeature, ListeningFeature {
    private var timer = SleepTimer()
    /// The end of the current chapter, for ``SleepTimer/Kind/chapter``.
    private var chapterEnd: MediaTime?
    /// The factor of the volume: below 1 in the last seconds.
    private var loudness = 1.0
    /// Whether a seek was requested with the present command or event.
    private var hasSought = false

    /// Whether the item has ended with the present event, and its last chapter with it.
    private var isAtEnd = false

    /// How far the position may step over the end of a chapter while it plays: by what the clock was behind where a part of
    /// a book joins.
    private static let slack = MediaTime(nanoseconds: 1_000_000_000)

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
                return .failure(.notPossible("This item has no chapters: use 'mediactl sleep item'."))
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
        switch event {
        case .sought: hasSought = true
        case .ended(let end) where end.fellAsleep: set(SleepTimer())
        // The last chapter ends with its item.
        case .ended, .joined: isAtEnd = chapterEnd.map { $0 - scene.positionBefore < Self.slack } ?? false
        default: break
        }
    }

    /// Pauses when it is time, and lowers the volume before that.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        let isOver =
            switch timer.kind {
            case .duration: timer.deadline.map { scene.now >= $0 } ?? false
            // Only when the end was reached by playing; a seek over it does not pause.
            case .chapter where scene.isFirstRound:
                isAtEnd || chapterEnd.map { scene.status == .playing && hasPassed($0, scene) } ?? false
            case .chapter, .item, .none: false
            }
        if isOver {
            set(SleepTimer())
            requests.take(.pause, from: .timer)
            requests.fallAsleep()
        }
        chapterEnd = timer.kind == .chapter ? endOfChapter(scene) : nil
        loudness = end(scene).map { SleepTimer.loudness($0 - scene.now) } ?? 1
        (hasSought, isAtEnd) = (false, false)
    }

    /// Whether the end of a chapter was reached by playing.
    private func hasPassed(_ end: MediaTime, _ scene: Scene) -> Bool {
        if scene.positionBefore >= end { return true }
        return !hasSought && scene.seekTarget == nil && scene.position >= end
            && end - scene.positionBefore < Self.slack
    }

    /// When the timer elapses, and the steps of the fade before it.
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

    /// When playback pauses, as far as it is known now.
    private func end(_ scene: Scene) -> MonotonicTime? {
        switch timer.kind {
        case .none: nil
        case .duration: timer.deadline
        case .chapter: chapterEnd.flatMap(scene.moment)
        case .item: scene.interlude == nil ? scene.range.end.flatMap(scene.moment) : nil
        }
    }

    /// The end of the current chapter: the start of the next one, and at the latest the end of the item.
    private func endOfChapter(_ scene: Scene) -> MediaTime? {
        guard scene.generation != nil else { return nil }
        let next = scene.published.timeline.next(after: scene.position)
        let start = next.map { scene.published.snapshot.chapters.chapters[$0].start }
        return [start, scene.range.end].compactMap(\.self).min()
    }
}
