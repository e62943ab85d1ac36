/// The layout of picture in picture, independent of the screen.
public struct PictureInPictureLayout: Sendable, Hashable {
    /// A narrower picture has no room for its controls.
    public static let leastWidth = 160
    /// A lower picture has no room for its controls.
    public static let leastHeight = 90

    public var corner: WindowCorner
    /// The longer side of the picture in pixels, which is the width but for upright pictures; adjusted if the picture would
    /// be below the least size or not fit.
    public var width: Int
    /// The distance between the window and the edges of the usable area, in pixels.
    public var margin: Int
    public var aspect: AspectRatio

    public init(corner: WindowCorner, width: Int, margin: Int, aspect: AspectRatio) {
        self.corner = corner
        self.width = width
        self.margin = margin
        self.aspect = aspect
    }

    /// The smallest picture of this aspect ratio that is neither narrower nor lower than the least size.
    public var leastSize: (width: Int, height: Int) {
        var width = Self.leastWidth
        while aspect.height(forWidth: width) < Self.leastHeight {
            width = max(width + 1, Self.leastHeight * aspect.width / aspect.height)
        }
        return (width, aspect.height(forWidth: width))
    }

    /// Returns the frame of the picture.
    ///
    /// The margin shrinks before the picture falls below the least size, and the picture shrinks further before it
    /// leaves the area.
    /// - Parameters:
    ///   - area: the part of the screen that panels and bars leave free.
    ///   - frame: the window manager's decoration around the picture, which stays inside the margin, too.
    public func rect(in area: WindowRect, frame: FrameExtents = .none) -> WindowRect {
        let least = leastSize
        let room = (
            width: max(1, area.width - frame.left - frame.right), height: max(1, area.height - frame.top - frame.bottom)
        )
        let spare = max(0, min(room.width - least.width, room.height - least.height) / 2)
        let margin = min(max(0, self.margin), spare)
        let most = min(room.width - 2 * margin, aspect.width(fittingHeight: room.height - 2 * margin))
        let wanted = aspect.height > aspect.width ? aspect.width(fittingHeight: self.width) : self.width
        let width = min(max(wanted, least.width), most)
        let height = aspect.height(forWidth: width)
        return WindowRect(
            x: corner.isLeft ? area.x + margin + frame.left : area.right - margin - frame.right - width,
            y: corner.isTop ? area.y + margin + frame.top : area.bottom - margin - frame.bottom - height,
            width: width, height: height)
    }
}
