/// What is known of the video window.
struct WindowStatus: Sendable {
    /// Nil before there is a window.
    var backend: WindowBackend?
    var capabilities = WindowCapabilities.nothing
    /// Why there is no window, or nobody who could place it better.
    var reason: String?
    var geometry: WindowRect?
    /// Whether it was asked to be on the screen.
    var isShown = false
    /// Whether it is there.
    var isVisible = false
    /// The size that the picture was last scaled to.
    var scale: WindowRect?
    var isOnCurrentWorkspace = true
    var isMinimised = false
    /// Whether other windows cover all of it, as far as anybody tells.
    var isObscured = false
    /// Whether the window manager has it above others and on every workspace.
    var isPinned = false
    /// Whether somebody else than we has it fill the screen.
    var isFilling = false
    /// The screen saver is there: nobody sees a window.
    var isLocked = false
    /// Somebody closed it: it stays away until something is played again.
    var isDismissed = false
    /// The cover that is shown in it, as a `file:` URI.
    var artwork: String?
    var title = ""
    /// What was last said of there being no window.
    var remark: String?
    /// What the window manager was last asked, honoured or not.
    var isHonoured = false
    /// When the step that was begun last took too long.
    var deadline: MonotonicTime?

    /// Takes over where the window manager put it.
    mutating func note(_ report: PlacementReport) {
        isHonoured = report.isHonoured
        let isAway = isMinimised || !isOnCurrentWorkspace
        // A window that is minimised or on another workspace is there all the same.
        if !report.shortfalls.contains(.notShown) || !isAway {
            isVisible = isShown && !report.shortfalls.contains(.notShown)
        }
        isPinned = report.shortfalls.allSatisfy { $0 != .notAbove && $0 != .notSticky }
        if let geometry = report.geometry { self.geometry = geometry }
    }
}
