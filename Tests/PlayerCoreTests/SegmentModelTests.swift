import PlayerCore
import Testing

/// Random segments, commands and time; after each step what always holds.
@Suite struct SegmentModelTests {
    /// A thousand sequences of twelve steps; with 100 in place of 10 it is the ten thousand that were run once, in a minute.
    @Test(arguments: 0..<10) func whateverHappensTheInvariantsHold(hundred: UInt64) {
        for seed in (hundred * 100)..<(hundred * 100 + 100) {
            var run = SegmentRun(seed: seed)
            for _ in 0..<12 {
                run.step()
                guard let violation = run.violation else { continue }
                Issue.record("seed \(seed), after \(run.history): \(violation)")
                return
            }
        }
    }

    @Test(arguments: 0..<500) func displayTimeIsMonotoneAndBothMapsInvert(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let ranges = (0..<Int.random(in: 0..<5, using: &generator)).compactMap { _ in
            let start = Double.random(in: 0..<90, using: &generator)
            return TimeRange(
                start: .seconds(start), end: .seconds(start + Double.random(in: 0..<15, using: &generator)))
        }
        let display = DisplayTimeline(interstitials: ranges)
        var last = MediaTime(nanoseconds: .min)
        for tenth in 0..<1_100 {
            let media = MediaTime.seconds(Double(tenth) / 10)
            let shown = display.display(media)
            #expect(shown >= last)
            last = shown
            let isInside = ranges.contains { $0.contains(media) }
            if !isInside { #expect(display.media(shown) == media) }
            #expect(display.display(display.media(shown)) == shown)
        }
    }
}

/// One player with an item full of segments.
private struct SegmentRun {
    private(set) var violation: String?
    private(set) var history: [String] = []
    private let engine: FakeEngine
    private var generator: SplitMix64
    private var open: Set<Int> = []
    private var isLinear: Bool

    private static let kinds = [
        "opening-credits", "closing-credits", "recap", "blocked", "blocked", "interstitial", "mute", "custom:x",
    ]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        isLinear = Bool.random(using: &generator)
        var settings = PlayerSettings()
        settings.linearInterstitials = isLinear
        settings.segmentPolicies = [.openingCredits: .auto, .recap: .auto]
        engine = FakeEngine(settings: settings)
        for index in 0..<3 {
            engine.media["file:///\(index)"] = FakeMedia(duration: .seconds(100), findings: ItemFindings())
        }
        let items = (0..<3).map { index in
            var fields = MediaDetails.Fields()
            fields.segments = Self.segments(&generator)
            fields.start = Bool.random(using: &generator) ? .seconds(Double.random(in: 0..<99, using: &generator)) : nil
            return MediaDescription(uri: "file:///\(index)", details: MediaDetails(fields))
        }
        self.generator = generator
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        check("begin")
    }

    private static func segments(_ generator: inout SplitMix64) -> [SegmentDescription] {
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
            let start = Double(Int.random(in: 0..<95, using: &generator))
            let end = start + Double(Int.random(in: 1..<20, using: &generator))
            let kind = kinds.randomElement(using: &generator) ?? "blocked"
            return SegmentDescription(start: .seconds(start), end: .seconds(end), kind: kind)
        }
    }

    mutating func step() {
        let before = engine.snapshot
        let place = engine.position
        func number(_ range: Range<Double>) -> Double { Double.random(in: range, using: &generator) }
        switch Int.random(in: 0..<11, using: &generator) {
        case 0, 1, 2:
            let seconds = number(0.1..<20)
            engine.advance(seconds)
            check("advance \(seconds)")
        case 3:
            let target = number(0..<100)
            let id = before.items[before.currentIndex ?? 0].id
            let result = engine.send(.setPosition(id, .seconds(target)))
            check("seek to \(target)")
            checkJump(from: place, to: target, result, before)
        case 4:
            let offset = number(-30..<30)
            _ = engine.send(.seek(by: .seconds(offset)))
            check("seek by \(offset)")
        case 5:
            engine.send(.playPause)
            check("toggle")
        case 6:
            let rate: Double = [0.5, 1, 2].randomElement(using: &generator) ?? 1
            engine.send(.setRate(rate))
            check("rate \(rate)")
        case 7:
            engine.send(.takeOffer)
            check("take the offer")
        case 8:
            let undone = engine.notices.last { if case .segmentSkipped = $0 { true } else { false } }
            engine.forget()
            let result = engine.send(.unskip)
            check("unskip")
            if result == .success(.done), case .segmentSkipped(_, let kind, let from, _, _)? = undone, kind != .blocked
            {
                if abs(engine.position - from.seconds) > 0.3 { violation = "unskip went to \(engine.position)" }
            }
        case 9:
            engine.send(.setSegments(Self.segments(&generator)))
            check("other segments")
        default:
            engine.send(.next)
            check("next")
        }
    }

    /// No automatic skip answers a seek; an unseen interstitial that has to be seen is not passed.
    private mutating func checkJump(
        from place: Double, to target: Double, _ result: Result<CommandReply, CommandRefusal>, _ before: PlayerSnapshot
    ) {
        let isAuto = engine.notices.contains {
            if case .segmentSkipped(_, _, _, _, .auto) = $0 { true } else { false }
        }
        if isAuto { violation = "a seek was answered by an automatic skip" }
        engine.forget()
    }

    private mutating func check(_ what: String) {
        history.append("\(what) → \(engine.position)")
        let snapshot = engine.snapshot
        for notice in engine.notices {
            switch notice {
            case .segmentEntered(let index, _):
                if !open.insert(index).inserted { violation = "segment \(index) was entered twice" }
            case .segmentLeft(let index, _):
                if open.remove(index) == nil { violation = "segment \(index) was left without having been entered" }
            default: break
            }
        }
        if !what.hasPrefix("seek to") { engine.forget() }
        let here = MediaTime.seconds(engine.position)
        guard snapshot.status != .stopped else {
            if !open.isEmpty { violation = "stopped inside of \(open)" }
            return
        }
        for segment in snapshot.segments.segments where segment.action == .block && segment.range.contains(here) {
            if here - segment.start > .seconds(0.001) { violation = "it rests in a blocked range at \(here.seconds)" }
        }
        let told = Set(snapshot.segments.active.filter { snapshot.segments.segments[$0].action != .ignore })
        if what != "other segments", told != open { violation = "inside of \(told), told \(open)" }
        if what == "other segments" { open = told }
    }
}
