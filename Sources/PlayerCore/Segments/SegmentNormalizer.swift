/// Turns the proposals of sources into usable segments: half-open, sorted, clipped to the item, joined where they
/// belong together, and with no more trust than is justified.
public struct SegmentNormalizer: Sendable {
    /// The action for each kind; absent: its default.
    public var policies: [SegmentKind: SegmentAction]
    /// Nil if unknown: then nothing is clipped, or compared with the whole.
    public var duration: MediaTime?

    /// Credits closer than this are joined (intro-skipper).
    private static let joinGap = MediaTime(nanoseconds: 3_500_000_000)
    /// An end this close to the item's end is the item's end (SponsorBlock).
    private static let endTolerance = MediaTime(nanoseconds: 500_000_000)
    private static let limit = 2_000

    public init(policies: [SegmentKind: SegmentAction] = [:], duration: MediaTime?) {
        self.policies = policies
        self.duration = duration
    }

    /// - Returns: the segments sorted by start, and a sentence for each that was left out or trusted less.
    public func segments(_ proposals: [SegmentProposal]) -> (segments: [Segment], problems: [String]) {
        var problems: [String] = []
        var segments: [Segment] = []
        for proposal in proposals {
            do throws(Doubt) {
                segments.append(try checked(proposal))
            } catch {
                problems.append("\(Self.name(proposal)) is left out: \(error.reason).")
            }
        }
        if segments.count > Self.limit {
            problems.append("Only the first \(Self.limit) of \(segments.count) segments are kept.")
            segments.removeLast(segments.count - Self.limit)
        }
        segments = joined(segments)
        for index in segments.indices {
            guard let reason = doubt(segments[index]) else { continue }
            problems.append("The \(segments[index].kind.rawValue) is offered, not skipped automatically: \(reason).")
            segments[index].action = .ask
        }
        return (segments.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, problems)
    }

    private struct Doubt: Error { var reason: String }

    private func checked(_ proposal: SegmentProposal) throws(Doubt) -> Segment {
        guard let kind = SegmentKind(rawValue: proposal.kind) else {
            throw Doubt(reason: "'\(proposal.kind.prefix(40))' is not a kind of segment")
        }
        var action = policies[kind] ?? kind.defaultAction
        if let wish = proposal.action {
            guard let wished = SegmentAction(rawValue: wish) else {
                throw Doubt(reason: "'\(wish.prefix(40))' is not an action")
            }
            action = wished
        }
        // Rounding may put the start slightly before 0; a segment that begins well before the item is wrong.
        guard proposal.start > .zero - Self.endTolerance else { throw Doubt(reason: "it starts before 0") }
        let start = max(.zero, proposal.start)
        var end = proposal.end
        if let duration {
            if end > duration - Self.endTolerance { end = duration }
            guard start < duration else { throw Doubt(reason: "it starts after the end of the item") }
        }
        guard let range = TimeRange(start: start, end: end), start < end else {
            throw Doubt(reason: "it is empty or ends before it starts")
        }
        var segment = Segment(
            range: range, kind: kind, action: action, id: proposal.id, title: proposal.title, source: proposal.source)
        segment.isLinear = proposal.isLinear
        return segment
    }

    /// Joins blocked ranges that touch, and credits of one kind with hardly anything between them.
    private func joined(_ segments: [Segment]) -> [Segment] {
        var result: [Segment] = []
        var last: [Group: Int] = [:]
        for segment in segments.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            guard let group = Group(segment) else {
                result.append(segment)
                continue
            }
            if let index = last[group], segment.start <= result[index].end + group.gap {
                if let range = TimeRange(start: result[index].start, end: max(result[index].end, segment.end)) {
                    result[index].range = range
                }
            } else {
                last[group] = result.endIndex
                result.append(segment)
            }
        }
        return result
    }

    /// Segments of the same group can be joined.
    private struct Group: Hashable {
        var kind: SegmentKind?
        var action: SegmentAction
        var gap: MediaTime

        init?(_ segment: Segment) {
            action = segment.action
            if segment.action == .block {
                (kind, gap) = (nil, .zero)
            } else if segment.kind == .openingCredits || segment.kind == .closingCredits {
                (kind, gap) = (segment.kind, SegmentNormalizer.joinGap)
            } else {
                return nil
            }
        }
    }

    /// Why a segment that would be skipped automatically is probably a mistake; nil if it is plausible.
    private func doubt(_ segment: Segment) -> String? {
        guard segment.action == .auto, let duration, duration > .zero else { return nil }
        let half = MediaTime(nanoseconds: duration.nanoseconds / 2)
        if segment.start <= .zero, segment.end >= duration { return "it covers the whole item" }
        switch segment.kind {
        case .closingCredits where segment.range.duration > half: return "it is longer than half of the item"
        case .openingCredits where segment.start > half: return "it starts after the middle of the item"
        default: return nil
        }
    }

    private static func name(_ proposal: SegmentProposal) -> String {
        "The segment '\(proposal.kind.prefix(40))' at \(proposal.start.clock) (\(proposal.source))"
    }
}
