import Glibc

/// Ends a completion that takes too long: whoever pressed Tab waits for it.
enum CompletionDeadline {
    /// With the start of the process, an answer comes within 50 ms or not at all.
    private static let microseconds = 35_000

    /// Ends the process without a word, and with success, when the time is over, whatever it waits for then: a bus that does
    /// not greet, or a daemon that does not answer.
    static func start() {
        signal(SIGALRM) { _ in _exit(ExitStatus.done.rawValue) }
        var timer = itimerval()
        timer.it_value.tv_usec = microseconds
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
