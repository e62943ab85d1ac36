/// A segment that was unskipped: recognised by where it is and what it is, because ids do not outlive a process.
public struct DisarmedSegment: Hashable, Sendable {
    public var range: TimeRange
    /// In the contract's words, as `opening-credits`.
    public var kind: String

    public init(range: TimeRange, kind: String) {
        self.range = range
        self.kind = kind
    }
}
