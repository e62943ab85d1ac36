public import Gst
public import PlayerCore

/// The size of frames, and the size at which they are shown. Cards are laid out in shown pixels and drawn in frame
/// pixels.
public struct CardCanvas: Hashable, Sendable {
    public let frame: FrameShape
    /// In shown pixels.
    let width: Int
    let height: Int
    /// The position of the video in the window.
    let origin: (x: Int, y: Int)

    /// - Parameter window: the size of the window; nil if it is unknown: then the size of the frames is used.
    public init(_ frame: FrameShape, window: (width: Int, height: Int)?) {
        self.frame = frame
        let shape = (width: frame.width * frame.pixelWidth, height: frame.height * frame.pixelHeight)
        guard let window, window.width > 0, window.height > 0 else {
            (width, height, origin) = (max(1, shape.width / frame.pixelHeight), frame.height, (0, 0))
            return
        }
        // The sink keeps the aspect ratio, with bars on two sides.
        let isWider = shape.width * window.height > window.width * shape.height
        width = max(1, isWider ? window.width : window.height * shape.width / shape.height)
        height = max(1, isWider ? window.width * shape.height / shape.width : window.height)
        origin = ((window.width - width) / 2, (window.height - height) / 2)
    }

    /// The number of frame pixels per shown pixel.
    var scale: (x: Double, y: Double) {
        (Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    }

    /// Converts a rectangle to the frame.
    public func inFrame(_ rect: WindowRect) -> WindowRect {
        func column(_ x: Int) -> Int { Int((Double(x) * scale.x).rounded()) }
        func row(_ y: Int) -> Int { Int((Double(y) * scale.y).rounded()) }
        return WindowRect(
            x: column(rect.x), y: row(rect.y), width: column(rect.right) - column(rect.x),
            height: row(rect.bottom) - row(rect.y))
    }

    /// Converts a rectangle to the window.
    public func inWindow(_ rect: WindowRect) -> WindowRect {
        WindowRect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
    }

    public static func == (left: CardCanvas, right: CardCanvas) -> Bool {
        left.frame == right.frame && left.width == right.width && left.height == right.height
            && left.origin == right.origin
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(frame)
        hasher.combine(width)
        hasher.combine(height)
    }
}
