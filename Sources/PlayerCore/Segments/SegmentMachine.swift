/// Follows the position over an item's segments: what is entered and left, what is offered, what is skipped unasked.
///
/// Everything is computed from where the position is and how it came there, never from paired calls: a position that
/// played on from the last one crossed what lies between, one that was sought to did not. Skipping unasked happens only
/// where playback runs into a segment, at most a second late, once for each segment of an item, and never again after it
/// was taken back. The owner seeks; the machine is told where that led like any other move.
public struct SegmentMachine: Sendable {
    /// How the position came to where it is.
    public enum Move: Hashable, Sendable {
        /// The item begins here, at its very start.
        case began
        /// It played on from the last position.
        case played
        /// It was sought to, resumed at, or anything else but played on to.
        case jumped
    }

    /// What the owner has to do, in this order.
    public enum Action: Hashable, Sendable {
        case entered(Int, Segment)
        case left(Int, Segment)
        /// Go from here to there; by itself.
        case skip(Int, Segment, from: MediaTime, to: MediaTime)
    }

    /// A segment that may be skipped now.
    public struct Offer: Hashable, Sendable {
        public var index: Int
        /// Where skipping leads.
        public var end: MediaTime
        /// From here on the offer need not be put in front of people any more.
        var prominentUntil: MediaTime
        public internal(set) var isProminent: Bool

        /// - Parameter prominentUntil: from here on it need not be put in front of people any more.
        public init(index: Int, end: MediaTime, prominentUntil: MediaTime, isProminent: Bool) {
            self.index = index
            self.end = end
            self.prominentUntil = prominentUntil
            self.isProminent = isProminent
        }
    }

    /// The last skip, to be taken back.
    public struct Skip: Hashable, Sendable {
        public var index: Int
        public var from: MediaTime
        public var to: MediaTime
        public var isAutomatic: Bool
        public var moment: MonotonicTime
    }

    public private(set) var segments: [Segment] = []
    /// Indices of the segments that the position is in, ascending; ignored ones too.
    public private(set) var active: [Int] = []
    public private(set) var offer: Offer?
    public private(set) var lastSkip: Skip?
    /// Not skipped unasked (any more).
    private var disarmed: Set<Key> = []
    /// Not offered until the position left them.
    private var dismissed: Set<Key> = []

    /// What is the same segment after an edit of the others.
    private struct Key: Hashable {
        var range: TimeRange
        var kind: SegmentKind
        init(range: TimeRange, kind: SegmentKind) { (self.range, self.kind) = (range, kind) }
        init(_ segment: Segment) { self.init(range: segment.range, kind: segment.kind) }
    }

    /// How late playback may notice that it ran into a segment.
    private static let grace = MediaTime(nanoseconds: 1_000_000_000)
    /// How long an offer is put in front of people (Jellyfin's prompt).
    private static let prominence = MediaTime(nanoseconds: 8_000_000_000)
    /// Skipping less than this is not worth a jump, offering less not worth reading (Jellyfin).
    private static let leastSkipped = MediaTime(nanoseconds: 1_000_000_000)
    private static let leastOffered = MediaTime(nanoseconds: 3_000_000_000)

    public init() {}

    /// Segments that are not skipped by themselves any more, in order: skipped once already, or not to be.
    public var disarmedSegments: [DisarmedSegment] {
        disarmed.isEmpty
            ? []
            : disarmed.sorted { ($0.range.start, $0.kind.rawValue) < ($1.range.start, $1.kind.rawValue) }
                .map { DisarmedSegment(range: $0.range, kind: $0.kind.rawValue) }
    }

    /// Takes over which segments were not to be skipped any more when the session was written down, and no others.
    public mutating func disarm(_ segments: [DisarmedSegment]) {
        disarmed = Set(
            segments.compactMap { segment in
                SegmentKind(rawValue: segment.kind).map { Key(range: segment.range, kind: $0) }
            })
    }

    /// Another item: nothing of the last one counts.
    ///
    /// - Returns: what was left.
    public mutating func reset() -> [Action] {
        let actions = active.map { Action.left($0, segments[$0]) }
        self = SegmentMachine()
        return actions
    }

    /// Other segments of the same item; what happened to those that stay is remembered.
    ///
    /// - Parameter position: nil where the machine was not told of any yet.
    /// - Parameter armed: which segments are skipped unasked at all (not the opening of a season's first episode).
    public mutating func replace(with new: [Segment], armed: (Segment) -> Bool, at position: MediaTime?) -> [Action] {
        let before = Set(active.map { Key(segments[$0]) })
        var actions: [Action] = []
        // Not followed yet: what is entered is found when it is.
        let now = position.map { position in new.indices.filter { new[$0].range.contains(position) } } ?? []
        let after = Set(now.map { Key(new[$0]) })
        for index in active where !after.contains(Key(segments[index])) {
            actions.append(.left(index, segments[index]))
        }
        for index in now where !before.contains(Key(new[index])) { actions.append(.entered(index, new[index])) }
        if let skip = lastSkip {
            let key = Key(segments[skip.index])
            lastSkip?.index = new.firstIndex { Key($0) == key } ?? 0
            if !new.contains(where: { Key($0) == key }) { lastSkip = nil }
        }
        segments = new
        active = now
        for segment in new where segment.action == .auto && !armed(segment) { disarmed.insert(Key(segment)) }
        makeOffer(at: position ?? .zero)
        return actions
    }

    /// The position is here now.
    ///
    /// - Parameter canSkip: whether the item can be sought in; nothing is skipped where it cannot.
    public mutating func moved(
        to position: MediaTime, _ move: Move, canSkip: Bool = true, now: MonotonicTime
    ) -> [Action] {
        var actions: [Action] = []
        let inside = segments.indices.filter { segments[$0].range.contains(position) }
        let entered = inside.filter { !active.contains($0) }
        for index in active where !segments[index].range.contains(position) {
            actions.append(.left(index, segments[index]))
            dismissed.remove(Key(segments[index]))
        }
        active = inside
        actions += entered.map { .entered($0, segments[$0]) }
        if canSkip, let index = entered.first(where: { isToSkip($0, at: position, move) }) {
            let end = furthestEnd(of: index, at: position, move)
            disarmed.insert(Key(segments[index]))
            lastSkip = Skip(index: index, from: position, to: end, isAutomatic: true, moment: now)
            actions.append(.skip(index, segments[index], from: position, to: end))
            // It is being left: there is nothing to offer.
            offer = nil
        } else {
            makeOffer(at: position)
        }
        return actions
    }

    /// Takes the offer; nil where there is none.
    public mutating func takeOffer(at position: MediaTime, now: MonotonicTime) -> Skip? {
        guard let offer else { return nil }
        disarmed.insert(Key(segments[offer.index]))
        let skip = Skip(index: offer.index, from: position, to: offer.end, isAutomatic: false, moment: now)
        lastSkip = skip
        return skip
    }

    /// Offers it no more until it is entered again.
    ///
    /// - Returns: whether there was an offer.
    public mutating func dismissOffer() -> Bool {
        guard let offer else { return false }
        dismissed.insert(Key(segments[offer.index]))
        self.offer = nil
        return true
    }

    /// Takes the last skip back, once; its segment then plays.
    public mutating func takeBack() -> Skip? {
        defer { lastSkip = nil }
        return lastSkip
    }

    /// The next position after this one at which anything changes; nil where nothing does.
    public func change(after position: MediaTime) -> MediaTime? {
        var next: MediaTime?
        func consider(_ time: MediaTime) {
            if time > position, time < next ?? time + MediaTime(nanoseconds: 1) { next = time }
        }
        for segment in segments where segment.action != .ignore {
            consider(segment.start)
            consider(segment.end)
        }
        if let offer, offer.isProminent { consider(offer.prominentUntil) }
        return next
    }

    // MARK: Skipping

    private func isToSkip(_ index: Int, at position: MediaTime, _ move: Move) -> Bool {
        let segment = segments[index]
        guard segment.action == .auto, !disarmed.contains(Key(segment)), segment.range.duration >= Self.leastSkipped
        else { return false }
        switch move {
        case .began: return segment.start <= .zero
        case .played: return position - segment.start <= Self.grace
        case .jumped: return false
        }
    }

    /// What is skipped unasked and begins in or right behind it goes with it, to the furthest end (SponsorBlock).
    private mutating func furthestEnd(of index: Int, at position: MediaTime, _ move: Move) -> MediaTime {
        var end = segments[index].end
        for segment in segments[index...].dropFirst()
        where segment.action == .auto && segment.start <= end && segment.end > end && !disarmed.contains(Key(segment)) {
            end = segment.end
            disarmed.insert(Key(segment))
        }
        return end
    }

    /// Of what may be skipped, the segment that began last is offered. An offer that goes on stays as prominent as it is.
    private mutating func makeOffer(at position: MediaTime) {
        let candidate = active.last { index in
            let segment = segments[index]
            return (segment.action == .ask || segment.action == .auto) && !dismissed.contains(Key(segment))
                && segment.range.duration >= Self.leastOffered
        }
        guard let index = candidate else {
            offer = nil
            return
        }
        let end = segments[index].end
        var current =
            offer.flatMap { $0.index == index && $0.end == end ? $0 : nil }
            ?? Offer(index: index, end: end, prominentUntil: position + Self.prominence, isProminent: true)
        current.isProminent = position < current.prominentUntil
        offer = current
    }
}
