/// What the lines of one frame may cost, before they are shown plain: without colours, blur, drawings and movements.
///
/// A call of libass cannot be interrupted. Lines that are shown for the first time are therefore drawn a few at a time.
/// Typesetting of hundreds of signs fits into it; a script that was made to occupy the machine does not.
struct SubtitleBudget {
    /// Lines that are drawn for the first time in one call: one in the first, then twice as many in each.
    var newLines = 32
    /// The pixels of a line, weighted by the passes over them, see ``LineCost``: sixteen pictures of 1080p with blur.
    var passes = 256 << 20
    /// The bitmaps of a frame in bytes.
    var bitmaps = 128 << 20
    /// The time of a processor for a frame in microseconds. It includes a search for fonts.
    var time: Int64 = 1_000_000
    /// The same, for every frame: what frames take beyond it is counted up to ``debt``, and forgiven as slowly as the lines
    /// pass.
    var frameTime: Int64 = 150_000
    /// The sum of what frames took too long, in microseconds.
    var debt: Int64 = 3_000_000
    /// The plain lines of a frame; further ones are not shown.
    var plainLines = 100
    /// After so many frames beyond the budget, each further line of the script is shown plain.
    var frames = 3

    func allows(bitmaps: Int, time: Int64) -> Bool { bitmaps <= self.bitmaps && time <= self.time }
}
