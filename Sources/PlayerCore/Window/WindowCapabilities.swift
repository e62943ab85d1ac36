/// What the one who manages windows here says that it can do.
public struct WindowCapabilities: Sendable, Hashable {
    /// The window manager's or compositor's name; nil when none runs.
    public let windowManager: String?
    /// Whether it can keep a window above the others.
    public let keepsAbove: Bool
    /// Whether it can keep a window on every workspace.
    public let keepsSticky: Bool
    public let makesFullscreen: Bool

    /// Whether picture in picture can be all that it is meant to be.
    public var canDoPictureInPicture: Bool { keepsAbove && keepsSticky }

    public init(windowManager: String?, keepsAbove: Bool, keepsSticky: Bool, makesFullscreen: Bool) {
        self.windowManager = windowManager
        self.keepsAbove = keepsAbove
        self.keepsSticky = keepsSticky
        self.makesFullscreen = makesFullscreen
    }

    /// Nobody is there who could.
    public static let nothing = WindowCapabilities(
        windowManager: nil, keepsAbove: false, keepsSticky: false, makesFullscreen: false)
}
