import PlayerCore
import Testing

/// The player's chapter changes against a model that knows nothing but the chapters, the clock and what was asked.
@Suite struct ChapterModelTests {
    @Test(arguments: 0..<1_000) func randomSequencesMakeExactlyTheChangesOfTheModel(seed: UInt64) {
        var run = ChapterRun(seed: seed)
        for _ in 0..<25 {
            run.step()
            guard run.told == run.expected else {
                Issue.record("seed \(seed), after \(run.history.suffix(8)): told \(run.told), expected \(run.expected)")
                return
            }
            #expect(run.engine.snapshot.chapters.current == run.expected.last?.index)
        }
    }
}

private struct Change: Hashable {
    var index: Int?
    var title: String
}

/// One player and its model, driven side by side.
private struct ChapterRun {
    let engine: FakeEngine
    private(set) var history: [String] = []
    private(set) var expected: [Change] = []
    private var generator: SplitMix64
    private let items: [(duration: Int64, chapters: [Chapter])]

    private var item = 0
    private var position: Int64 = 0
    private var rate = 1.0
    private var isPlaying = true
    private var last: (item: Int, index: Int?)

    private static let millisecond: Int64 = 1_000_000

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        var generator = generator
        items = (0..<3).map { _ in Self.item(&generator) }
        engine = FakeEngine()
        for (index, item) in items.enumerated() {
            var findings = ItemFindings()
            findings.container.chapters = item.chapters
            engine.media["file:///\(index)"] = FakeMedia(
                duration: MediaTime(nanoseconds: item.duration), findings: findings)
        }
        last = (0, nil)
        engine.send(
            .replaceQueue(
                items.indices.map { MediaDescription(uri: "file:///\($0)") }, play: true, start: nil, index: 0))
        note()
    }

    var told: [Change] {
        engine.notices.compactMap {
            guard case .chapters(.changed(let index, let title)) = $0 else { return nil }
            return Change(index: index, title: title)
        }
    }

    /// Gaps, overlaps, nested and hidden chapters and some without length; sorted as the player publishes them.
    private static func item(_ generator: inout SplitMix64) -> (duration: Int64, chapters: [Chapter]) {
        let duration = Int64.random(in: 20_000...60_000, using: &generator) * millisecond
        let chapters = (0..<Int.random(in: 0..<8, using: &generator)).map { number in
            let isFirst = number == 0 && Bool.random(using: &generator)
            let start = isFirst ? 0 : Int64.random(in: 0..<duration / millisecond, using: &generator) * millisecond
            let length: Int64 = [0, 500, 3_000, 20_000].randomElement(using: &generator) ?? 0
            return Chapter(
                start: MediaTime(nanoseconds: start),
                end: MediaTime(nanoseconds: min(duration, start + length * millisecond)),
                titles: [ChapterTitle("\(number)")], level: UInt32.random(in: 0..<2, using: &generator),
                isHidden: Int.random(in: 0..<6, using: &generator) == 0)
        }
        return (duration, chapters.sorted { ($0.start, $0.level) < ($1.start, $1.level) })
    }

    mutating func step() {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1: seek()
        case 2:
            isPlaying.toggle()
            history.append(isPlaying ? "play" : "pause")
            engine.send(isPlaying ? .play : .pause)
            note()
        case 3:
            rate = [0.5, 1, 1.5, 2].randomElement(using: &generator) ?? 1
            history.append("rate \(rate)")
            engine.send(.setRate(rate))
            note()
        case 4:
            item = Int.random(in: items.indices, using: &generator)
            history.append("go to item \(item)")
            engine.send(.goTo(engine.id(item)))
            position = 0
            note()
        default: advance()
        }
    }

    private mutating func seek() {
        let start = items[item].chapters.randomElement(using: &generator)?.start.nanoseconds
        let random = Int64.random(in: 0..<items[item].duration / Self.millisecond, using: &generator) * Self.millisecond
        position = Bool.random(using: &generator) ? random : start ?? random
        history.append("seek to \(position)")
        engine.send(.setPosition(engine.id(item), MediaTime(nanoseconds: position)))
        note()
    }

    /// Lets time pass, from one event of the model to the next. Never to the end of the queue, and never to the very
    /// moment of an event: rounding may put it on either side.
    private mutating func advance() {
        var left = Int64.random(in: 100...15_000, using: &generator) * Self.millisecond
        if isPlaying {
            let toEnd = items[item...].map(\.duration).reduce(-position, +)
            left = min(left, Int64(Double(toEnd) / 4))
        }
        left += Self.millisecond / 3
        history.append("advance \(left)")
        engine.advance(Double(left) / 1e9)
        guard isPlaying else { return }
        var media = Int64(Double(left) * rate)
        while position + media >= items[item].duration, item + 1 < items.count {
            let step = items[item].duration - position
            walk(step)
            media -= step
            item += 1
            position = 0
            note()
        }
        walk(media)
    }

    private mutating func walk(_ distance: Int64) {
        let end = position + distance
        let boundaries = Set(items[item].chapters.flatMap { [$0.start.nanoseconds, ($0.end ?? $0.start).nanoseconds] })
        for boundary in boundaries.sorted() where boundary > position && boundary <= end {
            position = boundary
            note()
        }
        position = end
    }

    /// What is current here, found by looking at every chapter.
    private mutating func note() {
        let chapters = items[item].chapters
        let here = MediaTime(nanoseconds: position)
        let visible = chapters.indices.filter { !chapters[$0].isHidden && chapters[$0].start <= here }
        func end(_ index: Int) -> MediaTime { chapters[index].end ?? chapters[index].start }
        let index =
            visible.last { here < end($0) } ?? visible.max { (end($0), $0) < (end($1), $1) }
        if index != last.index || (index != nil && item != last.item) {
            expected.append(Change(index: index, title: index.flatMap { chapters[$0].titles.first?.text } ?? ""))
        }
        last = (item, index)
    }
}
