/// A segment as its source gives it, before it is validated: times may be arbitrary.
public struct SegmentProposal: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime
    /// In the contract's words, or any other text.
    public var kind: String
    /// In the contract's words, or any other text; nil: according to the policy for its kind.
    public var action: String?
    public var id: String?
    public var title: String?
    public var source: String
    /// Whether it must be watched before anything after it.
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
