import Glibc

/// Ends a completion that takes too long: whoever pressed Tab waits for it.
enum CompletionDeadline {
    /// With the start of the process, an answer comes within 50 ms or not at all.
    private static let usual = 35
    /// On a slow machine people may want to wait longer.
    private static let variable = "MEDIACTL_COMPLETION_TIMEOUT"
    private static let longest = 60_000

    private static var milliseconds: Int {
        let wanted = getenv(variable).flatMap { Int(String(cString: $0)) } ?? usual
        return (1...longest).contains(wanted) ? wanted : usual
    }

    /// Ends the process without a word, and with success, when the time is over, whatever it waits for then: a bus that does
    /// not greet, or a daemon that does not answer.
    static func start() {
        signal(SIGALRM) { _ in _exit(ExitStatus.done.rawValue) }
        var timer = itimerval()
        let milliseconds = milliseconds
        timer.it_value.tv_sec = milliseconds / 1_000
        timer.it_value.tv_usec = milliseconds % 1_000 * 1_000
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
