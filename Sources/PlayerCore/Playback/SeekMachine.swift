/// Turns wishes for a position into seeks, of which one at a time runs and the last wish wins.
///
/// A slider that is dragged asks for dozens of positions a second, and a flushing seek takes tens of milliseconds: while
/// one runs, wishes replace each other. What waited is sought to the key frame before, which is quick, and once nothing
/// waits any more, one accurate seek brings the final position. A change of rate is a flushing seek too and travels the
/// same way.
public struct SeekMachine: Hashable, Sendable {
    /// Where to, and whether the rate is to be applied on the way.
    public struct Target: Hashable, Sendable {
        public var position: MediaTime
        public var appliesRate: Bool
    }

    /// What runs and what waits.
    public enum State: Hashable, Sendable {
        /// The item is not pre-rolled yet; the last wish is held until it is.
        case waiting(Target?)
        case idle
        case running(SeekID, Target, SeekAccuracy, next: Target?)
    }

    /// What the machine is told.
    public enum Event: Hashable, Sendable {
        case requested(MediaTime)
        /// The rate changed; the item stands or is wished at this position.
        case rateChanged(at: MediaTime)
        case prepared(isSeekable: Bool)
        /// The position that is held is not wished for any more: the item begins here.
        case withdrawn(to: MediaTime)
        case landed(SeekID)
        case failed(SeekID)
        /// Another item pipeline: whatever ran or waited concerns it no more.
        case restarted(isPrepared: Bool)
    }

    /// What its owner has to do.
    public enum Action: Hashable, Sendable {
        case seek(SeekID, MediaTime, SeekAccuracy)
        case applyRate(SeekID, at: MediaTime)
        case rateApplied
        /// Nothing runs or waits any more and the last seek landed.
        case finished
        /// Nothing runs or waits any more and the last wish was not fulfilled.
        case refused(appliedRate: Bool)
    }

    public private(set) var state: State = .waiting(nil)
    private var lastID: UInt64 = 0

    public init() {}

    /// The newest position wished for and not reached yet; this is what the player reports meanwhile.
    public var target: MediaTime? {
        switch state {
        case .waiting(let held): held?.position
        case .idle: nil
        case .running(_, let target, _, let next): (next ?? target).position
        }
    }

    /// Where the seek that runs leads, whatever is wished for next.
    public var runningTarget: MediaTime? {
        if case .running(_, let target, _, _) = state { target.position } else { nil }
    }

    /// Takes an event; what concerns another seek than the one that runs is dropped.
    public mutating func event(_ event: Event) -> [Action] {
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
            if let next { return applied + [issue(next, .keyUnit)] }
            if accuracy == .keyUnit { return applied + [issue(target, .accurate)] }
            state = .idle
            return applied + [.finished]
        case (.running(let id, let target, _, let next), .failed(let failed)) where failed == id:
            guard var next else {
                state = .idle
                return [.refused(appliedRate: target.appliesRate)]
            }
            // The rate that did not come through with the failed one is still wished for.
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
