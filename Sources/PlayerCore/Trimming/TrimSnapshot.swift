/// Trimming as the outside may read it.
public struct TrimSnapshot: Hashable, Sendable {
    /// Why trimming cannot begin now; nil where it can.
    public var whyNot: String?
    public var isTrimming = false
    /// What the current item is played between, whether it is being trimmed or was.
    public var points = TrimPoints()
    /// Whether the preview begins again at its end.
    public var loops = false

    public init() {}
}
