import PlayerCore

/// The contract was broken: by what, and what went before.
public struct ContractBreach: Error, CustomStringConvertible {
    public let description: String
}

/// One case on one engine: has effects carried out, and compares what is told.
///
/// Of each generation the order is compared; of two generations only as far as a case waits for the one before it asks
/// for the other. What nobody expects breaks the contract, but for what is known already.
final class ContractRun {
    /// How long something may take. A machine under load is slow, not wrong.
    private static let limit = MediaTime(nanoseconds: 60_000_000_000)

    private let engine: any EngineUnderTest
    private var media: [Generation: ContractMedium] = [:]
    /// Where each item is by what was told of it.
    private var known: [Generation: PositionAnchor] = [:]
    private var prepared: [Generation: PreparedItem] = [:]
    private var asked = MonotonicTime(nanoseconds: 0)
    private var transcript: [String] = []

    init(_ engine: any EngineUnderTest) { self.engine = engine }

    /// What makes an item; from `start` on, or with so much left, in seconds.
    func item(
        _ generation: Generation, _ medium: ContractMedium, start: Double = 0, left: Double? = nil, rate: Double = 1,
        isHeld: Bool = false
    ) -> ItemRequest {
        let start = MediaTime(nanoseconds: Int64((left.map { medium.length - $0 } ?? start) * 1e9))
        media[generation] = medium
        if known[generation] == nil { known[generation] = .standing(at: start) }
        return ItemRequest(uri: engine.uri(of: medium), start: start, rate: rate, isHeld: isHeld)
    }

    /// Has the effects carried out, one right after the other.
    func perform(_ effects: EngineEffect...) async {
        transcript += effects.map { "asked \($0)" }
        asked = await engine.perform(effects)
    }

    /// Waits until all of these were told, and nothing else.
    func tells(_ expected: Expected...) async throws {
        var left = expected
        while !left.isEmpty {
            let told = try await next("\(left[0])")
            let index = left.firstIndex { $0.generation == told.event.generation }
            if let index, fits(told, left[index]) {
                left.remove(at: index)
            } else if let index, let steps = left[index].inTwoSteps, fits(told, steps.first) {
                left[index] = steps.second
            } else {
                if saysNothingNew(told) { continue }
                throw breach("told instead of \(left): \(told.event)")
            }
            learn(told)
        }
    }

    private func fits(_ told: Told, _ expected: Expected) -> Bool {
        expected.fits(told, known: known[expected.generation], asked: asked, length: length(expected))
    }

    /// Waits for one of two, whichever comes.
    ///
    /// - Returns: whether it was the first.
    func tells(_ first: Expected, or second: Expected) async throws -> Bool {
        while true {
            let told = try await next("\(first) or \(second)")
            for expected in [first, second]
            where fits(told, expected) {
                learn(told)
                return expected == first
            }
            guard saysNothingNew(told) else { throw breach("told instead of \(first) or \(second): \(told.event)") }
        }
    }

    /// Lets playback go on for so many seconds.
    func pass(_ seconds: Double) async {
        transcript.append("\(seconds) s went by")
        await engine.pass(MediaTime(nanoseconds: Int64(seconds * 1e9)))
    }

    /// What is still to be told of other items would be told until another one was heard to its end.
    func end() async throws {
        let last = Generation(rawValue: 1_000)
        await perform(.prepare(last, item(last, .sound, left: 0.2)), .setPlaying(true))
        try await tells(
            .prepared(last, .sound), .started(last, .at(ContractMedium.sound.length - 0.2), rate: 1), .ended(last))
    }

    private func next(_ what: String) async throws -> Told {
        while true {
            guard let told = await engine.next(within: Self.limit) else {
                throw breach("not told in \(Self.limit.seconds) s: \(what)")
            }
            if told.event.isBesideTheContract { continue }
            transcript.append("told \(told.event)")
            return told
        }
    }

    private func learn(_ told: Told) {
        if case .prepared(let generation, let item) = told.event { prepared[generation] = item }
        guard let generation = told.event.generation, let anchor = told.event.anchor else { return }
        known[generation] = anchor
    }

    private func length(_ expected: Expected) -> Double { media[expected.generation]?.length ?? 0 }

    /// That an item is ready, where playback is and how fast may be told as often as anybody likes.
    private func saysNothingNew(_ told: Told) -> Bool {
        switch told.event {
        case .prepared(let generation, let item): return prepared[generation] == item
        case .anchored(let generation, let anchor):
            guard let known = known[generation] else { return false }
            let length = media[generation]?.length ?? 0
            // At its end an item comes no further, whether the output runs or stands.
            let isAtEnd = known.position(at: told.moment, duration: nil).seconds >= length - Expected.tolerance
            guard anchor.rate == known.rate || isAtEnd else { return false }
            return Expected.anchored(generation, .wherePlaybackIs, rate: anchor.rate)
                .fits(told, known: known, asked: told.moment, length: length)
        default: return false
        }
    }

    private func breach(_ what: String) -> ContractBreach {
        ContractBreach(description: "\(what)\nafter:\n  " + transcript.joined(separator: "\n  "))
    }
}

extension Expected: CustomStringConvertible {
    var description: String {
        switch self {
        case .prepared(let generation, let medium): "prepared \(generation.rawValue) \(medium)"
        case .started(let generation, let position, let rate): "started \(generation.rawValue) \(position) rate \(rate)"
        case .anchored(let generation, let position, let rate):
            "anchored \(generation.rawValue) \(position) rate \(rate)"
        case .seekLanded(let generation, let id, let position, let rate):
            "landed \(generation.rawValue) seek \(id.rawValue) \(position) rate \(rate)"
        case .seekFailed(let generation, let id): "failed \(generation.rawValue) seek \(id.rawValue)"
        case .cutPassed(let generation, let position, let rate):
            "cut passed \(generation.rawValue) \(position) rate \(rate)"
        case .ended(let generation): "ended \(generation.rawValue)"
        case .failed(let generation, let code): "failed \(generation.rawValue) \(code)"
        }
    }
}
