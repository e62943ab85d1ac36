internal import CGStreamer
internal import Glibc
internal import Synchronization

/// Lets one sink at a time open or close its connection to the X server.
///
/// libXi and other extensions of Xlib keep one list of connections for the process, which is freed with the last of them. The
/// list has no lock: a sink that was opened while another was closed crashed in `XextAddDisplay`.
enum DisplayTurn {
    private static let door = Mutex(())
    /// A server that hangs keeps its sink: others wait for it this long, in milliseconds.
    private static let patience = 5_000

    /// Runs `body` when its turn has come, for elements that show pictures; for all others at once.
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
