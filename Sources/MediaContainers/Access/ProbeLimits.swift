/// What reading one item may cost: hostile and broken files are normal input.
public struct ProbeLimits: Hashable, Sendable {
    /// Bytes read from the source in all.
    public var bytes = 8 << 20
    /// Pieces read from the source in all.
    public var reads = 5_000
    /// Elements, boxes, frames or pages looked at in all.
    public var elements = 200_000
    /// Elements inside of one another.
    public var depth = 16
    /// Chapters kept.
    public var chapters = 5_000
    /// UTF-8 bytes of a title or tag kept; longer ones are cut.
    public var text = 16 << 10
    /// Seconds the whole may take.
    public var seconds = 5.0

    /// Sentences kept about what is wrong: a hostile file has a problem in every part, and the log needs only the first.
    public static let problems = 20

    public init() {}

    /// For files that this process has written itself, however large they are.
    public static var ownFile: ProbeLimits {
        var limits = ProbeLimits()
        (limits.bytes, limits.reads, limits.elements, limits.seconds) = (.max / 2, .max, .max, 86_400)
        return limits
    }
}
