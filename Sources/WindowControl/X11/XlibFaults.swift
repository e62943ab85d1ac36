internal import Glibc

/// The handling of X errors and of a lost X server in Xlib.
///
/// mediad's own window uses XCB, which only returns errors. GStreamer's sinks draw through Xlib, which by default
/// ends the process on errors (XSetErrorHandler(3)), such as for a frame for a window that no longer exists, and when
/// the server goes away. The latter can only be prevented by the code that opened the display
/// (XSetIOErrorExitHandler(3)), which is a sink.
enum XlibFaults {
    private typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt
    private typealias SetErrorHandler = @convention(c) (ErrorHandler?) -> ErrorHandler?
    private typealias LossHandler = @convention(c) (OpaquePointer?) -> CInt
    private typealias SetLossHandler = @convention(c) (LossHandler?) -> LossHandler?

    /// EX_TEMPFAIL of sysexits.h: a service manager restarts the process, and the session continues where it was.
    static let lossStatus: CInt = 75

    /// Makes Xlib continue after errors, and end the process with a status that lets it restart when the server is
    /// lost. Does nothing if Xlib is not installed, since no code draws through it then.
    static func outlive() {
        guard let library = dlopen("libX11.so.6", RTLD_NOW) else { return }
        // Symbols have no type. Both casts give the functions the types that they have in Xlib.h.
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
