/// Follows the position over an item's segments: which are entered and left, offered, and skipped automatically.
///
/// Everything is derived from the position and how it was reached, never from paired calls: a position reached by
/// playing crossed everything since the last one, a position reached by a seek did not. An automatic skip happens only
/// when playback runs into a segment, at most a second late, once for each segment of an item, and never again after
/// it was undone. The owner seeks, and reports the new position like any other move.
public struct SegmentMachine: Sendable {
    /// How the position was reached.
    public enum Move: Hashable, Sendable {
        /// The item begins here, at its very start.
        case began
        /// By playing from the last position.
        case played
        /// By a seek, by resuming, or in any way other than playing.
        case jumped
    }

    /// An action for the owner, in this order.
    public enum Action: Hashable, Sendable {
        case entered(Int, Segment)
        case left(Int, Segment)
        /// Skip automatically from here to there.
        case skip(Int, Segment, from: MediaTime, to: MediaTime)
    }

    /// A segment that can be skipped now.
    public struct Offer: Hashable, Sendable {
        public var index: Int
        /// The target of the skip.
        public var end: MediaTime
        /// From this position on the offer is no longer prominent.
        var prominentUntil: MediaTime
        public internal(set) var isProminent: Bool

        /// - Parameter prominentUntil: the position from which the offer is no longer prominent.
        public init(index: Int, end: MediaTime, prominentUntil: MediaTime, isProminent: Bool) {
            self.index = index
            self.end = end
            self.prominentUntil = prominentUntil
            self.isProminent = isProminent
        }
    }

    /// The last skip, which can be undone.
    public struct Skip: Hashable, Sendable {
        public var index: Int
        public var from: MediaTime
        public var to: MediaTime
        public var isAutomatic: Bool
        public var moment: MonotonicTime
    }

    public private(set) var segments: [Segment] = []
    /// The indices of the segments that contain the position, ascending, including ignored ones.
    public private(set) var active: [Int] = []
    public private(set) var offer: Offer?
    public private(set) var lastSkip: Skip?
    /// Segments that are not, or no longer, skipped automatically.
    private var disarmed: Set<Key> = []
    /// Segments that are not offered until the position leaves them.
    private var dismissed: Set<Key> = []

    /// The identity of a segment over an edit of the others.
    private struct Key: Hashable {
        var range: TimeRange
        var kind: SegmentKind
        init(range: TimeRange, kind: SegmentKind) { (self.range, self.kind) = (range, kind) }
        init(_ segment: Segment) { self.init(range: segment.range, kind: segment.kind) }
    }

    /// How late playback may notice that it ran into a segment.
    private static let grace = MediaTime(nanoseconds: 1_000_000_000)
    /// How long an offer is prominent (Jellyfin's prompt).
    private static let prominence = MediaTime(nanoseconds: 8_000_000_000)
    /// Shorter segments are not skipped automatically or offered (Jellyfin).
    private static let leastSkipped = MediaTime(nanoseconds: 1_000_000_000)
    private static let leastOffered = MediaTime(nanoseconds: 3_000_000_000)

    public init() {}

    /// Segments that are no longer skipped automatically, in order: they were skipped once, or must not be.
    public var disarmedSegments: [DisarmedSegment] {
        disarmed.isEmpty
            ? []
            : disarmed.sorted { ($0.range.start, $0.kind.rawValue) < ($1.range.start, $1.kind.rawValue) }
                .map { DisarmedSegment(range: $0.range, kind: $0.kind.rawValue) }
    }

    /// Restores the segments that were no longer skipped when the session was saved, and no others.
    public mutating func disarm(_ segments: [DisarmedSegment]) {
        disarmed = Set(
            segments.compactMap { segment in
                SegmentKind(rawValue: segment.kind).map { Key(range: segment.range, kind: $0) }
            })
    }

    /// Starts again for another item.
    ///
    /// - Returns: the segments that were left.
    public mutating func reset() -> [Action] {
        let actions = active.map { Action.left($0, segments[$0]) }
        self = SegmentMachine()
        return actions
    }

    /// Replaces the segments of the same item; the state of those that stay is kept.
    ///
    /// - Parameter position: nil if no position was reported yet.
    /// - Parameter armed: which segments may be skipped automatically (not the opening of a season's first episode).
    public mutating func replace(with new: [Segment], armed: (Segment) -> Bool, at position: MediaTime?) -> [Action] {
        let before = Set(active.map { Key(segments[$0]) })
        var actions: [Action] = []
        // Entered segments are found with the first position.
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

    /// The position moved.
    ///
    /// - Parameter canSkip: whether the item is seekable; otherwise nothing is skipped.
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
            // The segment is being left, so there is nothing to offer.
            offer = nil
        } else {
            makeOffer(at: position)
        }
        return actions
    }

    /// Takes the offer; nil without one.
    public mutating func takeOffer(at position: MediaTime, now: MonotonicTime) -> Skip? {
        guard let offer else { return nil }
        disarmed.insert(Key(segments[offer.index]))
        let skip = Skip(index: offer.index, from: position, to: offer.end, isAutomatic: false, moment: now)
        lastSkip = skip
        return skip
    }

    /// Hides the offer until the segment is entered again.
    ///
    /// - Returns: whether there was an offer.
    public mutating func dismissOffer() -> Bool {
        guard let offer else { return false }
        dismissed.insert(Key(segments[offer.index]))
        self.offer = nil
        return true
    }

    /// Undoes the last skip, once; its segment then plays.
    public mutating func takeBack() -> Skip? {
        defer { lastSkip = nil }
        return lastSkip
    }

    /// Returns the next position at which anything changes; nil if there is none.
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

    /// Segments skipped automatically that begin within or directly after it are skipped with it, to the furthest end
    /// (SponsorBlock).
    private mutating func furthestEnd(of index: Int, at position: MediaTime, _ move: Move) -> MediaTime {
        var end = segments[index].end
        for segment in segments[index...].dropFirst()
        where segment.action == .auto && segment.start <= end && segment.end > end && !disarmed.contains(Key(segment)) {
            end = segment.end
            disarmed.insert(Key(segment))
        }
        return end
    }

    /// Offers the segment that began last among those that can be skipped. A continuing offer keeps its prominence.
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
