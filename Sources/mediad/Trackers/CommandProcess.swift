internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Logging
internal import Synchronization

/// The program of a configured tracker. It runs from the first line that is sent to it until it is finished.
///
/// Lines wait in a bounded queue for a separate thread, so that a program that reads slowly delays nothing. A program
/// that exits, or that leaves its queue full for ``Limits/patience``, is dropped: it is killed, a warning is logged,
/// and later lines are discarded. No line is left out before that.
final class CommandProcess: Sendable {
    /// Limits of the program.
    struct Limits: Sendable {
        /// More waiting lines than this count as hanging; with four times as many, the program is dropped at once.
        var lines = 1_000
        var bytes = 1 << 20
        var patience = Duration.seconds(5)
        /// The number of lines of the program's output that are logged.
        var words = 100
    }

    private struct State {
        /// The lines to write. A part of the first may have been written.
        var waiting: [[UInt8]] = []
        var bytes = 0
        /// Since when the queue exceeds its limits.
        var fullSince: SuspendingClock.Instant?
        var isRunning = false
        var isDropped = false
        /// When the program must have ended; nil while more lines may come.
        var deadline: SuspendingClock.Instant?
        var gone: [@Sendable () -> Void] = []
        /// Two ends of a socket: a byte in one wakes the thread that waits at the other.
        var wake: (poke: CInt, wait: CInt) = (-1, -1)

        /// A socket that is full wakes the thread as well.
        func poke() { if wake.poke >= 0 { Glibc.send(wake.poke, [1], 1, CInt(MSG_NOSIGNAL)) } }
    }

    /// Why the thread stops serving the program.
    private enum Outcome {
        case letGo
        case hung
        case closedInput
    }

    private let name: String
    private let command: [String]
    private let limits: Limits
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter command: the program, looked up in `$PATH`, and its arguments; not empty.
    init(name: String, command: [String], limits: Limits = Limits(), logger: Logger) {
        precondition(!command.isEmpty, "A tracker's command names at least its program.")
        self.name = name
        self.command = command
        self.limits = limits
        self.logger = logger
    }

    /// Whether the program ended or hung, and receives nothing more.
    var isDropped: Bool { state.withLock { $0.isDropped } }

    /// Queues a line. The first line starts the program.
    func send(_ line: [UInt8]) {
        let starts = state.withLock { state -> Bool in
            guard !state.isDropped, state.deadline == nil, !line.isEmpty else { return false }
            state.waiting.append(line)
            state.bytes += line.count
            if isFull(state), state.fullSince == nil { state.fullSince = .now }
            state.poke()
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        var sockets: [CInt] = [-1, -1]
        let kind =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            state.withLock { $0.isRunning = false }
            return drop("cannot be started: too many files are open")
        }
        let wake = (sockets[0], sockets[1])
        state.withLock { $0.wake = wake }
        SideThread.run("tracker") { self.run() }
    }

    /// Lets the program read the queued lines, closes its input and gives it some time to exit.
    ///
    /// - Parameter gone: called once when the program has ended; at once if it does not run.
    func finish(within time: Duration, gone: @escaping @Sendable () -> Void) {
        let isRunning = state.withLock { state in
            state.deadline = state.deadline ?? .now + time
            guard state.isRunning else { return false }
            state.gone.append(gone)
            state.poke()
            return true
        }
        if !isRunning { gone() }
    }

    private func isFull(_ state: State) -> Bool {
        state.waiting.count > limits.lines || state.bytes > limits.bytes
    }

    // MARK: The thread

    private func run() {
        // A program that exits while mediad writes to it must not end mediad.
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)
        do throws(Child.StartFailure) {
            var child = try Child(
                command, environment: ChildEnvironment.ofTracker(ProcessInfo.processInfo.environment))
            var log = WordLog(name: name, limit: limits.words, logger: logger)
            conclude(serve(&child, &log), &child, &log)
        } catch {
            drop("cannot be started: \(command[0]): \(error.reason)")
        }
        let gone = state.withLock { state in
            defer { state.gone = [] }
            state.isRunning = false
            close(state.wake.poke)
            close(state.wake.wait)
            state.wake = (-1, -1)
            return state.gone
        }
        for body in gone { body() }
    }

    /// Passes lines on until no more will come or the program no longer reads.
    private func serve(_ child: inout Child, _ log: inout WordLog) -> Outcome {
        var line: ArraySlice<UInt8> = []
        while true {
            if line.isEmpty { line = nextLine() }
            if !line.isEmpty {
                guard let count = child.write(line) else { return .closedInput }
                line = line.dropFirst(count)
                if count > 0 { continue }
            } else if isLetGo {
                return .letGo
            }
            guard let milliseconds = patienceLeft else { return hasDeadline ? .letGo : .hung }
            let events = wait(child, forRoom: !line.isEmpty, milliseconds)
            if events.isClosed { return .closedInput }
            if events.hasWords { log.take(child.read()) }
        }
    }

    /// Removes and returns the oldest line; empty when there is none.
    private func nextLine() -> ArraySlice<UInt8> {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return [] }
            let line = state.waiting.removeFirst()
            state.bytes -= line.count
            if !isFull(state) { state.fullSince = nil }
            return line[...]
        }
    }

    private var hasDeadline: Bool { state.withLock { $0.deadline != nil } }
    private var isLetGo: Bool { state.withLock { $0.deadline != nil && $0.waiting.isEmpty } }

    /// How many milliseconds to wait, -1 for no limit; nil when the time is over.
    private var patienceLeft: CInt? {
        let end = state.withLock { state -> SuspendingClock.Instant? in
            if state.waiting.count / 4 > limits.lines || state.bytes / 4 > limits.bytes { return .now }
            return [state.fullSince.map { $0 + limits.patience }, state.deadline].compactMap { $0 }.min()
        }
        guard let end else { return -1 }
        let left = SuspendingClock.now.duration(to: end)
        guard left > .zero else { return nil }
        return CInt(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// Waits until there is something to do.
    private func wait(
        _ child: borrowing Child, forRoom: Bool, _ milliseconds: CInt
    ) -> (isClosed: Bool, hasWords: Bool) {
        let wake = state.withLock { $0.wake.wait }
        var entries = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: child.input, events: forRoom ? Int16(POLLOUT) : 0, revents: 0),
            pollfd(fd: child.words, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return (false, false) }
        var bytes = [UInt8](repeating: 0, count: 256)
        if entries[0].revents != 0 { _ = read(wake, &bytes, bytes.count) }
        return (entries[1].revents & Int16(POLLERR) != 0, entries[2].revents != 0)
    }

    /// Waits for the program to end, and logs the reason if the end was not requested.
    private func conclude(_ outcome: Outcome, _ child: inout Child, _ log: inout WordLog) {
        child.closeInput()
        switch outcome {
        case .letGo:
            let deadline = state.withLock { $0.deadline } ?? .now
            if wait(for: &child, until: deadline, &log) == nil {
                logger.info("tracker \(name) did not end in time")
                kill(&child, &log)
            }
        case .hung:
            kill(&child, &log)
            drop("does not read its input")
        case .closedInput:
            let end = wait(for: &child, until: .now + .milliseconds(200), &log)
            if end == nil { kill(&child, &log) }
            drop(end ?? "closed its input")
        }
    }

    private func kill(_ child: inout Child, _ log: inout WordLog) {
        child.kill()
        _ = wait(for: &child, until: .now + .seconds(1), &log)
    }

    /// Waits for the program to end and logs its remaining output.
    private func wait(
        for child: inout Child, until deadline: SuspendingClock.Instant, _ log: inout WordLog
    ) -> Child.End? {
        while true {
            let end = child.reap()
            var words = child.read()
            while !words.isEmpty {
                log.take(words)
                words = child.read()
            }
            if end != nil || SuspendingClock.now >= deadline { return end }
            var entry = pollfd(fd: child.words, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 5)
        }
    }

    private func drop(_ reason: String) {
        state.withLock { state in
            state.isDropped = true
            state.waiting = []
            state.bytes = 0
        }
        logger.warning("tracker \(name) \(reason): it is not started again until the configuration is read again")
    }
}

/// Logs the output of a program, line by line, up to a limit.
private struct WordLog {
    /// In bytes; the rest becomes another line.
    private static let longestLine = 1_000

    let name: String
    var limit: Int
    let logger: Logger
    private var line: [UInt8] = []

    init(name: String, limit: Int, logger: Logger) {
        self.name = name
        self.limit = limit
        self.logger = logger
    }

    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes where limit > 0 {
            if byte != UInt8(ascii: "\n"), line.count < Self.longestLine {
                line.append(byte)
                continue
            }
            let text = String(decoding: line, as: UTF8.self).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
            line = byte == UInt8(ascii: "\n") ? [] : [byte]
            limit -= 1
            logger.info("tracker \(name): \(text)\(limit == 0 ? " (further output is not logged)" : "")")
        }
    }
}
