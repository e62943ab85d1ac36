internal import Glibc

/// Monotonic time in seconds, comparable between processes.
public enum Moment {
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
