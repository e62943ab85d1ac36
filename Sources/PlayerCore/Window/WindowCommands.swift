extension PlayerCommand {
    /// Commands for the video window.
    public enum Window: Hashable, Sendable {
        case startPictureInPicture
        /// Returns the window to its previous place; a registered interface is asked to restore itself first.
        case stopPictureInPicture
        /// Ends picture in picture without asking the interface.
        case closePictureInPicture
        case togglePictureInPicture
        case setFullscreen(Bool)
        /// Brings the window to the front; playback does not change.
        case raise
        /// The interface that is asked to restore itself; nil: none any more.
        case registerInterface(String?)
        case restoreCompleted(UInt32, Bool)
        case setStartsAutomatically(Bool)
        case setCorner(WindowCorner)
        /// Whether the session is locked, so that no window is visible.
        case setLocked(Bool)
        /// The width of picture in picture, in pixels.
        case setWidth(UInt32)
        case setScaling(PictureScaling)
        /// Saves the frame that is in the window to a file of its own.
        case screenshot
    }
}
