import Foundation
import Synchronization
import TestSupport

/// Tells whether the machine gave this process its time: a thread that wants to run every two milliseconds, and notes how
/// much later than that it did; and what the host took from the processors.
///
/// A host takes single processors away, and a thread that sleeps on another one sees nothing of it.
final class MachinePulse: Sendable {
    /// How many times something is measured at most, as long as the machine stands still meanwhile: some hosts stop a
    /// guest for a second several times a minute.
    static let attempts = 6

    private struct State {
        var longest = 0.0
        var isOver = false
    }

    private final class Record: Sendable {
        let state = Mutex(State())
    }

    private let record = Record()
    private let takenBefore = MachinePulse.taken
    private let queuedBefore = MachinePulse.queued

    init() {
        Thread.detachNewThread { [record] in
            var last = Moment.now
            while !record.state.withLock({ $0.isOver }) {
                usleep(2_000)
                let now = Moment.now
                record.state.withLock { $0.longest = max($0.longest, now - last - 0.002) }
                last = now
            }
        }
    }

    deinit { record.state.withLock { $0.isOver = true } }

    /// What the host took from all processors since the machine's start, in seconds: "steal" in proc(5).
    private static var taken: Double {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return 0 }
        let words = text.prefix { $0 != "\n" }.split(separator: " ")
        return words.count > 8 ? (Double(words[8]) ?? 0) / 100 : 0
    }

    /// How long any thread has waited for a processor since the machine's start, in seconds: "some" in PSI; 0 on kernels
    /// without it.
    private static var queued: Double {
        let text = (try? String(contentsOfFile: "/proc/pressure/cpu", encoding: .utf8)) ?? ""
        let total = text.prefix { $0 != "\n" }.split(separator: "=").last.flatMap { Double($0) }
        return (total ?? 0) / 1e6
    }

    /// How much of the time so far a thread may not have had a processor, in seconds.
    var withheld: Double { max(longestStop, Self.queued - queuedBefore) }

    /// In seconds, so far: the longest stop, or all that the host took where that is more.
    var longestStop: Double { max(record.state.withLock { $0.longest }, Self.taken - takenBefore) }
}
