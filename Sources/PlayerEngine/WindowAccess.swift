public import PlayerCore

/// How the engine reaches the video window, which it knows nothing of. Called on the media loop; returns at once.
public protocol WindowAccess: Sendable {
    /// Has a window made that a sink can draw into, once for the daemon's life; `then` is called on any thread with its X
    /// handle, or nil where there is none and the sink makes its own or fails.
    func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void)
    /// Carries it out; what becomes of it is told by events.
    func perform(_ effect: WindowEffect)
    /// Shows a picture where no video is drawn, from the window's top left; nil: none.
    ///
    /// - Parameter picture: its pixels are blue, green, red and a byte that means nothing, rows without gaps.
    func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?)
}

/// Nobody shows windows.
public struct NoWindow: WindowAccess {
    public init() {}
    public func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void) { then(nil) }
    public func perform(_ effect: WindowEffect) {}
    public func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?) {}
}
