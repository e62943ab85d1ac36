/// Notices about picture in picture, in the order of events.
public enum WindowNotice: Hashable, Sendable {
    case willStart
    case didStart
    /// Instead of ``didStart``; everything is as before.
    case failedToStart(String)
    /// The registered interface must restore itself.
    case restoreUserInterface(serial: UInt32)
    case willStop(WindowStopCause)
    case didStop(WindowStopCause)
}

/// Why picture in picture ends, in the contract's words.
public enum WindowStopCause: String, Hashable, Sendable {
    /// The window returned to its previous place.
    case restore
    /// It was closed.
    case close
    /// Fullscreen replaced it.
    case replaced
    /// The queue ended, or playback was stopped.
    case itemEnded = "item-ended"
    /// The window or the display was lost.
    case system
}
