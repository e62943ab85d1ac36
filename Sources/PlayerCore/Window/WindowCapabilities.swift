/// The capabilities that the window manager or compositor announces.
public struct WindowCapabilities: Sendable, Hashable {
    /// The window manager's or compositor's name; nil if none runs.
    public let windowManager: String?
    /// Whether it can keep a window above the others.
    public let keepsAbove: Bool
    /// Whether it can keep a window on every workspace.
    public let keepsSticky: Bool
    public let makesFullscreen: Bool

    /// Whether picture in picture is fully possible.
    public var canDoPictureInPicture: Bool { keepsAbove && keepsSticky }

    public init(windowManager: String?, keepsAbove: Bool, keepsSticky: Bool, makesFullscreen: Bool) {
        self.windowManager = windowManager
        self.keepsAbove = keepsAbove
        self.keepsSticky = keepsSticky
        self.makesFullscreen = makesFullscreen
    }

    /// The capabilities without a window manager.
    public static let nothing = WindowCapabilities(
        windowManager: nil, keepsAbove: false, keepsSticky: false, makesFullscreen: false)
}
