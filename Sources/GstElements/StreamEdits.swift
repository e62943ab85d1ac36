/// Changes to a decoded stream at its output: its end, and stretches that are blanked.
///
/// In media time, so that the edits are valid at every rate and at every position of the item in the output.
public struct StreamEdits: Hashable, Sendable {
    /// The end of the output in nanoseconds of media time; nil: the whole stream.
    public var end: Int64?
    /// Stretches of silence or of a frozen frame, in nanoseconds of media time, sorted and disjoint.
    public var blanks: [Range<Int64>]
    /// The length of the item according to its container, in nanoseconds; nil if it is unknown.
    ///
    /// The stream is not cut there, because containers round and guess. It only serves to detect the times of damaged
    /// files (``StreamReach``).
    public var length: Int64?
    /// The gain of audio.
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
