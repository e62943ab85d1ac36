/// The display aspect ratio of a picture, in lowest terms.
public struct AspectRatio: Sendable, Hashable {
    public let width: Int
    public let height: Int

    public static let wide = AspectRatio(reducedWidth: 16, height: 9)

    /// - Returns: nil for an empty picture, or one too thin for a window: one side over fifty times the other.
    public init?(width: Int, height: Int) {
        guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else { return nil }
        guard width <= 50 * height, height <= 50 * width else { return nil }
        var (divisor, rest) = (width, height)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.init(reducedWidth: width / divisor, height: height / divisor)
    }

    private init(reducedWidth: Int, height: Int) {
        width = reducedWidth
        self.height = height
    }

    /// Returns the height for a width, rounded to the nearest pixel, at least one.
    public func height(forWidth value: Int) -> Int { max(1, (2 * value * height + width) / (2 * width)) }

    /// Returns the greatest width whose height is at most `value`.
    public func width(fittingHeight value: Int) -> Int {
        var candidate = (2 * value * width + height) / (2 * height)
        while candidate > 1, height(forWidth: candidate) > value { candidate -= 1 }
        return max(1, candidate)
    }
}
