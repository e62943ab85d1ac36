/// Decides which exports run and which wait: at most two run at once, first come, first served.
///
/// Pure: it returns actions, and its owner carries them out.
public struct ExportQueue: Sendable {
    public enum Action: Hashable, Sendable {
        /// Start a worker for the export.
        case start(UInt32)
        /// Stop its worker, which must leave nothing behind; it ends with ``ended(_:)``.
        case stop(UInt32)
        /// The export was cancelled before it ran.
        case dropped(UInt32)
    }

    /// How many exports run at a time.
    public static let atOnce = 2

    private var waiting: [UInt32] = []
    private var running: Set<UInt32> = []

    public init() {}

    public mutating func add(_ job: UInt32) -> [Action] {
        waiting.append(job)
        return next()
    }

    public mutating func cancel(_ job: UInt32) -> [Action] {
        if running.contains(job) { return [.stop(job)] }
        guard let index = waiting.firstIndex(of: job) else { return [] }
        waiting.remove(at: index)
        return [.dropped(job)]
    }

    /// The worker ended, in whatever way.
    public mutating func ended(_ job: UInt32) -> [Action] {
        guard running.remove(job) != nil else { return [] }
        return next()
    }

    /// Ends all exports.
    public mutating func stopAll() -> [Action] {
        let actions = waiting.map { Action.dropped($0) } + running.sorted().map { Action.stop($0) }
        waiting = []
        return actions
    }

    private mutating func next() -> [Action] {
        var actions: [Action] = []
        while running.count < Self.atOnce, !waiting.isEmpty {
            let job = waiting.removeFirst()
            running.insert(job)
            actions.append(.start(job))
        }
        return actions
    }
}
