import Glibc

private typealias Collect = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt
private typealias Write = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt, CInt) -> Void

// glibc's backtrace(3), whose header Swift does not import. Looked up before anything can crash.
private let collect = dlsym(nil, "backtrace").map { unsafeBitCast($0, to: Collect.self) }
private let write = dlsym(nil, "backtrace_symbols_fd").map { unsafeBitCast($0, to: Write.self) }
// One thread crashes.
private nonisolated(unsafe) let frames = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 60)

/// Has a crash write its stack to standard error, library by library: whose fault it is. Swift's own backtrace ends at the
/// first library without frame pointers, which GStreamer's all are.
func tellStackOfCrashes() {
    _ = collect?(frames, 60)
    for number in [SIGTRAP, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE] {
        signal(number) { number in
            signal(number, SIG_DFL)
            if let count = collect?(frames, 60) { write?(frames, count, 2) }
            raise(number)
        }
    }
}
