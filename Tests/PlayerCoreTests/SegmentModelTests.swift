import PlayerCore
import Testing

/// Random segments, commands and time; after each step what always holds.
@Suite struct SegmentModelTests {
    /// Ten thousand sequences of six steps; of twelve they were run once, in a minute.
    @Test(arguments: 0..<20) func whateverHappensTheInvariantsHold(part: UInt64) {
        for seed in (part * 500)..<(part * 500 + 500) {
            var run = SegmentRun(seed: seed)
            for _ in 0..<6 {
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
    /// Interstitials that were played to their end, of the item that plays.
    private var seen: (item: ItemID?, ranges: Set<TimeRange>) = (nil, [])

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
        engine.refusesCuts = Int.random(in: 0..<4, using: &generator) == 0
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
        let place = engine.position(in: before)
        func number(_ range: Range<Double>) -> Double { Double.random(in: range, using: &generator) }
        switch Int.random(in: 0..<11, using: &generator) {
        case 0, 1, 2:
            let seconds = number(0.1..<20)
            watch(seconds)
            check("advance \(seconds)")
        case 3:
            let target = number(0..<100)
            let id = before.items[before.currentIndex ?? 0].id
            engine.send(.setPosition(id, .seconds(target)))
            check("seek to \(target)")
            checkJump(from: place, before)
        case 4:
            let offset = number(-30..<30)
            engine.send(.seek(by: .seconds(offset)))
            check("seek by \(offset)")
            checkJump(from: place, before)
        case 5:
            engine.send(.playPause)
            check("toggle")
        case 6:
            let rate: Double = [0.5, 1, 2].randomElement(using: &generator) ?? 1
            engine.send(.setRate(rate))
            check("rate \(rate)")
        case 7:
            engine.send(.segments(.takeOffer))
            check("take the offer")
            checkJump(from: place, before)
        case 8:
            let undone = engine.notices.last { if case .segments(.skipped) = $0 { true } else { false } }
            engine.forget()
            let result = engine.send(.segments(.unskip))
            check("unskip")
            if result == .success(.done), case .segments(.skipped(_, let kind, let from, _, _))? = undone,
                kind != .blocked
            {
                if abs(engine.position - from.seconds) > 0.3 { violation = "unskip went to \(engine.position)" }
                let place = engine.position
                engine.advance(0.2)
                if engine.position > place + 0.5, !blocks(place...engine.position) { violation = "skipped again" }
                check("advance 0.2")
            }
        case 9:
            engine.send(.segments(.set(Self.segments(&generator))))
            check("other segments")
        default:
            engine.send(.next)
            check("next")
        }
    }

    /// No automatic skip answers a jump; an unseen interstitial that has to be seen is not passed.
    private mutating func checkJump(from place: Double, _ before: PlayerSnapshot) {
        defer { engine.forget() }
        let isSameItem = before.current?.id == engine.snapshot.current?.id
        if isSameItem, wasSkippedUnasked { violation = "a jump was answered by an automatic skip" }
        guard isSameItem, engine.status != .stopped else { return }
        checkPassing(from: place, to: engine.position)
    }

    private mutating func checkPassing(from place: Double, to target: Double) {
        for range in mandatory where range.start.seconds >= place && range.end.seconds <= target {
            violation = "jumped from \(place) over \(range) to \(target)"
        }
    }

    /// Those that have to be seen still.
    private var mandatory: [TimeRange] {
        guard isLinear else { return [] }
        let segments = engine.snapshot.segments.segments
        let blocked = segments.filter { $0.action == .block }
        let known = seen.item == engine.snapshot.current?.id ? seen.ranges : []
        return segments.filter { $0.kind == .interstitial }.map(\.range).filter { range in
            !known.contains(range) && !blocked.contains { $0.start <= range.start && range.end <= $0.end }
        }
    }

    private func blocks(_ place: ClosedRange<Double>) -> Bool {
        engine.snapshot.segments.segments.contains {
            $0.action == .block && $0.start.seconds <= place.upperBound && place.lowerBound <= $0.end.seconds
        }
    }

    /// Lets time pass in small steps: what was played is seen, what was jumped over is checked.
    private mutating func watch(_ seconds: Double) {
        guard isLinear else { return engine.advance(seconds) }
        var left = seconds
        while left > 0, violation == nil {
            let step = min(left, 1)
            left -= step
            let before = engine.snapshot
            let (item, place) = (before.current?.id, engine.position(in: before))
            engine.advance(step)
            let after = engine.snapshot
            guard after.current?.id == item, after.status != .stopped else {
                seen = (nil, [])
                continue
            }
            let now = engine.position(in: after)
            if seen.item != item { seen = (item, []) }
            if now <= place + step * max(before.rate, after.rate) + 0.01 {
                for range in mandatory where range.end.seconds > place && range.end.seconds <= now {
                    seen.ranges.insert(range)
                }
            } else {
                // It played on for a part of the step, and jumped.
                for range in mandatory where (place...(place + step * 2)).contains(range.end.seconds) {
                    seen.ranges.insert(range)
                }
                checkPassing(from: place + step * 2, to: now)
            }
        }
    }

    private var wasSkippedUnasked: Bool {
        engine.notices.contains { if case .segments(.skipped(_, _, _, _, .auto)) = $0 { true } else { false } }
    }

    private mutating func check(_ what: String) {
        let snapshot = engine.snapshot
        let position = engine.position(in: snapshot)
        history.append("\(what) → \(position)")
        for notice in engine.notices {
            switch notice {
            case .segments(.entered(let index, _)):
                if !open.insert(index).inserted { violation = "segment \(index) was entered twice" }
            case .segments(.left(let index, _)):
                if open.remove(index) == nil { violation = "segment \(index) was left without having been entered" }
            default: break
            }
        }
        if !what.hasPrefix("seek"), !what.hasPrefix("take") { engine.forget() }
        let here = MediaTime.seconds(position)
        guard snapshot.status != .stopped else {
            if !open.isEmpty { violation = "stopped inside of \(open)" }
            return
        }
        for segment in snapshot.segments.segments where segment.action == .block && segment.range.contains(here) {
            if here - segment.start > .zero { violation = "it rests in a blocked range at \(here.seconds)" }
        }
        let told = Set(snapshot.segments.active.filter { snapshot.segments.segments[$0].action != .ignore })
        if what != "other segments", told != open { violation = "inside of \(told), told \(open)" }
        if what == "other segments" { open = told }
    }
}
