/// The published state of trimming.
public struct TrimSnapshot: Hashable, Sendable {
    /// Why trimming cannot begin now; nil if it can.
    public var whyNot: String?
    public var isTrimming = false
    /// The points between which the current item is played, while it is being trimmed or after that.
    public var points = TrimPoints()
    /// Whether the preview plays again at its end.
    public var loops = false

    public init() {}
}
