import Foundation
import Synchronization
import TestSupport

/// A client of the bus that calls without end and cares for no answer, on a thread of its own.
final class Flood: Sendable {
    /// How fast it calls.
    enum Pace: Sendable {
        /// So many calls a second, answered or not.
        case rate(Int)
        /// As fast as they are answered: so many calls are always without an answer.
        case unanswered(Int)

        /// How many calls are due after `seconds`, where `sent` were sent and `answered` of them are done.
        func due(after seconds: Double, sent: Int, answered: Int) -> Int {
            switch self {
            // Behind its time it does not send everything at once: the rate is what is asked for.
            case .rate(let rate): min(Int(seconds * Double(rate)) - sent, rate / 20)
            case .unanswered(let count): answered + count - sent
            }
        }
    }

    /// What came back.
    struct Answers: Sendable {
        var replies = 0
        var errors = 0
        /// How many calls were sent.
        var calls = 0
    }

    private struct State {
        var answers = Answers()
        var isOver = false
        var hasEnded = false
    }

    private final class Record: Sendable {
        let state = Mutex(State())
    }

    private let record = Record()

    /// Begins.
    ///
    /// - Parameters:
    ///   - pace: how fast it calls.
    ///   - calls: are sent in turn, again and again.
    init(_ address: String, _ pace: Pace, _ calls: [WireMessage]) throws {
        let wire = try WireConnection(address: address)
        let record = record
        nonisolated(unsafe) let connection = wire
        Thread.detachNewThread { Self.run(connection, pace, calls, record) }
    }

    deinit { record.state.withLock { $0.isOver = true } }

    private static func run(_ wire: WireConnection, _ pace: Pace, _ calls: [WireMessage], _ record: Record) {
        let begun = Moment.now
        var answers = Answers()
        while !record.state.withLock({ $0.isOver }), !wire.isClosed {
            let answered = answers.replies + answers.errors
            let due = pace.due(after: Moment.now - begun, sent: answers.calls, answered: answered)
            var bytes: [UInt8] = []
            for _ in 0..<max(due, 0) {
                bytes += wire.number(calls[answers.calls % calls.count])
                answers.calls += 1
            }
            wire.write(bytes)
            let came = wire.discard()
            answers.replies += came.replies
            answers.errors += came.errors
            record.state.withLock { [answers] in $0.answers = answers }
            usleep(2_000)
        }
        record.state.withLock { $0.hasEnded = true }
    }

    /// So far.
    var answers: Answers { record.state.withLock { $0.answers } }

    /// Stops sending; returns when the last call is sent.
    func stop() {
        record.state.withLock { $0.isOver = true }
        while !record.state.withLock({ $0.hasEnded }) { usleep(1_000) }
    }
}
