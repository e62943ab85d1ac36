/// What can be pressed on a picture in picture, from left to right.
public enum CardButton: Hashable, Sendable, CaseIterable {
    case playPause
    /// Back to where it was.
    case restore
    case close
}
