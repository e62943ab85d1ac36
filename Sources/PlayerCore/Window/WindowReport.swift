/// What the owner of the video window tells.
public enum WindowReport: Hashable, Sendable {
    /// There is a window now, or there will be none, and why nobody better places it.
    case opened(WindowBackend, WindowCapabilities, reason: String?)
    case placed(UInt64, PlacementReport)
    case changed(WindowEvent)
}
