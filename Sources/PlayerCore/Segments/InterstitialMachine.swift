/// Which interstitials have to be seen, and where a jump over one of them leads.
///
/// A jump forward over mandatory interstitials nobody has seen yet goes to the first of them; when it was played, on to the
/// next, and after the last to the place that was wanted. What was seen is free. While a mandatory one plays, playback is
/// linear: pausing and going back stay. (AVKit's requiresLinearPlayback and timeToSeekAfterUserNavigated, with the memory
/// that the vendor leaves to each application.)
public struct InterstitialMachine: Hashable, Sendable {
    /// Sorted by start, disjoint.
    public private(set) var mandatory: [TimeRange] = []
    /// Where playback goes on after the interstitials in between.
    public private(set) var wanted: MediaTime?
    private var seen: Set<TimeRange> = []

    public init() {}

    /// Another item.
    public mutating func reset() { self = InterstitialMachine() }

    /// Other interstitials of the same item; what was seen stays seen.
    public mutating func replace(with ranges: [TimeRange]) {
        mandatory = ranges.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        if mandatory.isEmpty { wanted = nil }
    }

    /// Whether an unseen mandatory one plays at a position.
    public func isLinear(at position: MediaTime) -> Bool { playing(at: position) != nil }

    /// Where a user's jump leads. Only a jump forward is ever changed.
    public mutating func destination(from position: MediaTime, to target: MediaTime) -> MediaTime {
        wanted = nil
        guard target > position, let first = firstUnseen(from: position, to: target) else { return target }
        // Into the middle of one: it is the one that was wanted, from its beginning.
        wanted = first.contains(target) ? nil : target
        return first.start
    }

    /// The position played on from one place to another.
    ///
    /// - Returns: where to go now that an interstitial was seen; nil: nowhere else.
    public mutating func played(from position: MediaTime, to new: MediaTime) -> MediaTime? {
        var hasSeen = false
        for range in mandatory where !seen.contains(range) && range.end > position && range.end <= new {
            // Seen from its middle on counts: one can only come there by having been sent away from its start.
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

    /// The end of the unseen mandatory interstitial that plays at a position: the next moment at which anything changes.
    public func change(after position: MediaTime) -> MediaTime? {
        mandatory.first { !seen.contains($0) && $0.end > position }.map { $0.start > position ? $0.start : $0.end }
    }

    private func playing(at position: MediaTime) -> TimeRange? {
        mandatory.first { !seen.contains($0) && $0.contains(position) }
    }

    /// The first that a jump would pass, wholly or into its middle.
    private func firstUnseen(from position: MediaTime, to target: MediaTime) -> TimeRange? {
        mandatory.first { !seen.contains($0) && $0.start >= position && $0.start < target }
    }
}
