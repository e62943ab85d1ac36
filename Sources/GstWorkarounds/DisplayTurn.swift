package import CGStreamer
internal import Glibc
internal import Synchronization

extension Workaround {
    static let displayTurn = Workaround("list of X connections without a lock", in: .xlib)
}

/// Lets only one sink at a time open or close its connection to the X server.
///
/// - Component: libXi and other extensions of Xlib (`XextAddDisplay`).
/// - Versions: seen with libXi 1.8 and libXext 1.3.4 of Debian 12; the libraries do not say their version.
/// - Upstream: none found.
/// - Without it: the extensions keep a list of connections for the process, which is freed with the last of them. The list has
///   no lock: opening a sink while another one was being closed crashed.
/// - Test: none of its own: the race is rare; `.ci/soak`
package enum DisplayTurn {
    private static let door = Mutex(())
    /// How long other sinks wait for one whose server hangs, in milliseconds.
    private static let patience = 5_000

    /// Runs `body` when it is the element's turn. For elements without video output, runs it at once.
    package static func take(_ element: UnsafeMutablePointer<GstElement>, _ body: () -> Void) {
        guard Workaround.displayTurn.isOn, let overlay = cgst_video_overlay(element) else { return body() }
        gst_object_unref(overlay)
        for _ in 0..<patience / 5 {
            if door.withLockIfAvailable({ _ in body() }) != nil { return }
            usleep(5_000)
        }
        body()
    }
}
