import EngineContract
import PlayerCore
import Testing

/// The engine without sound does what the real one does.
struct EngineContractTests {
    /// With everything ready at once, and with media that take their time.
    @Test(arguments: ContractCase.all, [[], [.film], [.sound], [.sound, .film, .missing]] as [Set<ContractMedium>])
    func isKept(_ contract: ContractCase, slow: Set<ContractMedium>) async throws {
        try await contract.check(FakePipelinesUnderTest(slow: slow))
    }

    /// A checker that lets everything pass proves nothing.
    @Test(arguments: FakePipelinesUnderTest.Fault.allCases)
    func whatIsWrongIsNoticed(_ fault: FakePipelinesUnderTest.Fault) async {
        var breaches = 0
        for contract in ContractCase.all {
            do { try await contract.check(FakePipelinesUnderTest(fault: fault)) } catch { breaches += 1 }
        }
        #expect(breaches >= fault.leastBreaches)
    }

    @Test func namesAreNotUsedTwice() {
        #expect(Set(ContractCase.all.map(\.name)).count == ContractCase.all.count)
    }
}

final class FakePipelinesUnderTest: EngineUnderTest {
    /// What an engine may do wrong.
    enum Fault: CaseIterable, Sendable {
        case endsTwice, neverEnds, startsTwice, landsBeside, landsUnderAnotherID, standsElsewhere, keepsItsRate
        case endsBeforeAPreload, tellsOfTheOld, preparesWhatFails, passesCutsLate

        var leastBreaches: Int {
            switch self {
            case .endsBeforeAPreload, .preparesWhatFails, .passesCutsLate, .keepsItsRate: 3
            default: 5
            }
        }
    }

    private var pipelines = FakePipelines()
    private var told: [Told] = []
    private let fault: Fault?
    private var older: Generation?

    init(slow: Set<ContractMedium> = [], fault: Fault? = nil) {
        self.fault = fault
        for medium in slow { pipelines.preparing[uri(of: medium)] = .seconds(0.3) }
        for medium in ContractMedium.allCases {
            guard let facts = medium.facts else {
                pipelines.media[uri(of: medium)] = FakeMedia(
                    fault: PlaybackFault(.sourceNotFound, "There is no such file. Try another one."))
                continue
            }
            pipelines.media[uri(of: medium)] = FakeMedia(
                duration: facts.duration, isSeekable: facts.isSeekable, isLive: facts.isLive, hasVideo: facts.hasVideo)
        }
    }

    func uri(of medium: ContractMedium) -> String { "file:///\(medium)" }

    func perform(_ effects: [EngineEffect]) -> MonotonicTime {
        let before = pipelines.now
        for effect in effects {
            if fault == .tellsOfTheOld, case .prepare = effect { older = pipelines.currentGeneration }
            pipelines.perform(effect)
        }
        hear()
        return before
    }

    func next(within limit: MediaTime) -> Told? {
        let deadline = pipelines.now + limit
        while told.isEmpty {
            guard !pipelines.step() else {
                hear()
                continue
            }
            guard let moment = pipelines.nextMoment, moment <= deadline else { return nil }
            pipelines.reach(moment)
            pipelines.happen()
            hear()
        }
        return told.removeFirst()
    }

    func pass(_ time: MediaTime) {
        let target = pipelines.now + time
        while true {
            if !pipelines.step() {
                guard let moment = pipelines.nextMoment, moment <= target else { break }
                pipelines.reach(moment)
                pipelines.happen()
            }
            hear()
        }
        pipelines.reach(target)
    }

    private func hear() {
        for event in pipelines.takeEvents() {
            for event in distorted(event) { told.append(Told(event, at: pipelines.now)) }
        }
    }

    private func distorted(_ event: EngineEvent) -> [EngineEvent] {
        switch (fault, event) {
        case (.endsTwice, .ended), (.startsTwice, .started): return [event, event]
        case (.neverEnds, .ended): return []
        case (.landsBeside, .seekLanded(let generation, let id, var anchor)):
            anchor.position = anchor.position - .seconds(0.1)
            return [.seekLanded(generation, id, anchor)]
        case (.landsUnderAnotherID, .seekLanded(let generation, let id, let anchor)):
            return [.seekLanded(generation, SeekID(rawValue: id.rawValue + 1), anchor)]
        case (.standsElsewhere, .anchored(let generation, var anchor)) where anchor.rate == 0:
            anchor.position = anchor.position + .seconds(0.1)
            return [.anchored(generation, anchor)]
        case (.keepsItsRate, .seekLanded(let generation, let id, var anchor)) where anchor.rate != 0:
            anchor.rate = 1
            return [.seekLanded(generation, id, anchor)]
        case (.endsBeforeAPreload, .started(let generation, _)) where generation.rawValue == 2:
            return [.ended(Generation(rawValue: 1)), event]
        case (.tellsOfTheOld, .prepared): return older.map { [event, .ended($0)] } ?? [event]
        case (.preparesWhatFails, .failed(let generation, _)):
            let item = PreparedItem(duration: .zero, isSeekable: false, isLive: false, hasVideo: false)
            return [.prepared(generation, item), event]
        case (.passesCutsLate, .cutPassed(let generation, var anchor)):
            anchor.position = anchor.position + .seconds(0.1)
            return [.cutPassed(generation, anchor)]
        default: return [event]
        }
    }
}
