/// Decides which interstitials must be watched, and where a jump over one leads.
///
/// A jump forward over unseen mandatory interstitials leads to the first of them; after that to the next, and after
/// the last to the requested position. Seen interstitials do not interrupt. While a mandatory one plays, playback is
/// linear: pausing and going back are still possible. (AVKit's requiresLinearPlayback and
/// timeToSeekAfterUserNavigated, with the memory that AVKit leaves to each application.)
public struct InterstitialMachine: Hashable, Sendable {
    /// Sorted by start, disjoint.
    public private(set) var mandatory: [TimeRange] = []
    /// The requested position, where playback continues after the interstitials on the way.
    public private(set) var wanted: MediaTime?
    private var seen: Set<TimeRange> = []

    public init() {}

    /// Starts again for another item.
    public mutating func reset() { self = InterstitialMachine() }

    /// Replaces the interstitials of the same item; seen ones stay seen.
    public mutating func replace(with ranges: [TimeRange]) {
        mandatory = ranges.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        if mandatory.isEmpty { wanted = nil }
    }

    /// Whether an unseen mandatory interstitial plays at a position.
    public func isLinear(at position: MediaTime) -> Bool { playing(at: position) != nil }

    /// Returns where a user's jump leads. Only jumps forward are changed.
    public mutating func destination(from position: MediaTime, to target: MediaTime) -> MediaTime {
        wanted = nil
        guard target > position, let first = firstUnseen(from: position, to: target) else { return target }
        // A jump into the middle of an interstitial leads to its beginning, and nowhere afterwards.
        wanted = first.contains(target) ? nil : target
        return first.start
    }

    /// Playback continued from one position to another.
    ///
    /// - Returns: where to go after an interstitial was seen; nil: nowhere.
    public mutating func played(from position: MediaTime, to new: MediaTime) -> MediaTime? {
        var hasSeen = false
        for range in mandatory where !seen.contains(range) && range.end > position && range.end <= new {
            // An interstitial seen from its middle on counts: its middle is reached only by a redirection to its
            // start.
            seen.insert(range)
            hasSeen = true
        }
        guard hasSeen, let target = wanted else { return nil }
        if let next = firstUnseen(from: new, to: target) {
            if next.contains(target) { wanted = nil }
            return next.start
        }
        wanted = nil
        return target > new ? target : nil
    }

    /// Returns the next position at which anything changes: the start or the end of an unseen mandatory interstitial.
    public func change(after position: MediaTime) -> MediaTime? {
        mandatory.first { !seen.contains($0) && $0.end > position }.map { $0.start > position ? $0.start : $0.end }
    }

    private func playing(at position: MediaTime) -> TimeRange? {
        mandatory.first { !seen.contains($0) && $0.contains(position) }
    }

    /// The first unseen interstitial that a jump would pass or enter.
    private func firstUnseen(from position: MediaTime, to target: MediaTime) -> TimeRange? {
        mandatory.first { !seen.contains($0) && $0.start >= position && $0.start < target }
    }
}
