internal import Glibc

/// What becomes of the process when the X server answers with an error, or hangs up.
///
/// Our own window speaks XCB, which only tells. GStreamer's sinks draw through Xlib, which by default ends the process: for
/// example for a picture that was on its way to a window that is gone (XSetErrorHandler(3)), and when its server hangs up.
/// Only who opened a display can keep it from that (XSetIOErrorExitHandler(3)), and that is a sink.
enum XlibFaults {
    private typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt
    private typealias SetErrorHandler = @convention(c) (ErrorHandler?) -> ErrorHandler?
    private typealias LossHandler = @convention(c) (OpaquePointer?) -> CInt
    private typealias SetLossHandler = @convention(c) (LossHandler?) -> LossHandler?

    /// EX_TEMPFAIL of sysexits.h: a service manager starts it again, and the session goes on where it was.
    static let lossStatus: CInt = 75

    /// Has Xlib go on after an error, and end the process in a way that lets it come back when the server is gone. Nothing
    /// where Xlib is not installed, as then nobody draws through it.
    static func outlive() {
        guard let library = dlopen("libX11.so.6", RTLD_NOW) else { return }
        // Addresses come without a type; both casts give the functions of these names the types they have in Xlib.h.
        if let symbol = dlsym(library, "XSetErrorHandler") {
            let set = unsafeBitCast(symbol, to: SetErrorHandler.self)
            _ = set { _, _ in 0 }
        }
        if let symbol = dlsym(library, "XSetIOErrorHandler") {
            let set = unsafeBitCast(symbol, to: SetLossHandler.self)
            _ = set { _ in XlibFaults.end() }
        }
    }

    private static func end() -> Never {
        let words: StaticString = """
            error: the X server is gone; mediad exits and resumes when it is started again

            """
        _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
        _exit(lossStatus)
    }
}
