/// How many pixels a window manager draws on each side of a window.
public struct FrameExtents: Sendable, Hashable {
    public let left: Int
    public let right: Int
    public let top: Int
    public let bottom: Int

    public static let none = FrameExtents(left: 0, right: 0, top: 0, bottom: 0)

    /// Every side between nothing and a thousand.
    public init(left: Int, right: Int, top: Int, bottom: Int) {
        func sane(_ value: Int) -> Int { min(max(value, 0), 1_000) }
        self.left = sane(left)
        self.right = sane(right)
        self.top = sane(top)
        self.bottom = sane(bottom)
    }
}
