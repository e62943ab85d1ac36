internal import CGStreamer
internal import Glibc
internal import Synchronization

/// Lets only one sink at a time open or close its connection to the X server.
///
/// libXi and other Xlib extensions keep a list of connections for the process, which is freed with the last of them.
/// The list has no lock: opening a sink while another one was being closed crashed in `XextAddDisplay`.
enum DisplayTurn {
    private static let door = Mutex(())
    /// How long other sinks wait for one whose server hangs, in milliseconds.
    private static let patience = 5_000

    /// Runs `body` when it is the element's turn. For elements without video output, runs it at once.
    static func take(_ element: UnsafeMutablePointer<GstElement>, _ body: () -> Void) {
        guard let overlay = cgst_video_overlay(element) else { return body() }
        gst_object_unref(overlay)
        for _ in 0..<patience / 5 {
            if door.withLockIfAvailable({ _ in body() }) != nil { return }
            usleep(5_000)
        }
        body()
    }
}
