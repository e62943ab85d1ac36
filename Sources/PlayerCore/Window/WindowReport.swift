/// A report of the owner of the video window.
public enum WindowReport: Hashable, Sendable {
    /// The window was opened, or there will be none; with the reason why no better backend is used.
    case opened(WindowBackend, WindowCapabilities, reason: String?)
    case placed(UInt64, PlacementReport)
    case changed(WindowEvent)
}
