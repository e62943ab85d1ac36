internal import PlayerCore
internal import Synchronization

/// Writes that were requested and are not on disk yet.
///
/// Any thread can add to them without waiting; the journal takes all of them at once.
final class PendingWrites: Sendable {
    /// A change besides the session; changes keep their order.
    enum Change: Sendable {
        /// With the queue that it was played from, if that is remembered.
        case record(HistoryEntry, from: [QueueItem])
        case importHistory([HistoryEntry])
        case forget(ContentIdentity)
        case forgetURI(String)
        case choose(SeriesChoice, series: String)
        case playlist(uri: String, at: Double)
        case keepQueue(FormerQueue, at: Double)
        case dropQueue
    }

    /// Everything that is pending.
    struct Batch: Sendable {
        /// The newest session: those that it replaced were never written.
        var session: StoredSession?
        var changes: [Change] = []

        var isEmpty: Bool { session == nil && changes.isEmpty }
    }

    private struct State {
        var batch = Batch()
        var isDrainScheduled = false
        var isClosed = false
    }

    /// The maximum number of changes kept while the disk accepts none; the oldest are dropped.
    private static let limit = 1_000

    private let state = Mutex(State())

    /// - Returns: whether the journal must be notified.
    func save(_ session: StoredSession) -> Bool { add { $0.session = session } }

    /// - Returns: whether the journal must be notified.
    func add(_ change: Change) -> Bool { add { Self.append(change, to: &$0.changes) } }

    private func add(_ body: (inout Batch) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            body(&state.batch)
            defer { state.isDrainScheduled = true }
            return !state.isDrainScheduled
        }
    }

    private static func append(_ change: Change, to changes: inout [Change]) {
        if case .record(let entry, let queue) = change, case .record(let earlier, let former) = changes.last,
            entry.identity == earlier.identity
        {
            changes[changes.count - 1] = .record(entry.merged(over: earlier), from: queue.isEmpty ? former : queue)
        } else {
            changes.append(change)
        }
    }

    /// Takes everything that is pending; the next addition must notify again.
    func take() -> Batch {
        state.withLock { state in
            state.isDrainScheduled = false
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Puts back what could not be written: before later additions, and without its session if there is a newer one.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            var changes = batch.changes
            for change in state.batch.changes { Self.append(change, to: &changes) }
            if changes.count > Self.limit { changes.removeFirst(changes.count - Self.limit) }
            state.batch = Batch(session: state.batch.session ?? batch.session, changes: changes)
        }
    }

    /// Accepts nothing from now on.
    func close() { state.withLock { $0.isClosed = true } }
}
