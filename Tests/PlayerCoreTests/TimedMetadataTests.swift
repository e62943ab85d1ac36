import Testing

@testable import PlayerCore

/// Ranges of timed metadata, and the tags that a stream brings midway.
@Suite struct TimedMetadataTests {
    private static func range(_ start: Double, _ end: Double?, _ id: String) -> TimedRange {
        var range = TimedRange(start: .seconds(start), end: end.map { .seconds($0) }, className: "test")
        range.id = id
        return range
    }

    private static func engine(_ ranges: [TimedRange]) -> FakeEngine {
        let engine = FakeEngine()
        engine.send(
            .replaceQueue([described("file:///a") { $0.timed = ranges }], play: true, start: nil, index: 0))
        return engine
    }

    /// `+a -a`: what was entered and left, by id.
    private func told(_ engine: FakeEngine) -> String {
        let ranges = engine.snapshot.timedMetadata.ranges
        return engine.notices.compactMap { notice in
            switch notice {
            case .timedMetadata(.entered(let index)): "+\(ranges[index].id ?? "?")"
            case .timedMetadata(.left(let index)): "-\(ranges[index].id ?? "?")"
            default: nil
            }
        }.joined(separator: " ")
    }

    @Test func rangesAreSortedAndToldWhenTheirTimeComes() {
        let engine = Self.engine([Self.range(20, 30, "b"), Self.range(10, 25, "a"), Self.range(0, 5, "start")])
        #expect(engine.snapshot.timedMetadata.ranges.map(\.id) == ["start", "a", "b"])
        #expect(engine.snapshot.timedMetadata.current == [0])
        engine.advance(9.99)
        #expect(told(engine) == "+start -start")
        engine.advance(0.02)
        #expect(engine.snapshot.timedMetadata.current == [1])
        engine.advance(12)
        #expect(engine.snapshot.timedMetadata.current == [1, 2])
        engine.advance(20)
        #expect(told(engine) == "+start -start +a +b -a -b")
    }

    @Test func whatIsShorterThanAnyLookIsEnteredAndLeft() {
        let engine = Self.engine([Self.range(10, 10, "moment")])
        engine.advance(20)
        #expect(told(engine) == "+moment -moment")
    }

    @Test func whatIsJumpedOverIsNotTold() {
        let engine = Self.engine([Self.range(10, 20, "a"), Self.range(30, 40, "b")])
        engine.advance(1)
        engine.send(.setPosition(engine.id(0), .seconds(35)))
        #expect(told(engine) == "+b")
        engine.send(.setPosition(engine.id(0), .seconds(15)))
        #expect(told(engine) == "+b -b +a")
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        #expect(told(engine) == "+b -b +a -a")
    }

    @Test func whatHasNoEndLastsUntilTheItemEnds() {
        let engine = Self.engine([Self.range(10, nil, "open")])
        engine.advance(50)
        #expect(engine.snapshot.timedMetadata.current == [0])
        engine.send(.stop)
        #expect(told(engine) == "+open -open")
        #expect(engine.snapshot.timedMetadata.current.isEmpty)
    }

    @Test func aRangeWhoseEndIsToldLaterStaysTheSame() throws {
        let engine = Self.engine([])
        engine.advance(12)
        var timeline = StreamTimeline()
        timeline.ranges = [Self.range(10, nil, "ad")]
        let generation = try #require(engine.currentGeneration)
        engine.tell(.timelineChanged(generation, timeline))
        #expect(engine.snapshot.timedMetadata.current == [0])
        timeline.ranges = [Self.range(5, 6, "before"), Self.range(10, 20, "ad")]
        engine.tell(.timelineChanged(generation, timeline))
        #expect(engine.snapshot.timedMetadata.current == [1])
        engine.advance(10)
        // By the index that it had then.
        #expect(engine.notices.suffix(2) == [.timedMetadata(.entered(0)), .timedMetadata(.left(1))])
    }

    @Test func tagsThatComeMidwayAreTold() throws {
        let engine = Self.engine([])
        let generation = try #require(engine.currentGeneration)
        var tags = MediaTags()
        tags.title = "One"
        engine.tell(.tagsChanged(generation, tags))
        engine.advance(5)
        let before = engine.notices.filter { if case .timedMetadata(.tagged) = $0 { true } else { false } }
        tags.title = "Two"
        engine.tell(.tagsChanged(generation, tags))
        // The date alone is no news: HLS has one for every segment.
        tags.date = "2026-11-23"
        engine.tell(.tagsChanged(generation, tags))
        let titles = engine.notices.compactMap {
            if case .timedMetadata(.tagged(let position, let tags)) = $0 {
                "\(position.seconds) \(tags.title ?? "")"
            } else {
                nil
            }
        }
        #expect(titles.dropFirst(before.count) == ["5.0 Two"])
    }
}
