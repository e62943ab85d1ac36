/// What happens to picture in picture, in the order in which it happens.
public enum WindowNotice: Hashable, Sendable {
    case willStart
    case didStart
    /// Instead of ``didStart``; everything is as it was before.
    case failedToStart(String)
    /// The registered interface is asked to come back.
    case restoreUserInterface(serial: UInt32)
    case willStop(WindowStopCause)
    case didStop(WindowStopCause)
}

/// Why picture in picture ends, in the contract's words.
public enum WindowStopCause: String, Hashable, Sendable {
    /// Back to where it was before.
    case restore
    /// Somebody closed it.
    case close
    /// Fullscreen took its place.
    case replaced
    /// The queue came to its end, or playback was stopped.
    case itemEnded = "item-ended"
    /// The window or the display is gone.
    case system
}
