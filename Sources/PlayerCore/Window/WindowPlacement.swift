/// Where the window is to be.
public enum WindowPlacement: Sendable, Hashable {
    /// Where it was before the others, or where the window manager first put it.
    case windowed
    case fullscreen
    case pictureInPicture(PictureInPictureLayout)
}
