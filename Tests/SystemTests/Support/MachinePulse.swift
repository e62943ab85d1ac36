import Foundation
import Synchronization
import TestSupport

/// Tells whether the machine gave this process its time: a thread that wants to run every two milliseconds, and notes how
/// much later than that it did.
final class MachinePulse: Sendable {
    private struct State {
        var longest = 0.0
        var isOver = false
    }

    private final class Record: Sendable {
        let state = Mutex(State())
    }

    private let record = Record()

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

    /// In seconds, so far.
    var longestStop: Double { record.state.withLock { $0.longest } }
}
