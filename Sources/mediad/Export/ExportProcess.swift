internal import Foundation
internal import GLibLoop
internal import Glibc

/// The process of one export, from its start to its end: it is given its order, heard, and ended where it hangs.
///
/// Nothing that it does, or does not do, keeps ``run(order:isStopping:line:)`` longer than the limits say. It takes a thread
/// of its own.
struct ExportProcess: Sendable {
    /// What it may cost; times are in microseconds of the monotonic clock.
    struct Limits: Sendable {
        /// To read its order, from its start on.
        var order: Int64 = 30_000_000
        /// Between two things that it says; it says something every few seconds.
        var silence: Int64 = 60_000_000
        /// To end when it is told to, and once more when it is killed.
        var grace: Int64 = 3_000_000
        /// Bytes of a line that it says.
        var line = 1 << 20
    }

    let command: [String]
    var limits = Limits()

    /// How far its end has come.
    private enum Ending {
        case told(since: Int64)
        case killed(since: Int64)
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - order: what it is told on its standard input, which stays open until it is to stop.
    ///   - isStopping: whether it is to stop; asked several times a second.
    ///   - line: called with each line that it says.
    /// - Returns: how it ended.
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
            // What it said last is heard, too. Until it is reaped, nobody else has its number.
            if child.words < 0, let end = child.reap() { return complaint ?? end }

            let now = MonotonicClock.microseconds
            switch ending {
            case nil:
                if !isOrderRead, now - begun > limits.order { complaint = "did not read its order and was killed" }
                if now - heard > limits.silence { complaint = "hung and was killed" }
                guard complaint != nil || isStopping() || child.words < 0 else { break }
                // The end of its input is what it listens to; before it does, a signal ends it.
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
                return "does not end when it is killed, and is abandoned"
            }
        }
    }

    /// Until it says something, takes more of its order or a moment has passed.
    private func wait(for child: borrowing Child, toTakeMore: Bool) {
        var entries = [
            pollfd(fd: child.words, events: Int16(POLLIN), revents: 0),
            pollfd(fd: toTakeMore ? child.input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        // Its end alone is told by nothing.
        poll(&entries, nfds_t(entries.count), child.words < 0 ? 2 : 100)
    }
}
