/// Decides which cards are shown now and when they change next.
///
/// Lasting cards (an offer, a proposal, a pause, the controls) follow from the situation. Event cards (a change of
/// volume or position, an automatic skip, a chapter that begins) are shown for a limited time.
public struct CardMachine: Sendable {
    /// Whether playback goes on.
    public enum Progress: Hashable, Sendable {
        /// There is nothing that could.
        case none
        case playing, paused
        /// It is paused until somebody shows that they are still watching.
        case stillWatching
    }

    /// The state on which the cards depend.
    public struct Situation: Hashable, Sendable {
        public var mode = CardMode.on
        /// Without a window, no card is shown.
        public var window = WindowSnapshot.State.none
        /// The segment that can be skipped, while the offer is prominent.
        public var offer: SegmentKind?
        /// The presented proposal; the machine fills in its seconds.
        public var proposal: ProposalCard?
        /// The media time from now until its automatic acceptance; nil: there is none.
        public var acceptsIn: MediaTime?
        /// The rate at which that time decreases; 0: the countdown is stopped.
        public var countingRate = 0.0
        public var progress = Progress.none
        /// Whether a seek or the start of the item is under way, so that no new picture is shown.
        public var isSeeking = false
        /// The current position in displayed time; nil while unknown.
        public var position: MediaTime?
        /// The duration of the item in displayed time.
        public var length: MediaTime?
        /// The rate at which the position moves; 0: it does not move.
        public var rate = 0.0
        /// Whether the last automatic skip can be undone.
        public var canUndoSkip = false
        /// The actions of clients that can be invoked now.
        public var actions: [ActionButton] = []
        /// The transport bar while it is shown.
        public var bar: BarCard?
        /// What is at the pointer on its line.
        public var hint: HintCard?
        /// The open panel.
        public var panel: Card?
        /// The interstitial that plays; the machine fills in its seconds.
        public var interstitial: InterstitialCard?
        /// The media time until it ends; nil while unknown.
        public var interstitialEndsIn: MediaTime?
        /// What is sung; nil: nothing, or it has no times.
        public var lyrics: LyricsCard?
        /// What is heard, beside its cover; the machine fills in the played part.
        public var nowPlaying: NowPlayingCard?

        public init() {}
    }

    /// How long a person's change is shown.
    static let feedbackTime = MediaTime(nanoseconds: 1_500_000_000)
    /// How long the title of a chapter is shown.
    static let chapterTime = MediaTime(nanoseconds: 3_000_000_000)

    /// How long an automatic skip is shown.
    static let skipTime = MediaTime(nanoseconds: 3_000_000_000)
    /// How long an item that cannot be played is shown: its sentence has to be read.
    static let failureTime = MediaTime(nanoseconds: 5_000_000_000)
    /// The shortest interval between updates of a shown position.
    private static let leastTick = MediaTime(nanoseconds: 100_000_000)

    /// How long the controls stay under a resting pointer.
    static let hoverTime = MediaTime(nanoseconds: 2_500_000_000)

    /// A card that is shown for a limited time.
    private struct Passing: Sendable {
        var card: Card
        var until: MonotonicTime
    }

    /// The volume or the speed.
    private var setting: Passing?
    private var position: Passing?
    private var chapter: Passing?
    private var skip: Passing?
    private var refusal: Passing?
    private var failure: Passing?
    /// When the pointer no longer counts as present.
    private var hoveredUntil: MonotonicTime?
    private var wasSeeking = false
    private var wasAway = false
    /// The proposal that counts down, and the seconds that it began with.
    private var countdown: (title: String, total: Int64)?
    public private(set) var shown: [Card] = []
    /// When ``settle(_:now:)`` would change them if nothing else happens.
    public private(set) var changesAt: MonotonicTime?

    public init() {}

    /// A person set the volume, or silenced the sound.
    public mutating func volumeSet(to value: Double, isMuted: Bool = false, now: MonotonicTime) {
        setting = Passing(card: .volume(value, isMuted: isMuted), until: now + Self.feedbackTime)
    }

    /// A person set the speed.
    public mutating func rateSet(to rate: Double, now: MonotonicTime) {
        setting = Passing(card: .rate(rate), until: now + Self.feedbackTime)
    }

    /// A person chose a track or its style.
    public mutating func chose(_ text: String, now: MonotonicTime) {
        setting = Passing(card: .choice(text), until: now + Self.feedbackTime)
    }

    /// What a person asked for is not done.
    public mutating func refused(_ why: Refused, now: MonotonicTime) {
        refusal = Passing(card: .refused(why), until: now + Self.feedbackTime)
        position = nil
    }

    /// An item cannot be played.
    public mutating func failed(_ title: String, why: String, now: MonotonicTime) {
        failure = Passing(card: .failed(title, why: why), until: now + Self.failureTime)
    }

    /// A person sought; times are in displayed time.
    public mutating func sought(to target: MediaTime, of length: MediaTime?, now: MonotonicTime) {
        position = Passing(card: Self.position(target, length), until: now + Self.feedbackTime)
        chapter = nil
    }

    /// A segment was skipped automatically.
    public mutating func skipped(_ kind: SegmentKind, now: MonotonicTime) {
        skip = Passing(card: .skipped(kind, canUndo: false), until: now + Self.skipTime)
    }

    /// A person went elsewhere or undid the skip, so the skip is no longer worth showing.
    public mutating func movedOn() { skip = nil }

    /// Another chapter begins. If a person sought to it, the position is shown instead.
    public mutating func chapterBegan(_ title: String, now: MonotonicTime) {
        guard !title.isEmpty, !isShown(position, now) else { return }
        chapter = Passing(card: .chapter(title), until: now + Self.chapterTime)
    }

    /// The pointer moves over the window.
    public mutating func pointerMoved(now: MonotonicTime) { hoveredUntil = now + Self.hoverTime }

    public mutating func pointerLeft() { hoveredUntil = nil }

    /// Drops the cards of the previous item, except an automatic skip to its end.
    public mutating func itemChanged() {
        position = nil
        chapter = nil
    }

    /// Derives the cards to show now.
    public mutating func settle(_ situation: Situation, now: MonotonicTime) {
        // The time counts from the landing, because no picture shows the card before it.
        if situation.isSeeking || wasSeeking {
            position?.until = now + Self.feedbackTime
            skip?.until = now + Self.skipTime
        }
        wasSeeking = situation.isSeeking
        // Nor does any show it before the next item begins; a seek in that does not prolong it.
        let isAway = situation.isSeeking && situation.window == .none
        if isAway || wasAway { failure?.until = now + Self.failureTime }
        wasAway = isAway
        if let here = situation.position { position?.card = Self.position(here, situation.length) }
        if case .skipped(let kind, _)? = skip?.card {
            skip?.card = .skipped(kind, canUndo: situation.canUndoSkip)
        }
        noteCountdown(situation)
        // The proposal and the offer come first.
        if situation.proposal != nil || situation.offer != nil { chapter?.until = now + Self.chapterTime }
        if !isShown(setting, now) { setting = nil }
        if !isShown(position, now) { position = nil }
        if !isShown(chapter, now) { chapter = nil }
        if !isShown(skip, now) { skip = nil }
        if !isShown(refusal, now) { refusal = nil }
        if !isShown(failure, now) { failure = nil }
        if let until = hoveredUntil, until <= now { hoveredUntil = nil }
        shown = isVisible(situation) ? cards(situation) : []
        let moment = shown.isEmpty ? nil : change(situation, now: now)
        if !isKnown(moment, now: now) { changesAt = moment }
    }

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
        let hasControls = situation.window == .pictureInPicture && hoveredUntil != nil
        // The bar shows it, too. A proposal and the controls of picture in picture need its place.
        if var nowPlaying = situation.nowPlaying, situation.bar == nil, situation.proposal == nil, !hasControls {
            nowPlaying.share = Self.share(situation, Self.step(situation))
            cards.append(.nowPlaying(nowPlaying))
        }
        // That must be answered first: what is proposed or offered comes back when playback goes on.
        if situation.progress == .stillWatching {
            cards.append(.stillWatching)
        } else if var proposal = situation.proposal {
            proposal.seconds = situation.acceptsIn.map(Self.wholeSeconds)
            proposal.total = proposal.seconds.map { max($0, countdown?.total ?? 0) }
            cards.append(.proposal(proposal))
        } else if let offer = situation.offer {
            cards.append(.offer(offer))
        }
        if let lyrics = situation.lyrics, situation.proposal == nil, !hasControls { cards.append(.lyrics(lyrics)) }
        if let skip { cards.append(skip.card) }
        if !situation.actions.isEmpty, situation.window != .pictureInPicture {
            cards.append(.actions(situation.actions))
        }
        // The bar shows the chapter and the position.
        if situation.bar == nil {
            let isAsked = situation.proposal != nil || situation.offer != nil || situation.progress == .stillWatching
            if !isAsked, let chapter { cards.append(chapter.card) }
            if let position { cards.append(position.card) }
        }
        if var interstitial = situation.interstitial {
            interstitial.seconds = situation.interstitialEndsIn.map(Self.wholeSeconds)
            cards.append(.interstitial(interstitial))
        }
        // They have one place.
        if let shown = refusal ?? failure { cards.append(shown.card) }
        if let setting { cards.append(setting.card) }
        if [.paused, .stillWatching].contains(situation.progress) { cards.append(.paused) }
        if let bar = situation.bar { cards.append(.bar(bar)) }
        if let panel = situation.panel { cards.append(panel) }
        if let hint = situation.hint { cards.append(.hint(hint)) }
        if hasControls {
            cards.append(.controls(isPlaying: situation.progress == .playing))
            if let share = Self.share(situation) { cards.append(.progress(share)) }
        }
        return cards
    }

    /// The ring shows how much of the countdown is left, so it must be known how it began.
    private mutating func noteCountdown(_ situation: Situation) {
        guard let proposal = situation.proposal, let left = situation.acceptsIn.map(Self.wholeSeconds) else {
            countdown = nil
            return
        }
        let known = countdown?.title == proposal.title ? countdown?.total ?? left : left
        countdown = (proposal.title, max(left, known))
    }

    private static let second: Int64 = 1_000_000_000

    /// How far the line of ``NowPlayingCard`` moves at a time, in nanoseconds: the whole window is drawn again for it.
    private static func step(_ situation: Situation) -> Int64 {
        max(second, (situation.length?.nanoseconds ?? 0) / 400)
    }

    /// The played part, in whole steps.
    private static func share(_ situation: Situation, _ step: Int64 = second) -> Double? {
        guard let here = situation.position, let length = situation.length, length > .zero else { return nil }
        let whole = here.nanoseconds / step * step
        return min(1, max(0, Double(whole) / Double(length.nanoseconds)))
    }

    private static func position(_ time: MediaTime, _ length: MediaTime?) -> Card {
        func seconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1_000_000_000 }
        return .position(seconds: seconds(time), of: length.map(seconds))
    }

    /// Rounds up: the last second is displayed as 1.
    private static func wholeSeconds(_ time: MediaTime) -> Int64 {
        let (seconds, rest) = max(.zero, time).nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds + (rest > 0 ? 1 : 0)
    }

    /// Whether it is the moment of before. A countdown that is derived again differs by rounding: no timer is set again for that.
    private func isKnown(_ moment: MonotonicTime?, now: MonotonicTime) -> Bool {
        guard let moment, let changesAt else { return moment == changesAt }
        // What is due would be due again at once, until the millisecond is over.
        return changesAt > now && (moment - changesAt).nanoseconds.magnitude < 1_000_000
    }

    /// When the cards change if nothing else happens.
    private func change(_ situation: Situation, now: MonotonicTime) -> MonotonicTime? {
        var moments = [setting, position, chapter, skip, refusal, failure].compactMap { $0?.until }
        let hasProgress = situation.window == .pictureInPicture && hoveredUntil != nil
        let hasClock = position != nil || situation.bar != nil || hasProgress
        if hasClock || situation.nowPlaying != nil, let here = situation.position, situation.rate > 0 {
            let step = hasClock ? Self.second : Self.step(situation)
            let left = step - max(.zero, here).nanoseconds % step
            if let wait = wait(for: MediaTime(nanoseconds: left), at: situation.rate) {
                moments.append(now + max(wait, Self.leastTick))
            }
        }
        if situation.window == .pictureInPicture, let hoveredUntil { moments.append(hoveredUntil) }
        if situation.proposal != nil, let wait = nextSecond(of: situation.acceptsIn, at: situation.countingRate) {
            moments.append(now + wait)
        }
        // Its whole seconds are not those of the position, as no file is so many seconds long to the frame.
        if situation.interstitial != nil, let wait = nextSecond(of: situation.interstitialEndsIn, at: situation.rate) {
            moments.append(now + max(wait, Self.leastTick))
        }
        return moments.min()
    }

    /// How long it takes until a countdown shows a second less; nil: it stands, or is over.
    private func nextSecond(of left: MediaTime?, at rate: Double) -> MediaTime? {
        guard let left, left > .zero, rate > 0 else { return nil }
        return wait(for: left - MediaTime(nanoseconds: (Self.wholeSeconds(left) - 1) * Self.second), at: rate)
    }

    /// How long media time takes to pass; nil if that exceeds the range of the clock.
    private func wait(for time: MediaTime, at rate: Double) -> MediaTime? {
        // Timers have microsecond resolution; firing slightly early would find nothing changed.
        let microseconds = (Double(time.nanoseconds) / rate / 1_000).rounded(.up)
        guard let wait = Int64(exactly: microseconds), wait < .max / 2_000 else { return nil }
        return MediaTime(nanoseconds: (wait + 1) * 1_000)
    }
}
