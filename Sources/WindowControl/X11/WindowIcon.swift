/// The icon of the window, for task bars and window switchers: the same as the installed `mediad.svg`, drawn here because
/// the window may have no file to read.
enum WindowIcon {
    /// The content of `_NET_WM_ICON` (EWMH): for each size its width, its height and its pixels, from the top left.
    static var words: [UInt32] {
        [16, 32, 48, 64].flatMap { side in [UInt32(side), UInt32(side)] + pixels(side) }
    }

    /// A pixel is alpha, red, green and blue, not multiplied by alpha.
    static func pixels(_ side: Int) -> [UInt32] {
        let scale = 128 / Double(side)
        return (0..<side * side).map { index in
            // The middle of the pixel in the drawing, whose sides are 128 units.
            colour(
                Point(x: (Double(index % side) + 0.5) * scale, y: (Double(index / side) + 0.5) * scale), scale: scale)
        }
    }

    private struct Point {
        var x: Double
        var y: Double
    }

    private struct Rect {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        /// The distance to the edge with rounded corners; negative inside.
        func distance(_ point: Point, radius: Double) -> Double {
            let x = abs(point.x - (left + right) / 2) - (right - left) / 2 + radius
            let y = abs(point.y - (top + bottom) / 2) - (bottom - top) / 2 + radius
            let (outX, outY) = (max(x, 0), max(y, 0))
            return (outX * outX + outY * outY).squareRoot() + min(max(x, y), 0) - radius
        }
    }

    private static let ground = Rect(left: 8, top: 8, right: 120, bottom: 120)
    private static let bar = Rect(left: 26, top: 91, right: 102, bottom: 99)
    private static let played = Rect(left: 26, top: 91, right: 64, bottom: 99)
    private static let knob = Rect(left: 56, top: 87, right: 72, bottom: 103)
    private static let corners = [Point(x: 54, y: 32.5), Point(x: 87.4, y: 53), Point(x: 54, y: 73.5)]

    /// The distance to the edge of the triangle with rounded corners; negative inside.
    private static func triangle(_ point: Point) -> Double {
        var isInside = true
        var nearest = Double.infinity
        for (index, from) in corners.enumerated() {
            let to = corners[(index + 1) % corners.count]
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let (px, py) = (point.x - from.x, point.y - from.y)
            let along = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1)
            let (rx, ry) = (px - dx * along, py - dy * along)
            nearest = min(nearest, (rx * rx + ry * ry).squareRoot())
            isInside = isInside && dx * py - dy * px >= 0
        }
        return (isInside ? -nearest : nearest) - 4
    }

    private static func colour(_ point: Point, scale: Double) -> UInt32 {
        func coverage(_ distance: Double) -> Double { min(max(0.5 - distance / scale, 0), 1) }
        let depth = min(max((point.y - 8) / 112, 0), 1)
        var (red, green, blue) = (63 - 24 * depth, 111 - 47 * depth, 181 - 70 * depth)
        func paint(_ distance: Double, _ colour: (Double, Double, Double), opacity: Double = 1) {
            let share = coverage(distance) * opacity
            red += (colour.0 - red) * share
            green += (colour.1 - green) * share
            blue += (colour.2 - blue) * share
        }
        let (white, yellow) = ((255.0, 255.0, 255.0), (255.0, 209.0, 102.0))
        paint(triangle(point), white)
        paint(bar.distance(point, radius: 4), white, opacity: 0.35)
        paint(played.distance(point, radius: 4), yellow)
        paint(knob.distance(point, radius: 8), yellow)
        let alpha = 255 * coverage(ground.distance(point, radius: 26))
        return [alpha, red, green, blue].reduce(0) { $0 << 8 | UInt32($1 + 0.5) }
    }
}
