/// An effect on the video window; carried out in order, without waiting.
public enum WindowEffect: Hashable, Sendable {
    /// Answered by ``WindowReport/placed(_:_:)`` with the same number.
    case place(UInt64, WindowPlacement)
    /// Show it on the screen, where it was last placed.
    case show
    case hide
    /// Bring it to the front and focus it, wherever it is.
    case raise
    case setTitle(String)
    /// Give it the shape of the picture, unless the user has given it a size.
    case shape(AspectRatio)
    /// The pointer drags it: it follows.
    case drag
}
