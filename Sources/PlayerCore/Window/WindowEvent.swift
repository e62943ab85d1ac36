/// What happened to the window without having been asked for.
public enum WindowEvent: Sendable, Hashable {
    /// The user wants it closed; it stays until it is hidden.
    case closeRequested
    /// It is gone for good: another program destroyed it, or a sink's window was closed. An X window has to be opened
    /// anew; a Wayland sink's may come again.
    case destroyed
    /// Moved or resized by the user or the window manager: the picture's new place.
    case moved(WindowRect)
    /// With that it came nearest to another corner of its screen.
    case corner(WindowCorner)
    /// Fullscreen was taken from it, or given to it.
    case fullscreen(Bool)
    /// Above or sticky were changed.
    case pinned(above: Bool, sticky: Bool)
    case minimised(Bool)
    /// It left the workspace that is looked at, or is on it again.
    case onCurrentWorkspace(Bool)
    case focused(Bool)
    /// Others cover all of it, or not any more (X11 without a compositor).
    case obscured(Bool)
    /// What it showed has to be drawn again: nobody keeps what is covered or hidden (X11 without a compositor).
    case exposed
    /// A request that had to wait for the window to be there, or for the compositor to be back, was carried out now.
    case placed(PlacementReport)
    case key(KeyPress)
    case pointer(PointerEvent)
    /// A window manager came or went, or another runs now.
    case capabilitiesChanged(WindowCapabilities)
    /// Another backend than before, and why no better one.
    case backendChanged(WindowBackend, reason: String?)
    /// The compositor is gone; it is looked for again.
    case compositorLost(String)
    case compositorBack
    /// The X server is gone and the window with it: open another one, later.
    case displayLost(String)
}
