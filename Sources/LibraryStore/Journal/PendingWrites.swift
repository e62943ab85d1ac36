internal import PlayerCore
internal import Synchronization

/// What was asked to be written and is not on disk yet.
///
/// Any thread adds to it and goes on; the journal takes all of it at once.
final class PendingWrites: Sendable {
    /// One change beside the session, in the order in which they were asked for.
    enum Change: Sendable {
        case record(HistoryEntry)
        case importHistory([HistoryEntry])
        case forget(ContentIdentity)
        case forgetURI(String)
        case choose(SeriesChoice, series: String)
        case playlist(uri: String, at: Double)
    }

    /// All that is pending.
    struct Batch: Sendable {
        /// The newest one: those that it replaced were never written.
        var session: StoredSession?
        var changes: [Change] = []

        var isEmpty: Bool { session == nil && changes.isEmpty }
    }

    private struct State {
        var batch = Batch()
        var isDrainScheduled = false
        var isClosed = false
    }

    /// So many changes are kept while the disk takes none; the oldest go.
    private static let limit = 1_000

    private let state = Mutex(State())

    /// - Returns: whether the journal has to be told.
    func save(_ session: StoredSession) -> Bool { add { $0.session = session } }

    /// - Returns: whether the journal has to be told.
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
        if case .record(let entry) = change, case .record(let earlier) = changes.last,
            entry.identity == earlier.identity
        {
            changes[changes.count - 1] = .record(entry.merged(over: earlier))
        } else {
            changes.append(change)
        }
    }

    /// Takes all that is pending; who adds from now on has to tell again.
    func take() -> Batch {
        state.withLock { state in
            state.isDrainScheduled = false
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Gives back what could not be written: before what was added since, and without a session that is older than a newer
    /// one.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            var changes = batch.changes
            for change in state.batch.changes { Self.append(change, to: &changes) }
            if changes.count > Self.limit { changes.removeFirst(changes.count - Self.limit) }
            state.batch = Batch(session: state.batch.session ?? batch.session, changes: changes)
        }
    }

    /// Nothing is taken in from now on.
    func close() { state.withLock { $0.isClosed = true } }
}
