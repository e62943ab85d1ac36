extension PlayerCommand {
    /// What anybody may ask of the video window.
    public enum Window: Hashable, Sendable {
        case startPictureInPicture
        /// Back to where it was; a registered interface is asked to come back first.
        case stopPictureInPicture
        /// Ends it without asking anybody.
        case closePictureInPicture
        case togglePictureInPicture
        case setFullscreen(Bool)
        /// Brings the window to the front; playback goes on as it is.
        case raise
        /// Who is asked to come back; nil: nobody any more.
        case registerInterface(String?)
        case restoreCompleted(UInt32, Bool)
        case setStartsAutomatically(Bool)
        case setCorner(WindowCorner)
        /// Whether the session is locked, and nobody sees a window.
        case setLocked(Bool)
        /// Of picture in picture, in pixels.
        case setWidth(UInt32)
    }
}
