/// The buttons on a picture in picture, from left to right.
public enum CardButton: Hashable, Sendable, CaseIterable {
    case playPause
    /// Restores the previous place of the window.
    case restore
    case close
}
