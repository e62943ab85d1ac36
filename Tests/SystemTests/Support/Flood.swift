import Foundation
import Synchronization
import TestSupport

/// A client of the bus that sends calls at a steady rate and cares for no answer, on a thread of its own.
final class Flood: Sendable {
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
    ///   - rate: calls a second.
    ///   - calls: are sent in turn, again and again.
    init(_ address: String, rate: Int, _ calls: [WireMessage]) throws {
        let wire = try WireConnection(address: address)
        let record = record
        nonisolated(unsafe) let connection = wire
        Thread.detachNewThread { Self.run(connection, rate, calls, record) }
    }

    deinit { record.state.withLock { $0.isOver = true } }

    private static func run(_ wire: WireConnection, _ rate: Int, _ calls: [WireMessage], _ record: Record) {
        let begun = Moment.now
        var sent = 0
        while !record.state.withLock({ $0.isOver }), !wire.isClosed {
            let due = Int((Moment.now - begun) * Double(rate))
            var bytes: [UInt8] = []
            // Behind its time it does not send everything at once: the rate is what is asked for.
            for _ in sent..<min(due, sent + rate / 20) {
                bytes += wire.number(calls[sent % calls.count])
                sent += 1
            }
            wire.write(bytes)
            let came = wire.discard()
            record.state.withLock {
                $0.answers.calls = sent
                $0.answers.replies += came.replies
                $0.answers.errors += came.errors
            }
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
