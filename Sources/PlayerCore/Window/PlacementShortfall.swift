/// A part of a request that the window manager did not fulfil.
public enum PlacementShortfall: String, Sendable, Hashable, CaseIterable {
    /// The window is not on the screen; it is placed when it is shown.
    case notShown = "not-shown"
    /// No window manager runs, or none that can keep a window above others.
    case noWindowManager = "no-window-manager"
    case notAbove = "not-above"
    case notSticky = "not-sticky"
    /// Still above others, although it was not before.
    case stillAbove = "still-above"
    /// Still on every workspace, although it was not before.
    case stillSticky = "still-sticky"
    case notFullscreen = "not-fullscreen"
    case stillFullscreen = "still-fullscreen"
    /// At another place.
    case elsewhere
    case otherSize = "other-size"
    /// Another request came before this one was fulfilled.
    case superseded
    /// The connection to the display or compositor is lost.
    case connectionLost = "connection-lost"
}
