/// The published state of the video window.
public struct WindowSnapshot: Hashable, Sendable {
    /// In the contract's words.
    public enum State: String, Hashable, Sendable {
        case none, windowed, fullscreen
        case pictureInPicture = "picture-in-picture"
    }

    public var state = State.none
    public var backend = WindowBackend.none
    /// The frame of the picture on the screen; nil while the window is not shown.
    public var geometry: WindowRect?
    /// Whether the window is visible on the screen: neither minimised nor covered, nor on another workspace.
    public var isInSight = false
    /// What cards would say if the picture were large enough for them.
    public var cardsWithoutRoom: Set<Prompt.Subject> = []
    /// Whether there is a window that can be moved to a corner.
    public var isSupported = false
    /// Why picture in picture cannot be started now, as a sentence; nil: it can.
    public var whyNot: String?
    public var isActive = false
    /// Whether picture in picture starts by itself.
    public var startsAutomatically = false
    /// What a client decided about that; nil: the settings decide.
    public var chosenStart: Bool?
    public var layout = PictureInPictureLayout.standard
    public var scaling = PictureScaling.fit
    /// The ``scaling`` that was chosen; nil: the settings decide.
    public var chosenScaling: PictureScaling?
    /// Whether the window manager complied with the last request.
    public var isHonoured = false

    /// Whether the window took, or takes, the keyboard when it was last shown: a person had asked for what opened it.
    public var takesFocus = false

    public init() {}

    /// Whether there is a window, possibly minimised or on another workspace.
    public var isThere: Bool { state != .none }
}

extension PictureInPictureLayout {
    /// The default layout.
    public static let standard = PictureInPictureLayout(corner: .bottomRight, width: 480, margin: 16, aspect: .wide)
}
