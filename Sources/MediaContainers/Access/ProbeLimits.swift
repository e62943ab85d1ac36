/// The limits on reading one item: hostile and broken files are normal input.
public struct ProbeLimits: Hashable, Sendable {
    /// Bytes read from the source in all.
    public var bytes = 8 << 20
    /// Reads from the source in all.
    public var reads = 5_000
    /// Elements, boxes, frames or pages processed in all.
    public var elements = 200_000
    /// The nesting depth of elements.
    public var depth = 16
    /// The number of chapters that are kept.
    public var chapters = 5_000
    /// UTF-8 bytes of a title or tag that are kept; longer ones are cut.
    public var text = 16 << 10
    /// The total time in seconds.
    public var seconds = 5.0

    /// The number of sentences about problems that are kept: a hostile file has a problem in every part, and the log
    /// needs only the first ones.
    public static let problems = 20

    public init() {}

    /// For files that this process wrote itself, of any size.
    public static var ownFile: ProbeLimits {
        var limits = ProbeLimits()
        (limits.bytes, limits.reads, limits.elements, limits.seconds) = (.max / 2, .max, .max, 86_400)
        return limits
    }
}
