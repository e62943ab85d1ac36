import Glibc

/// Limits the time of a completion, since the user waits for it.
enum CompletionDeadline {
    /// Together with the start of the process, an answer takes at most 50 ms.
    private static let usual = 35
    /// Allows a longer wait on a slow machine.
    private static let variable = "MEDIACTL_COMPLETION_TIMEOUT"
    private static let longest = 60_000

    private static var milliseconds: Int {
        let wanted = getenv(variable).flatMap { Int(String(cString: $0)) } ?? usual
        return (1...longest).contains(wanted) ? wanted : usual
    }

    /// Ends the process silently and successfully when the time is over, even while it waits for the bus or the daemon.
    static func start() {
        signal(SIGALRM) { _ in _exit(ExitStatus.done.rawValue) }
        var timer = itimerval()
        let milliseconds = milliseconds
        timer.it_value.tv_sec = milliseconds / 1_000
        timer.it_value.tv_usec = milliseconds % 1_000 * 1_000
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
