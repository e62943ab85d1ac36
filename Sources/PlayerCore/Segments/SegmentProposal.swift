/// A segment as a source gives it, before it is checked: times may be anything.
public struct SegmentProposal: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime
    /// In the contract's words, or anything.
    public var kind: String
    /// In the contract's words, or anything; nil: as the policy for its kind says.
    public var action: String?
    public var id: String?
    public var title: String?
    public var source: String
    /// Whether it has to be seen before what lies behind it.
    public var isLinear = false

    public init(
        start: MediaTime, end: MediaTime, kind: String, action: String? = nil, id: String? = nil, title: String? = nil,
        source: String
    ) {
        self.start = start
        self.end = end
        self.kind = kind
        self.action = action
        self.id = id
        self.title = title
        self.source = source
    }
}
