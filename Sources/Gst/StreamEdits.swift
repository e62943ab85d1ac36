/// What is changed in a decoded stream on its way out: where it ends, and where it is silent.
///
/// In media time, so that it holds at every rate and wherever the item stands in the output.
public struct StreamEdits: Hashable, Sendable {
    /// Nanoseconds of media time from which on nothing goes out; nil: all of it does.
    public var end: Int64?
    /// Stretches of sound without sound: nanoseconds of media time, sorted, disjoint.
    public var muted: [Range<Int64>]

    public init(end: Int64? = nil, muted: [Range<Int64>] = []) {
        self.end = end
        self.muted = muted
    }
}
