/// What is changed in a decoded stream on its way out: where it ends, and where there is nothing in it.
///
/// In media time, so that it holds at every rate and wherever the item stands in the output.
public struct StreamEdits: Hashable, Sendable {
    /// Nanoseconds of media time from which on nothing goes out; nil: all of it does.
    public var end: Int64?
    /// Stretches of silence, or of the picture before: nanoseconds of media time, sorted, disjoint.
    public var blanks: [Range<Int64>]

    public init(end: Int64? = nil, blanks: [Range<Int64>] = []) {
        self.end = end
        self.blanks = blanks
    }
}
