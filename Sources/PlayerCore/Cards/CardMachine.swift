/// Decides which cards show now and when that changes by itself.
///
/// What lasts (an offer, a proposal, a pause, the controls) follows from the situation; what was told once (a change of volume or
/// position, an automatic skip, a chapter that begins) shows for a while. One timer, to the next moment at which anything looks different.
public struct CardMachine: Sendable {
    /// What the owner shall do.
    public enum Action: Hashable, Sendable {
        /// In place of those before; in the order in which they are drawn.
        case show([Card])
        /// Call ``settle(_:now:)`` at that moment; replaces the one before.
        case arm(MonotonicTime)
        case disarm
    }

    /// What holds around the cards.
    public struct Situation: Hashable, Sendable {
        public var mode = CardMode.on
        /// Where there is no window, nothing is shown.
        public var window = WindowSnapshot.State.none
        /// What may be skipped, while that is to be put in front of people.
        public var offer: SegmentKind?
        /// What is presented; its seconds are counted here.
        public var proposal: ProposalCard?
        /// Media time to its automatic acceptance, now; nil: there will be none.
        public var acceptsIn: MediaTime?
        /// How fast that goes down; 0: it stands.
        public var countingRate = 0.0
        public var isPlaying = false
        public var isPaused = false
        /// Nothing new is seen until a seek lands or the item starts.
        public var isSeeking = false
        /// The time that people see, now; nil where it is not known.
        public var position: MediaTime?
        /// How long the item is in that time.
        public var length: MediaTime?
        /// How fast the position moves; 0: it stands.
        public var rate = 0.0
        /// Whether the last automatic skip can be taken back.
        public var canUndoSkip = false

        public init() {}
    }

    /// How long a change made by somebody shows.
    static let feedbackTime = MediaTime(nanoseconds: 1_500_000_000)
    /// How long the name of a chapter shows.
    static let chapterTime = MediaTime(nanoseconds: 3_000_000_000)

    /// How long it shows what was skipped automatically.
    static let skipTime = MediaTime(nanoseconds: 3_000_000_000)
    /// The position is not looked at more often than this while it shows.
    private static let leastTick = MediaTime(nanoseconds: 100_000_000)

    /// How long the controls show under a pointer that rests.
    static let hoverTime = MediaTime(nanoseconds: 2_500_000_000)

    /// What shows for a while.
    private struct Passing: Sendable {
        var card: Card
        var until: MonotonicTime
    }

    private var volume: Passing?
    private var position: Passing?
    private var chapter: Passing?
    private var skip: Passing?
    /// Until when the pointer counts as being there.
    private var hoveredUntil: MonotonicTime?
    private var wasSeeking = false
    public private(set) var shown: [Card] = []
    /// When anything looks different if nothing happens until then.
    public private(set) var changesAt: MonotonicTime?

    public init() {}

    /// Somebody made it louder or quieter.
    public mutating func volumeChanged(to value: Double, now: MonotonicTime) {
        volume = Passing(card: .volume(value), until: now + Self.feedbackTime)
    }

    /// Somebody sought; in the time that people see.
    public mutating func sought(to target: MediaTime, of length: MediaTime?, now: MonotonicTime) {
        position = Passing(card: Self.position(target, length), until: now + Self.feedbackTime)
        chapter = nil
    }

    /// A segment was skipped automatically.
    public mutating func skipped(_ kind: SegmentKind, now: MonotonicTime) {
        skip = Passing(card: .skipped(kind, canUndo: false), until: now + Self.skipTime)
    }

    /// Somebody went elsewhere, or took the skip back: nobody needs to be told of it any more.
    public mutating func movedOn() { skip = nil }

    /// Another chapter begins. Where somebody sought to it, the position is what they want to see.
    public mutating func chapterBegan(_ title: String, now: MonotonicTime) {
        guard !title.isEmpty, !isShown(position, now) else { return }
        chapter = Passing(card: .chapter(title), until: now + Self.chapterTime)
    }

    /// The pointer moves over the window.
    public mutating func pointerMoved(now: MonotonicTime) { hoveredUntil = now + Self.hoverTime }

    public mutating func pointerLeft() { hoveredUntil = nil }

    /// What was told of the item before means nothing any more, but that it was skipped to its end.
    public mutating func itemChanged() {
        position = nil
        chapter = nil
    }

    /// Derives what shows now.
    public mutating func settle(_ situation: Situation, now: MonotonicTime) -> [Action] {
        // Seen from the landing on: before it no picture comes that could show it.
        if situation.isSeeking || wasSeeking {
            position?.until = now + Self.feedbackTime
            skip?.until = now + Self.skipTime
        }
        wasSeeking = situation.isSeeking
        if let here = situation.position { position?.card = Self.position(here, situation.length) }
        if case .skipped(let kind, _)? = skip?.card {
            skip?.card = .skipped(kind, canUndo: situation.canUndoSkip)
        }
        if !isShown(volume, now) { volume = nil }
        if !isShown(position, now) { position = nil }
        if !isShown(chapter, now) { chapter = nil }
        if !isShown(skip, now) { skip = nil }
        if let until = hoveredUntil, until <= now { hoveredUntil = nil }
        var actions: [Action] = []
        let cards = isVisible(situation) ? cards(situation) : []
        if cards != shown {
            shown = cards
            actions.append(.show(cards))
        }
        let moment = cards.isEmpty ? nil : change(situation, now: now)
        if !isArmed(for: moment) {
            changesAt = moment
            actions.append(moment.map { .arm($0) } ?? .disarm)
        }
        return actions
    }

    /// The timer came.
    public mutating func timerFired() { changesAt = nil }

    private func isShown(_ passing: Passing?, _ now: MonotonicTime) -> Bool {
        passing.map { now < $0.until } ?? false
    }

    private func isVisible(_ situation: Situation) -> Bool {
        switch (situation.mode, situation.window) {
        case (.off, _), (_, .none): false
        case (.on, _), (.fullscreen, .fullscreen): true
        case (.fullscreen, .windowed), (.fullscreen, .pictureInPicture): false
        }
    }

    private func cards(_ situation: Situation) -> [Card] {
        var cards: [Card] = []
        if var proposal = situation.proposal {
            proposal.seconds = situation.acceptsIn.map(Self.wholeSeconds)
            proposal.takesEnter = situation.offer == nil
            cards.append(.proposal(proposal))
        }
        if let offer = situation.offer { cards.append(.offer(offer)) }
        cards += [skip, chapter, position, volume].compactMap { $0?.card }
        if situation.isPaused { cards.append(.paused) }
        if situation.window == .pictureInPicture, hoveredUntil != nil {
            cards.append(.controls(isPlaying: situation.isPlaying))
        }
        return cards
    }

    private static func position(_ time: MediaTime, _ length: MediaTime?) -> Card {
        func seconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1_000_000_000 }
        return .position(seconds: seconds(time), of: length.map(seconds))
    }

    /// Begun ones count: the last second is the one that says 1.
    private static func wholeSeconds(_ time: MediaTime) -> Int64 {
        let (seconds, rest) = max(.zero, time).nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds + (rest > 0 ? 1 : 0)
    }

    /// The moment of a countdown, derived anew, differs by what was rounded.
    private func isArmed(for moment: MonotonicTime?) -> Bool {
        guard let moment, let changesAt else { return moment == changesAt }
        return (moment - changesAt).nanoseconds.magnitude < 1_000_000
    }

    /// When anything looks different if nothing happens until then.
    private func change(_ situation: Situation, now: MonotonicTime) -> MonotonicTime? {
        var moments = [volume, position, chapter, skip].compactMap { $0?.until }
        if position != nil, let here = situation.position, situation.rate > 0 {
            let left = 1_000_000_000 - max(.zero, here).nanoseconds % 1_000_000_000
            if let wait = wait(for: MediaTime(nanoseconds: left), at: situation.rate) {
                moments.append(now + max(wait, Self.leastTick))
            }
        }
        if situation.window == .pictureInPicture, let hoveredUntil { moments.append(hoveredUntil) }
        if situation.proposal != nil, let left = situation.acceptsIn, left > .zero, situation.countingRate > 0 {
            let rest = left - MediaTime(nanoseconds: (Self.wholeSeconds(left) - 1) * 1_000_000_000)
            if let wait = wait(for: rest, at: situation.countingRate) { moments.append(now + wait) }
        }
        return moments.min()
    }

    /// How long media time takes to pass; nil where no clock can hold it.
    private func wait(for time: MediaTime, at rate: Double) -> MediaTime? {
        // Timers tick in microseconds; a moment too early would find that nothing has changed yet.
        let microseconds = (Double(time.nanoseconds) / rate / 1_000).rounded(.up)
        guard let wait = Int64(exactly: microseconds), wait < .max / 2_000 else { return nil }
        return MediaTime(nanoseconds: (wait + 1) * 1_000)
    }
}
