/// The width of a window manager's decoration on each side of a window, in pixels.
public struct FrameExtents: Sendable, Hashable {
    public let left: Int
    public let right: Int
    public let top: Int
    public let bottom: Int

    public static let none = FrameExtents(left: 0, right: 0, top: 0, bottom: 0)

    /// Clamps every side to 0 … 1,000.
    public init(left: Int, right: Int, top: Int, bottom: Int) {
        func sane(_ value: Int) -> Int { min(max(value, 0), 1_000) }
        self.left = sane(left)
        self.right = sane(right)
        self.top = sane(top)
        self.bottom = sane(bottom)
    }
}
