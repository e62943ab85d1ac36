/// A segment that was unskipped. It is recognised by its range and kind, because ids do not outlive a process.
public struct DisarmedSegment: Hashable, Sendable {
    public var range: TimeRange
    /// In the contract's words, such as `opening-credits`.
    public var kind: String

    public init(range: TimeRange, kind: String) {
        self.range = range
        self.kind = kind
    }
}
