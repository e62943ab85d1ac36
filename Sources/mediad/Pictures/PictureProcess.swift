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
        /// The whole task took too long, although the process made progress.
        case late
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
    ///   - isStopping: whether nobody waits any more; called several times a second.
    ///   - complain: receives what the worker or its libraries print.
    mutating func perform(
        _ task: PictureTask, isStopping: () -> Bool, complain: (String) -> Void
    ) -> Outcome {
        guard let line = try? JSONEncoder.byKey.encode(task) else { return .refused("its address cannot be sent") }
        tasks += 1
        var rest = (Array(line) + [UInt8(ascii: "\n")])[...]
        let begun = MonotonicClock.microseconds
        var heard = begun
        while true {
            if !rest.isEmpty {
                guard let count = child.write(rest) else { return .lost(end() ?? "ended") }
                rest = rest.dropFirst(count)
            }
            wait()
            let words = child.read()
            if !words.isEmpty { heard = MonotonicClock.microseconds }
            text += words
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(text[..<end])
                text.removeSubrange(...end)
                if let outcome = outcome(line, of: task, complain) { return outcome }
            }
            if text.count > Self.longestLine { return .lost("wrote a line without end") }
            if child.words < 0 { return .lost(end() ?? "ended") }
            if isStopping() { return .stopped }
            let now = MonotonicClock.microseconds
            if now - heard > Self.silence { return .lost("did not respond") }
            if now - begun > Self.longestTask { return .late }
        }
    }

    private func outcome(_ line: [UInt8], of task: PictureTask, _ complain: (String) -> Void) -> Outcome? {
        guard let report = try? JSONDecoder().decode(PictureReport.self, from: Data(line)) else {
            complain(String(decoding: line.prefix(500), as: UTF8.self))
            return nil
        }
        switch report {
        case .made(task.number, let made): return .made(made)
        case .failed(task.number, let why): return .refused(why)
        case .alive, .made, .failed: return nil
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
