package import GLibLoop

/// GStreamer calls that may block and therefore never run on the media loop: opening devices, draining, tearing down.
///
/// Each call receives an element that no other code uses any more (or yet), so that no lock is shared with a running
/// pipeline.
public enum OffLoop {
    /// Used for timers only, which also go off while the media loop is blocked. Calls that may block run on separate
    /// threads.
    package static let clock = EventLoop(name: "clock")

    /// Calls a closure that may block on another thread, after `seconds`.
    public static func later(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        clock.post(after: seconds) { SideThread.borrow("off-loop", body) }
    }
}
