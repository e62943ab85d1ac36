/// How subtitles of any kind are shown.
public struct SubtitleStyle: Hashable, Sendable {
    /// How much later they are shown; negative: earlier.
    public var delay: MediaTime
    /// The size of text; 1 is the normal size.
    public var scale: Double

    public init(delay: MediaTime = .zero, scale: Double = 1) {
        self.delay = delay
        self.scale = scale
    }

    /// The range of useful delays.
    public static let delays = MediaTime(nanoseconds: -600_000_000_000)...MediaTime(nanoseconds: 600_000_000_000)
    public static let scales = 0.25...4.0

    /// The style, or nil if it is out of range, as one written by another program may be.
    public var checked: SubtitleStyle? { Self.delays.contains(delay) && Self.scales.contains(scale) ? self : nil }
}
