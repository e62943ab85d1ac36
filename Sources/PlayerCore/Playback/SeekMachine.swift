/// Turns requested positions into seeks: one seek runs at a time, and the last request wins.
///
/// A dragged slider requests dozens of positions a second, and a flushing seek takes tens of milliseconds. While a
/// seek runs, requests replace each other. The waiting request then leads to the key frame before it, which is quick.
/// Once nothing waits any more, one accurate seek leads to the final position. A change of rate is a flushing seek,
/// too, and is handled in the same way.
public struct SeekMachine: Hashable, Sendable {
    /// A position, and whether the seek applies the rate.
    public struct Target: Hashable, Sendable {
        public var position: MediaTime
        public var appliesRate: Bool
    }

    /// The running and the waiting seek.
    public enum State: Hashable, Sendable {
        /// The item is not prerolled; the last request is remembered until it is.
        case waiting(Target?)
        case idle
        case running(SeekID, Target, SeekAccuracy, next: Target?)
    }

    /// An event for the machine.
    public enum Event: Hashable, Sendable {
        case requested(MediaTime)
        /// The rate changed; the item is, or is requested to be, at this position.
        case rateChanged(at: MediaTime)
        case prepared(isSeekable: Bool)
        /// The remembered position is no longer requested: the item begins here.
        case withdrawn(to: MediaTime)
        case landed(SeekID)
        case failed(SeekID)
        /// There is another item pipeline; earlier seeks no longer apply.
        case restarted(isPrepared: Bool)
    }

    /// An action for the owner.
    public enum Action: Hashable, Sendable {
        case seek(SeekID, MediaTime, SeekAccuracy)
        case applyRate(SeekID, at: MediaTime)
        case rateApplied
        /// The last seek landed, and nothing runs or waits any more.
        case finished
        /// The last request failed, and nothing runs or waits any more.
        case refused(appliedRate: Bool)
    }

    public private(set) var state: State = .waiting(nil)
    /// Whether the last change of rate failed, and nothing has moved since. It would fail again, perhaps at once.
    public private(set) var hasRefusedRate = false
    private var lastID: UInt64 = 0

    public init() {}

    /// The newest requested position that has not been reached; the player reports it meanwhile.
    public var target: MediaTime? {
        switch state {
        case .waiting(let held): held?.position
        case .idle: nil
        case .running(_, let target, _, let next): (next ?? target).position
        }
    }

    /// The target of the running seek, whatever is requested next.
    public var runningTarget: MediaTime? {
        if case .running(_, let target, _, _) = state { target.position } else { nil }
    }

    /// Takes an event; events of a seek that is not running are dropped.
    public mutating func event(_ event: Event) -> [Action] {
        switch event {
        case .restarted, .requested, .prepared: hasRefusedRate = false
        case .landed, .failed, .rateChanged, .withdrawn: break
        }
        switch (state, event) {
        case (_, .restarted(let isPrepared)):
            state = isPrepared ? .idle : .waiting(nil)
            return []

        case (.waiting(let held), .requested(let position)):
            state = .waiting(Target(position: position, appliesRate: held?.appliesRate ?? false))
            return []
        case (.waiting, .rateChanged(let position)):
            state = .waiting(Target(position: position, appliesRate: true))
            return []
        case (.waiting(let held), .withdrawn(let position)):
            let appliesRate = held?.appliesRate ?? false
            state = .waiting(appliesRate ? Target(position: position, appliesRate: true) : nil)
            return []
        case (.waiting(let held), .prepared(let isSeekable)):
            state = .idle
            guard let held else { return [] }
            return isSeekable ? [issue(held, .accurate)] : [.refused(appliedRate: held.appliesRate)]

        case (.idle, .requested(let position)):
            return [issue(Target(position: position, appliesRate: false), .accurate)]
        case (.idle, .rateChanged(let position)):
            return [issue(Target(position: position, appliesRate: true), .accurate)]

        case (.running(let id, let target, let accuracy, let next), .requested(let position)):
            let next = Target(position: position, appliesRate: next?.appliesRate ?? false)
            state = .running(id, target, accuracy, next: next)
            return []
        case (.running(let id, let target, let accuracy, _), .rateChanged(let position)):
            state = .running(id, target, accuracy, next: Target(position: position, appliesRate: true))
            return []
        case (.running(let id, let target, let accuracy, let next), .landed(let landed)) where landed == id:
            let applied: [Action] = target.appliesRate ? [.rateApplied] : []
            hasRefusedRate = false
            if let next { return applied + [issue(next, .keyUnit)] }
            if accuracy == .keyUnit { return applied + [issue(target, .accurate)] }
            state = .idle
            return applied + [.finished]
        case (.running(let id, let target, _, let next), .failed(let failed)) where failed == id:
            guard var next else {
                state = .idle
                hasRefusedRate = target.appliesRate
                return [.refused(appliedRate: target.appliesRate)]
            }
            // The rate that was not applied because its seek failed is still wanted.
            next.appliesRate = next.appliesRate || target.appliesRate
            return [issue(next, .accurate)]

        case (.waiting, .landed), (.waiting, .failed), (.idle, .prepared), (.idle, .withdrawn), (.idle, .landed),
            (.idle, .failed), (.running, .prepared), (.running, .withdrawn), (.running, .landed), (.running, .failed):
            return []
        }
    }

    private mutating func issue(_ target: Target, _ accuracy: SeekAccuracy) -> Action {
        lastID += 1
        let id = SeekID(rawValue: lastID)
        guard !target.appliesRate else {
            state = .running(id, target, .accurate, next: nil)
            return .applyRate(id, at: target.position)
        }
        state = .running(id, target, accuracy, next: nil)
        return .seek(id, target.position, accuracy)
    }
}
