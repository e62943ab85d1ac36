public import PlayerCore

/// How the engine reaches the video window, which it knows nothing of. Called on the media loop; returns at once.
public protocol WindowAccess: Sendable {
    /// Has a window made that a sink can draw into, once for the daemon's life; `then` is called on any thread with its X
    /// handle, or nil where there is none and the sink makes its own or fails.
    func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void)
    /// Carries it out; what becomes of it is told by events.
    func perform(_ effect: WindowEffect)
}

/// Nobody shows windows.
public struct NoWindow: WindowAccess {
    public init() {}
    public func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void) { then(nil) }
    public func perform(_ effect: WindowEffect) {}
}
