/// What the window manager did not do of what it was asked.
public enum PlacementShortfall: String, Sendable, Hashable, CaseIterable {
    /// The window is not on the screen; it is placed when it is shown.
    case notShown = "not-shown"
    /// No window manager runs, or none that can keep a window above others.
    case noWindowManager = "no-window-manager"
    case notAbove = "not-above"
    case notSticky = "not-sticky"
    /// Still above others, though it was not before.
    case stillAbove = "still-above"
    /// Still on every workspace, though it was not before.
    case stillSticky = "still-sticky"
    case notFullscreen = "not-fullscreen"
    case stillFullscreen = "still-fullscreen"
    /// Another place.
    case elsewhere
    case otherSize = "other-size"
    /// Another request came before this one was done.
    case superseded
    /// Nobody is there to ask any more.
    case connectionLost = "connection-lost"
}
