/// A rectangle of screen pixels: x grows to the right, y downwards.
///
/// Values from servers and compositors are limited to a million, so sums of the parts never overflow.
public struct WindowRect: Sendable, Hashable {
    public let x: Int
    public let y: Int
    /// Never negative.
    public let width: Int
    /// Never negative.
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        let limit = 1_000_000
        self.x = min(max(x, -limit), limit)
        self.y = min(max(y, -limit), limit)
        self.width = min(max(width, 0), limit)
        self.height = min(max(height, 0), limit)
    }

    /// The first column to the right of it.
    public var right: Int { x + width }

    /// The first row below it.
    public var bottom: Int { y + height }

    /// Whether a point is in it.
    public func contains(_ column: Int, _ row: Int) -> Bool {
        (x..<right).contains(column) && (y..<bottom).contains(row)
    }

    /// How far a column is from its left edge to its right one, from 0 to 1; nil if it is too narrow.
    public func share(atColumn column: Int) -> Double? {
        width > 1 ? min(1, max(0, Double(column - x) / Double(width - 1))) : nil
    }

    /// How far a row is from its upper edge to its lower one, from 0 to 1; nil if it is too low.
    public func share(atRow row: Int) -> Double? {
        height > 1 ? min(1, max(0, Double(row - y) / Double(height - 1))) : nil
    }

    /// Returns the common part of both rectangles; nil if there is none.
    public func intersection(_ other: WindowRect) -> WindowRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let width = min(right, other.right) - left
        let height = min(bottom, other.bottom) - top
        guard width > 0, height > 0 else { return nil }
        return WindowRect(x: left, y: top, width: width, height: height)
    }

    /// Whether no edge is further than `tolerance` pixels from the other's: window managers round aspect ratios.
    public func isClose(to other: WindowRect, tolerance: Int = 2) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
            && abs(right - other.right) <= tolerance && abs(bottom - other.bottom) <= tolerance
    }

    /// Returns the area that contains the largest part of it, or the first area if it is outside all of them.
    public func home(among areas: [WindowRect]) -> WindowRect? {
        func shared(_ area: WindowRect) -> Int { intersection(area).map { $0.width * $0.height } ?? 0 }
        return areas.dropFirst().reduce(areas.first) { best, area in
            guard let best else { return area }
            return shared(area) > shared(best) ? area : best
        }
    }

    /// Returns a rectangle of this size, reduced to fit, in the middle of it.
    public func centred(width: Int, height: Int) -> WindowRect {
        let width = min(width, self.width)
        let height = min(height, self.height)
        return WindowRect(
            x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}
