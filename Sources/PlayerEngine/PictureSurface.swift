/// Where pictures are drawn: the video window as the engine sees it. Called on the media loop; returns at once.
public protocol PictureSurface: Sendable {
    /// Has a window made that a sink can draw into, once for the daemon's life.
    ///
    /// - Parameter then: called on any thread with the window's X handle, or nil where there is none and the sink makes its
    ///   own or fails.
    func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void)
    /// Shows a picture where no video is drawn, from the window's top left; nil: none.
    ///
    /// - Parameter picture: its pixels are blue, green, red and an unused byte, in rows without gaps.
    func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?)
}

/// For an engine without a window.
public struct NoPictureSurface: PictureSurface {
    public init() {}
    public func open(forWayland: Bool, then: @escaping @Sendable (UInt32?) -> Void) { then(nil) }
    public func paint(_ picture: (width: Int, height: Int, pixels: [UInt8])?) {}
}
