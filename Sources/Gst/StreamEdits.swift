/// What is changed in a decoded stream on its way out: where it ends, and where there is nothing in it.
///
/// In media time, so that it holds at every rate and wherever the item stands in the output.
public struct StreamEdits: Hashable, Sendable {
    /// Nanoseconds of media time from which on nothing goes out; nil: all of it does.
    public var end: Int64?
    /// Stretches of silence, or of the picture before: nanoseconds of media time, sorted, disjoint.
    public var blanks: [Range<Int64>]
    /// How long the item is by its container's own account, in nanoseconds; nil where it does not say.
    ///
    /// Nothing is cut off there, containers round and guess: it only decides which times are those of a damaged file
    /// (``StreamReach``).
    public var length: Int64?
    /// What sound is multiplied by.
    public var gain: SampleGain

    public init(
        end: Int64? = nil, blanks: [Range<Int64>] = [], length: Int64? = nil, gain: SampleGain = .none
    ) {
        self.end = end
        self.blanks = blanks
        self.length = length
        self.gain = gain
    }
}
