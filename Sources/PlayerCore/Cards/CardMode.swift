/// Where cards are shown.
public enum CardMode: String, Hashable, Sendable, CaseIterable {
    case off
    case on
    /// Only while the window fills the screen.
    case fullscreen
}
