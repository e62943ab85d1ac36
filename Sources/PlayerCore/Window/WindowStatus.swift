/// What is known of the video window.
struct WindowStatus: Sendable {
    /// Nil before there is a window.
    var backend: WindowBackend?
    var capabilities = WindowCapabilities.nothing
    /// Why there is no window, or no better backend.
    var reason: String?
    /// Why the connection to the compositor was lost, until it is back.
    var compositorFault: String?
    var geometry: WindowRect?
    /// Whether the window was requested to be shown.
    var isShown = false
    /// Whether the window is on the screen.
    var isVisible = false
    /// The size to which the picture was last scaled.
    var scale: WindowRect?
    /// How the picture meets the window, if that was chosen; nil: as the settings say.
    var scaling: PictureScaling?
    /// Whether the engine was told to fill the window.
    var isCut = false
    var isOnCurrentWorkspace = true
    var isMinimised = false
    /// Whether other windows are reported to cover it completely.
    var isObscured = false
    /// Whether the window manager keeps it above others and on every workspace.
    var isPinned = false
    /// Whether another program or the user made it fill the screen.
    var isFilling = false
    /// Whether the session is locked, so that the window is not visible.
    var isLocked = false
    /// Whether it was closed: it stays hidden until playback resumes.
    var isDismissed = false
    /// What it shows of an item without video.
    var artwork: WindowArtwork?
    var title = ""
    /// The shape that the window was last given.
    var aspect: AspectRatio?
    /// The last log message about a missing window.
    var logLine: String?
    /// Whether the window manager fulfilled the last request.
    var isHonoured = false
    /// When the present step has taken too long.
    var deadline: MonotonicTime?

    /// Takes in the window manager's placement.
    mutating func note(_ report: PlacementReport) {
        isHonoured = report.isHonoured
        let isAway = isMinimised || !isOnCurrentWorkspace
        // A window that is minimised or on another workspace still exists.
        if !report.shortfalls.contains(.notShown) || !isAway {
            isVisible = isShown && !report.shortfalls.contains(.notShown)
        }
        isPinned = report.shortfalls.allSatisfy { $0 != .notAbove && $0 != .notSticky }
        if let geometry = report.geometry { self.geometry = geometry }
    }
}
