internal import Gst
internal import PlayerCore

/// How long an item is: what its demuxer says, unless its samples say otherwise. What has played is never longer.
///
/// Demuxers believe headers that count only a part: of the first of several files that were put together, of the movie box
/// before its fragments.
struct ItemLength {
    /// Data may end this much behind the stated length, as neither is exact.
    private static let tolerance = MediaTime(nanoseconds: 500_000_000)
    /// How far ahead of the data the length is while its end is unknown. It is told half as often.
    private static let lead = MediaTime(nanoseconds: 2_000_000_000)

    /// What was measured at the samples, outside of the pipeline.
    var measured: MediaTime?
    /// Where the data goes on to, or has ended, behind the stated length.
    private(set) var outlasted: MediaTime?
    private var isEnded = false
    /// What the demuxer knew when the item became ready.
    var whenReady: MediaTime?
    /// The length if the item is a chain; nil if only the first link was measured.
    var ofChain: MediaTime?

    /// - Parameter stated: by the demuxer.
    func resolved(_ stated: MediaTime?) -> MediaTime? {
        (measured ?? stated).map { max($0, outlasted ?? $0) }
    }

    /// How far data may go before it outlasts a length.
    func limit(of length: MediaTime) -> MediaTime {
        outlasted == nil || isEnded ? length + Self.tolerance : length - Self.lead * 0.5
    }

    /// Data goes on behind the length.
    mutating func pass(_ end: MediaTime) { (outlasted, isEnded) = (end + Self.lead, false) }

    /// The data has ended.
    ///
    /// - Returns: whether that changes the length.
    mutating func end(at end: MediaTime) -> Bool {
        guard outlasted != nil, !isEnded else { return false }
        (outlasted, isEnded) = (end, true)
        return true
    }
}

extension ItemPipeline {
    /// Takes in what was read beside the pipeline.
    func takeLength(_ findings: ItemFindings) {
        guard findings.container.isMeasured, let measured = findings.container.duration else { return }
        lengths.measured = measured
        tellLength()
    }

    func tellLength() {
        guard phase == .ready else { return }
        updateLength()
        owner(self, .durationChanged)
    }

    /// Lets the taps report data behind the length.
    func expectEnd() {
        let isCounted = !isLive && streaming.timeline == nil && supply.growth?.hasGrown != true && !isLinked
        let limit = isCounted ? edits.length.map { lengths.limit(of: MediaTime(nanoseconds: $0)).nanoseconds } : nil
        for branch in branches.values { branch.tap.expectEnd(before: limit) }
    }

    func outlasted(_ end: Int64) {
        lengths.pass(MediaTime(nanoseconds: end))
        tellLength()
    }

    /// A stream has ended; if it was the last one, the length is known.
    func lengthEnded() {
        let seen = branches.values.map(\.tap.observation)
        guard seen.allSatisfy(\.hasEnded), let end = seen.compactMap(\.endMediaTime).max(),
            lengths.end(at: MediaTime(nanoseconds: end))
        else { return }
        tellLength()
    }
}
