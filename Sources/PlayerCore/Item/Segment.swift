/// A stretch of an item's timeline with a meaning, as it is handled and published.
public struct Segment: Hashable, Sendable {
    public var range: TimeRange
    public var kind: SegmentKind
    /// The action for it: the segment's own, else that of the policy for its kind.
    public var action: SegmentAction
    public var id: String?
    public var title: String?
    /// The source of the segment (`description`, `sidecar`, `edl`, `comskip`, `matroska`, `title`, …).
    public var source: String
    /// Whether it must be watched before anything after it.
    public var isLinear = false

    public init(
        range: TimeRange, kind: SegmentKind, action: SegmentAction, id: String? = nil, title: String? = nil,
        source: String
    ) {
        self.range = range
        self.kind = kind
        self.action = action
        self.id = id
        self.title = title
        self.source = source
    }

    public var start: MediaTime { range.start }
    public var end: MediaTime { range.end }
}
