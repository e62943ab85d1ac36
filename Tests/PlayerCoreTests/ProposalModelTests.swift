import PlayerCore
import Testing

/// Random commands and time around proposals; after each step what always holds.
@Suite struct ProposalModelTests {
    @Test(arguments: 0..<10) func whateverHappensTheInvariantsHold(part: UInt64) {
        for seed in (part * 100)..<(part * 100 + 100) {
            var run = ProposalRun(seed: seed)
            for _ in 0..<15 {
                run.step()
                guard let violation = run.violation else { continue }
                Issue.record("seed \(seed), after \(run.history): \(violation)")
                return
            }
        }
    }
}

private struct ProposalRun {
    private(set) var violation: String?
    private(set) var history: [String] = []
    private let engine: FakeEngine
    private var generator: SplitMix64
    /// Proposals that were rejected, of the item that plays.
    private var rejected: (item: ItemID?, proposals: [Proposal]) = (nil, [])

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        engine = FakeEngine()
        for index in 0..<5 {
            engine.media["file:///\(index)"] = FakeMedia(duration: .seconds(700), findings: ItemFindings())
        }
        var generator = generator
        let items = (0..<3).map { index in
            described("file:///\(index)") { fields in
                if Bool.random(using: &generator) {
                    fields.segments = [
                        SegmentDescription(
                            start: .seconds(.random(in: 500..<680, using: &generator)),
                            end: .seconds(Bool.random(using: &generator) ? 700 : 690), kind: "closing-credits")
                    ]
                }
                guard Bool.random(using: &generator) else { return }
                var next = NextDescription(uri: "file:///4")
                next.presentAt =
                    Bool.random(using: &generator) ? .seconds(.random(in: -100..<700, using: &generator)) : nil
                next.automaticAcceptanceInterval = [.nan, -10, 0, 5].randomElement(using: &generator)
                fields.next = next
            }
        }
        self.generator = generator
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
    }

    mutating func step() {
        engine.forget()
        let before = engine.snapshot
        let wasPaused = before.status == .paused
        func number(_ range: Range<Double>) -> Double { Double.random(in: range, using: &generator) }
        let what: String
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1, 2:
            let seconds = number(0.1..<40)
            engine.advance(seconds)
            what = "advance \(seconds)"
            let isAutomatic = engine.notices.contains(.proposals(.accepted(.automatic)))
            if wasPaused, isAutomatic { violation = "accepted by itself while paused" }
        case 3, 4:
            let target = number(400..<700)
            if let id = before.current?.id { engine.send(.setPosition(id, .seconds(target))) }
            what = "seek to \(target)"
        case 5:
            engine.send(.playPause)
            what = "toggle"
        case 6:
            let rate: Double = [0.5, 1, 2].randomElement(using: &generator) ?? 1
            engine.send(.setRate(rate))
            what = "rate \(rate)"
        case 7:
            engine.send(.proposals(.accept))
            what = "accept"
        case 8:
            let item = before.current?.id
            if engine.send(.proposals(.reject)) == .success(.done), let proposal = before.proposal.proposal {
                if rejected.item != item { rejected = (item, []) }
                rejected.proposals.append(proposal)
            }
            what = "reject"
        case 9:
            engine.send(.proposals(.deferDecision))
            what = "defer"
        case 10:
            let proposal = Proposal(
                source: .client, description: MediaDescription(uri: "file:///3"),
                presentAt: .seconds(number(-50..<650)),
                automaticAcceptanceInterval: [.nan, -5, 0, 5].randomElement(using: &generator) ?? .nan)
            engine.send(.proposals(.propose(proposal)))
            what = "propose at \(proposal.presentAt?.seconds ?? 0), \(proposal.automaticAcceptanceInterval)"
        default:
            engine.send(.next)
            what = "next"
        }
        history.append("\(what) → \(engine.position)")
        check()
    }

    private mutating func check() {
        let snapshot = engine.snapshot
        let proposal = snapshot.proposal
        if let left = proposal.acceptsIn(at: engine.now), left < .zero { violation = "AcceptsIn \(left)" }
        if proposal.state == .presented, rejected.item == snapshot.current?.id, let proposed = proposal.proposal,
            rejected.proposals.contains(proposed)
        {
            violation = "presented after it was rejected"
        }
        if (proposal.state == .none) != (proposal.proposal == nil) { violation = "state and proposal differ" }
        let presented = engine.notices.filter { $0 == .proposals(.presented) }.count
        let decided = engine.notices.filter { notice in
            switch notice {
            case .proposals(.accepted), .proposals(.rejected), .proposals(.deferred): true
            default: false
            }
        }.count
        if presented > decided + 1, engine.notices.seeked.isEmpty { violation = "presented \(presented) times at once" }
    }
}
