/// What the player keeps of the video window between two events.
struct WindowKeeping: Sendable {
    var machine = WindowMachine()
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
    var armed: MonotonicTime?
}
