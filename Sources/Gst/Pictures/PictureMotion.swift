/// A movement of the video from one area of the frame to another, in the time of its frames: fast at first, slow at the end.
struct PictureMotion {
    /// How long it takes, in nanoseconds.
    static let length: UInt64 = 250_000_000

    let from: PictureShrinker.Place
    let to: PictureShrinker.Place
    /// Where the video was in the last frame.
    private(set) var here: PictureShrinker.Place
    /// The time of the first frame; nil before it.
    private var start: UInt64?

    init(from: PictureShrinker.Place, to: PictureShrinker.Place) {
        (self.from, self.to, here) = (from, to, from)
    }

    /// The area in a frame; nil if the movement is over, also because of a jump in time.
    ///
    /// - Parameter time: the timestamp of the frame in nanoseconds; `UInt64.max` (`GST_CLOCK_TIME_NONE`): it has none.
    mutating func place(at time: UInt64) -> PictureShrinker.Place? {
        let start = start ?? time
        self.start = start
        guard time != .max, time >= start, time - start < Self.length else { return nil }
        let left = 1 - Double(time - start) / Double(Self.length)
        let share = 1 - left * left * left
        // Even, because most pictures store colour at half the resolution.
        func between(_ from: Int, _ to: Int) -> Int { (from + Int(Double(to - from) * share)) & ~1 }
        here = PictureShrinker.Place(
            x: between(from.x, to.x), y: between(from.y, to.y), width: max(2, between(from.width, to.width)),
            height: max(2, between(from.height, to.height)))
        return here
    }
}
