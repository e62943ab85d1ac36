/// The requested place of the window.
public enum WindowPlacement: Sendable, Hashable {
    /// Its previous place as a normal window, or the window manager's initial place.
    case windowed
    case fullscreen
    case pictureInPicture(PictureInPictureLayout)
}
