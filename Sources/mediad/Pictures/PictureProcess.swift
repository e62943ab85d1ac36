internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import MediaExport

/// A running picture worker, used by one thread at a time.
struct PictureProcess: ~Copyable {
    /// How a task ended.
    enum Outcome: Sendable {
        case made(PictureMade)
        /// A clause about the item.
        case refused(String)
        /// The process is gone; how, in words.
        case lost(String)
        /// Time ran out; why, as a clause, and whether the machine was busy with other things.
        case slow(String, isBusy: Bool)
        /// The process has used up its processor time, with earlier tasks as well.
        case exhausted
        case stopped
    }

    /// The time for the next word of the worker, in microseconds. It starts, opens the item and decodes one picture.
    static let silence: Int64 = 15_000_000
    /// The time for all of a task.
    static let longestTask: Int64 = 60_000_000
    /// A worker is replaced after this many tasks, before its processor time is used up.
    static let mostTasks = 100
    /// The time to exit, in microseconds.
    private static let grace: Int64 = 1_000_000
    private static let longestLine = 1 << 16
    /// How a process ends whose processor time is used up.
    private static let exhaustion = "was killed by signal \(SIGXCPU)"

    /// Limits of a task. Times are in microseconds.
    struct Limits: Sendable {
        var silence = PictureProcess.silence
        var task = PictureProcess.longestTask
    }

    private var child: Child
    private var text: [UInt8] = []
    private(set) var tasks = 0

    /// - Parameter command: the program and its arguments.
    init(_ command: [String]) throws(Child.StartFailure) {
        child = try Child(command, environment: ChildEnvironment.ofWorker(ProcessInfo.processInfo.environment))
    }

    /// Has the worker carry out a task. After any outcome but `made` and `refused`, the process must be ended.
    ///
    /// - Parameters:
    ///   - load: tells how busy the machine is.
    ///   - isStopping: whether nobody waits any more; called several times a second.
    ///   - complain: receives what the worker or its libraries print.
    mutating func perform(
        _ task: PictureTask, limits: Limits = Limits(), load: MachineLoad.Source, isStopping: () -> Bool,
        complain: (String) -> Void
    ) -> Outcome {
        guard let line = try? JSONEncoder.byKey.encode(task) else { return .refused("its address cannot be sent") }
        tasks += 1
        var rest = (Array(line) + [UInt8(ascii: "\n")])[...]
        let begun = MonotonicClock.microseconds
        var heard = begun
        let atFirst = (load: load(), own: child.ticks)
        var atWord = atFirst
        func isBusy(since start: (load: MachineLoad.Reading?, own: Int64?), own: Int64?) -> Bool {
            MachineLoad.isBusy(from: start.load, to: load(), own: max(0, (own ?? 0) - (start.own ?? 0)))
        }
        while true {
            if !rest.isEmpty {
                guard let count = child.write(rest) else { return gone() }
                rest = rest.dropFirst(count)
            }
            wait()
            let words = child.read()
            if !words.isEmpty { (heard, atWord) = (MonotonicClock.microseconds, (load(), child.ticks)) }
            text += words
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(text[..<end])
                text.removeSubrange(...end)
                guard let outcome = outcome(line, of: task, complain) else { continue }
                guard case .slow(let why, _) = outcome else { return outcome }
                return .slow(why, isBusy: isBusy(since: atFirst, own: child.ticks))
            }
            if text.count > Self.longestLine { return .lost("wrote a line without end") }
            if child.words < 0 { return gone() }
            if isStopping() { return .stopped }
            let now = MonotonicClock.microseconds
            if now - heard > limits.silence {
                guard isBusy(since: atWord, own: child.ticks) else { return .lost("did not respond") }
                return .slow(
                    "the machine is busy, and nothing was decoded for \(limits.silence / 1_000_000) s", isBusy: true)
            }
            if now - begun > limits.task {
                return .slow("making it took longer than a minute", isBusy: isBusy(since: atFirst, own: child.ticks))
            }
        }
    }

    /// The process has ended by itself.
    private mutating func gone() -> Outcome {
        let end = end() ?? "ended"
        guard end == Self.exhaustion else { return .lost(end) }
        return tasks > 1
            ? .exhausted
            : .slow("decoding it takes more than \(PictureLimits.processorTime) s of processor time", isBusy: false)
    }

    private func outcome(_ line: [UInt8], of task: PictureTask, _ complain: (String) -> Void) -> Outcome? {
        guard let report = try? JSONDecoder().decode(PictureReport.self, from: Data(line)) else {
            complain(String(decoding: line.prefix(500), as: UTF8.self))
            return nil
        }
        switch report {
        case .made(task.number, let made): return .made(made)
        case .failed(task.number, let why): return .refused(why)
        case .slow(task.number, let why): return .slow(why, isBusy: false)
        case .alive, .made, .failed, .slow: return nil
        }
    }

    private func wait() {
        var entry = pollfd(fd: child.words, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 100)
    }

    /// Ends the process, with all that it started. Returns how it had ended, nil if it had to be killed.
    mutating func end() -> Child.End? {
        child.closeInput()
        let begun = MonotonicClock.microseconds
        // A process that has ended by itself is reaped at once.
        while MonotonicClock.microseconds - begun < Self.grace {
            if let end = child.reap() { return end }
            usleep(2_000)
        }
        child.kill()
        child.reapLater()
        return nil
    }
}
