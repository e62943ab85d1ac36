/// A change of the window that was not requested.
public enum WindowEvent: Sendable, Hashable {
    /// The user wants to close it; it stays until it is hidden.
    case closeRequested
    /// The window no longer exists: another program destroyed it, or a sink's window was closed. An X window must be
    /// opened again; a Wayland sink's may come back.
    case destroyed
    /// The user or the window manager moved or resized it: the picture's new frame.
    case moved(WindowRect)
    /// With that it came nearest to another corner of its screen.
    case corner(WindowCorner)
    /// It left or entered fullscreen.
    case fullscreen(Bool)
    /// Above or sticky were changed.
    case pinned(above: Bool, sticky: Bool)
    case minimised(Bool)
    /// It left the visible workspace, or is on it again.
    case onCurrentWorkspace(Bool)
    case focused(Bool)
    /// Other windows cover it completely, or no longer do (X11 without a compositor).
    case obscured(Bool)
    /// Its content must be drawn again: covered or hidden content is lost (X11 without a compositor).
    case exposed
    /// A request that had to wait for the window or the compositor was carried out.
    case placed(PlacementReport)
    case key(KeyPress)
    case pointer(PointerEvent)
    /// A window manager started or ended, or another one runs now.
    case capabilitiesChanged(WindowCapabilities)
    /// The backend changed, with the reason why no better one is used.
    case backendChanged(WindowBackend, reason: String?)
    /// The compositor was lost; mediad looks for it again.
    case compositorLost(String)
    case compositorBack
    /// The X server was lost and the window with it; another window is opened later.
    case displayLost(String)
}
