/// What the lines of one frame may cost, before they are shown plain: without colours, blur, drawings and movements.
///
/// A call of libass cannot be interrupted. Lines that are shown for the first time are therefore drawn a few at a time.
/// Typesetting of hundreds of signs fits into it; a script that was made to occupy the machine does not.
struct SubtitleBudget {
    /// Lines that are drawn for the first time in one call.
    var newLines = 32
    /// The bitmaps of a frame in bytes.
    var bitmaps = 128 << 20
    /// The time of a processor for one call in microseconds. It includes a search for fonts.
    var time: Int64 = 1_000_000
    /// The plain lines of a frame; further ones are not shown.
    var plainLines = 100
    /// After so many frames beyond the budget, each further line of the script is shown plain.
    var frames = 3

    func allows(bitmaps: Int, time: Int64) -> Bool { bitmaps <= self.bitmaps && time <= self.time }
}
