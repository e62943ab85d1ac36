/// The video window as the outside may read it.
public struct WindowSnapshot: Hashable, Sendable {
    /// In the contract's words.
    public enum State: String, Hashable, Sendable {
        case none, windowed, fullscreen
        case pictureInPicture = "picture-in-picture"
    }

    public var state = State.none
    public var backend = WindowBackend.none
    /// Where the picture is on the screen; nil while the window is not shown.
    public var geometry: WindowRect?
    /// Whether somebody in front of the screen can see it: neither minimised nor covered, nor on another workspace.
    public var isInSight = false
    /// Whether there is a window at all that could be put into a corner.
    public var isSupported = false
    /// Why picture in picture cannot be started now, in a sentence; nil: it can.
    public var whyNot: String?
    public var isActive = false
    public var startsAutomatically = false
    public var layout = PictureInPictureLayout.standard
    /// Whether the window manager really did what it was last asked.
    public var isHonoured = false

    public init() {}

    /// Whether there is a window now, also one that is minimised or on another workspace.
    public var isThere: Bool { state != .none }
}

extension PictureInPictureLayout {
    /// Until somebody says otherwise.
    public static let standard = PictureInPictureLayout(corner: .bottomRight, width: 480, margin: 16, aspect: .wide)
}
