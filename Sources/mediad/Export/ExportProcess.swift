internal import FoundationEssentials
internal import GLibLoop
internal import Glibc

/// The process of one export, from start to exit: passes it the order, reads its reports, and ends it if it hangs.
///
/// The process cannot keep ``run(order:isStopping:line:)`` longer than the limits allow. A run occupies its thread.
struct ExportProcess: Sendable {
    /// Limits of the process. Times are in microseconds of the monotonic clock.
    struct Limits: Sendable {
        /// The time to read the order, from the start of the process.
        var order: Int64 = 30_000_000
        /// The time between two outputs; the worker writes something every few seconds.
        var silence: Int64 = 60_000_000
        /// The time to exit after a request to stop, and again after a kill.
        var grace: Int64 = 3_000_000
        /// Bytes of a line of output.
        var line = 1 << 20
    }

    let command: [String]
    var limits = Limits()

    /// The progress of ending the process.
    private enum Ending {
        case told(since: Int64)
        case killed(since: Int64)
    }

    /// Runs the process.
    ///
    /// - Parameters:
    ///   - order: written to the standard input, which stays open until the process is to stop.
    ///   - isStopping: returns whether the process is to stop; called several times a second.
    ///   - line: called with each line of output.
    /// - Returns: how the process ended.
    func run(
        order: [UInt8], isStopping: () -> Bool, line: ([UInt8]) -> Void
    ) throws(Child.StartFailure) -> Child.End {
        var child = try Child(command, environment: ChildEnvironment.ofWorker(ProcessInfo.processInfo.environment))
        let begun = MonotonicClock.microseconds
        var (rest, isOrderRead, heard) = (order[...], false, begun)
        var text: [UInt8] = []
        var (ending, complaint) = (Ending?.none, Child.End?.none)
        while true {
            wait(for: child, toTakeMore: !rest.isEmpty)
            if !rest.isEmpty, let count = child.write(rest) { rest = rest.dropFirst(count) } else { rest = [] }
            isOrderRead = isOrderRead || (rest.isEmpty && !child.hasUnreadInput)
            let words = child.read()
            if !words.isEmpty { heard = MonotonicClock.microseconds }
            text += words
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                line(Array(text[..<end]))
                text.removeSubrange(...end)
            }
            if text.count > limits.line {
                complaint = complaint ?? "wrote a line of more than \(limits.line) bytes and was killed"
                text = []
            }
            // The last output is read, too. Until the process is reaped, no other process has its number.
            if child.words < 0, let end = child.reap() { return complaint ?? end }

            let now = MonotonicClock.microseconds
            switch ending {
            case nil:
                if !isOrderRead, now - begun > limits.order { complaint = "did not read its order and was killed" }
                if now - heard > limits.silence { complaint = "hung and was killed" }
                guard complaint != nil || isStopping() || child.words < 0 else { break }
                // The worker stops at the end of its input. Before it reads its input, the signal ends it.
                child.closeInput()
                rest = []
                if child.words >= 0 { child.signal(SIGTERM) }
                ending = .told(since: now)
            case .told(let since):
                guard now - since > limits.grace else { break }
                child.kill()
                ending = .killed(since: now)
            case .killed(let since):
                guard now - since > limits.grace else { break }
                if let end = child.reap() { return complaint ?? end }
                child.reapLater()
                return "did not exit after SIGKILL and is abandoned"
            }
        }
    }

    /// Waits for output, for room in the input, or for a short time.
    private func wait(for child: borrowing Child, toTakeMore: Bool) {
        var entries = [
            pollfd(fd: child.words, events: Int16(POLLIN), revents: 0),
            pollfd(fd: toTakeMore ? child.input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        // No event reports the exit itself.
        poll(&entries, nfds_t(entries.count), child.words < 0 ? 2 : 100)
    }
}
