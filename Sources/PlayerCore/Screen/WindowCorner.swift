/// The corner in which a picture-in-picture window rests.
public enum WindowCorner: String, Sendable, Hashable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// Whether it is on the left.
    public var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    /// Whether it is at the top.
    public var isTop: Bool { self == .topLeft || self == .topRight }

    /// The corner of `area` that is nearest to the middle of `window`, such as one that was dragged.
    public init(nearest window: WindowRect, in area: WindowRect) {
        let isLeft = 2 * window.x + window.width < 2 * area.x + area.width
        let isTop = 2 * window.y + window.height < 2 * area.y + area.height
        self =
            switch (isLeft, isTop) {
            case (true, true): .topLeft
            case (false, true): .topRight
            case (true, false): .bottomLeft
            case (false, false): .bottomRight
            }
    }
}
