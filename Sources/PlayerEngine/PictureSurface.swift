/// The video window as the engine sees it. Called on the media loop; returns at once.
public protocol PictureSurface: Sendable {
    /// Opens a window that a sink can draw into, once in the life of the daemon.
    ///
    /// - Parameter then: called on any thread with the window's X handle, or nil if there is none and the sink
    ///   creates its own window or fails.
    func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void)
    /// Shows a picture at the top left of the window while no video is drawn; nil: no picture.
    ///
    /// - Parameter picture: the pixels are blue, green, red and an unused byte, in rows without padding.
    func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?)
}

/// A surface for an engine without a window.
public struct NoPictureSurface: PictureSurface {
    public init() {}
    public func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void) { then(nil) }
    public func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?) {}
}
