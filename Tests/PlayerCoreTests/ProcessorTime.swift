import Glibc

/// What something costs: the time that this thread spends on a processor. The wall clock would also count the time in
/// which other programs run.
enum ProcessorTime {
    static func measure(_ body: () -> Void) -> Duration {
        let before = now
        body()
        return now - before
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
