/// How subtitles are shown, whatever they are.
public struct SubtitleStyle: Hashable, Sendable {
    /// How much later than written; below zero: sooner.
    public var delay: MediaTime
    /// Of text; 1 is its usual size.
    public var scale: Double

    public init(delay: MediaTime = .zero, scale: Double = 1) {
        self.delay = delay
        self.scale = scale
    }

    /// As far as it makes sense either way.
    public static let delays = MediaTime(nanoseconds: -600_000_000_000)...MediaTime(nanoseconds: 600_000_000_000)
    public static let scales = 0.25...4.0

    /// Nil where it is out of all bounds, as another program may have written it.
    public var checked: SubtitleStyle? { Self.delays.contains(delay) && Self.scales.contains(scale) ? self : nil }
}
