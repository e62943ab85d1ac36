import PlayerCore
import Testing

@testable import PlayerEngine

private let one = Generation(rawValue: 1)
private let two = Generation(rawValue: 2)
private func seconds(_ seconds: Double) -> MediaTime { MediaTime(nanoseconds: Int64(seconds * 1e9)) }

/// When an item begins, and what follows the end of its data.
@Suite struct HandOverTests {
    // MARK: Before the start

    @Test("An item is held back until the last condition is met") func waits() {
        var handOver = HandOver()
        #expect(!handOver.isHeldBack)
        let steps: [(HandOver.Awaited, isFirst: Bool)] = [(.findings, true), (.answer(1), false), (.answer(2), false)]
        for (what, isFirst) in steps {
            let taken = handOver.wait(for: what)
            #expect(taken == isFirst, "\(what)")
        }
        let met: [(HandOver.Awaited, isLast: Bool)] = [
            (.answer(3), false), (.answer(1), false), (.answer(1), false), (.findings, false), (.answer(2), true),
            (.answer(2), false),
        ]
        for (what, isLast) in met {
            let taken = handOver.met(what)
            #expect(taken == isLast, "\(what)")
            #expect(handOver.isHeldBack)
        }
        handOver.letGo()
        #expect(!handOver.isHeldBack)
        let again = handOver.wait(for: .findings)
        #expect(again)
    }

    @Test("Only items that may still be read are unread") func unread() {
        var handOver = HandOver()
        handOver.reads(one, beside: [])
        handOver.reads(two, beside: [one])
        #expect(handOver.isUnread(one) && handOver.isUnread(two))
        handOver.hasRead(two)
        #expect(handOver.isUnread(one) && !handOver.isUnread(two))
        handOver.reads(two, beside: [])
        handOver.letGo()
        #expect(!handOver.isUnread(one) && handOver.isUnread(two))
    }

    // MARK: The end

    private func output(
        end: Int64? = 9_000_000_000, now: Int64 = 1_000_000_000, isPlaying: Bool = true, isSettled: Bool = true
    ) -> HandOver.Output {
        HandOver.Output(end: end, now: now, isPlaying: isPlaying, isSettled: isSettled)
    }

    private func check(_ table: [(HandOver.End, HandOver.Step)], sourceLocation: SourceLocation = #_sourceLocation) {
        for (end, step) in table {
            #expect(HandOver.step(at: end) == step, "\(end)", sourceLocation: sourceLocation)
        }
    }

    @Test("The next part of an item follows it, before the next item") func nextPart() {
        check([
            (.init(nextPart: seconds(60), output: output()), .openContinuation(at: seconds(60))),
            (.init(continuation: .opening, nextPart: seconds(60), next: .ready, output: output()), .wait),
            (.init(continuation: .ready, nextPart: seconds(60), next: .ready, output: output()), .joinContinuation),
            (.init(isAtCut: true, continuation: .opening, nextPart: seconds(60), output: output()), .wait),
        ])
    }

    @Test("Behind a cut, the continuation follows, and nothing else") func cuts() {
        check([
            (.init(isAtCut: true, output: output()), .wait),
            (.init(isAtCut: true, continuation: .opening, next: .ready, output: output()), .wait),
            (.init(isAtCut: true, continuation: .ready, next: .ready, output: output()), .joinContinuation),
        ])
    }

    @Test("The next item joins when it is ready") func next() {
        check([
            (.init(next: .opening, output: output()), .wait),
            (.init(next: .ready, output: output()), .joinNext),
            (.init(next: .ready), .joinNext),
        ])
    }

    @Test("The sinks receive the end of stream half a second before the end") func drains() {
        check([
            (.init(), .drain),
            (.init(output: output(end: nil)), .drain),
            (.init(output: output()), .lookAgain(at: 8_500_000_000)),
            (.init(output: output(now: 8_499_999_999)), .lookAgain(at: 8_500_000_000)),
            (.init(output: output(now: 8_500_000_000)), .drain),
            (.init(output: output(isPlaying: false)), .wait),
            (.init(output: output(isPlaying: false, isSettled: false)), .drain),
            (.init(isRefilling: true, output: output(isPlaying: false)), .drain),
            (.init(isRefilling: true, output: output()), .lookAgain(at: 8_500_000_000)),
            (.init(output: output(end: .min)), .drain),
        ])
    }

    private func growth(
        _ end: Double, start: Double = 0, length: Double?, isGrowing: Bool = true, isLonger: Bool = true,
        isUndecided: Bool = false
    ) -> HandOver.Growth {
        HandOver.Growth(
            end: seconds(end), start: seconds(start), length: length.map(seconds), isGrowing: isGrowing,
            isLonger: isLonger, isUndecided: isUndecided)
    }

    @Test("A recording goes on where more is written") func growths() {
        func end(_ growth: HandOver.Growth, _ continuation: HandOver.Follower = .none) -> HandOver.End {
            .init(continuation: continuation, growth: growth, next: .ready, output: output())
        }
        func nearEnd(_ growth: HandOver.Growth, isRefilling: Bool = false) -> HandOver.End {
            .init(growth: growth, next: .ready, isRefilling: isRefilling, output: output(now: 8_000_000_001))
        }
        check([
            (end(growth(10, length: 20), .ready), .joinContinuation),
            (end(growth(10, length: 20), .opening), .wait),
            (end(growth(10, length: 20, isUndecided: true)), .wait),
            (end(growth(10, length: 20)), .openContinuation(at: seconds(10))),
            // Recorders write in pieces.
            (end(growth(10, length: 12)), .wait),
            (end(growth(10, length: nil)), .wait),
            // But playback does not wait while there is something to play.
            (nearEnd(growth(10, length: 12)), .openContinuation(at: seconds(10))),
            (nearEnd(growth(10, length: 10.5)), .openContinuation(at: seconds(10))),
            (nearEnd(growth(10, length: 10.4)), .wait),
            (nearEnd(growth(10, length: 12), isRefilling: true), .wait),
            (end(growth(10, length: 12, isGrowing: false)), .openContinuation(at: seconds(10))),
            (end(growth(10, length: 10.4, isGrowing: false)), .joinNext),
            (end(growth(10, length: 12, isGrowing: false, isLonger: false)), .joinNext),
            // The last opening has found nothing there.
            (end(growth(10, start: 10, length: 20, isLonger: false)), .wait),
            (end(growth(10, start: 10, length: 20)), .openContinuation(at: seconds(10))),
        ])
    }

    @Test("What is late joins a little behind the present") func joins() {
        let table: [(end: Int64?, now: Int64?, Int64)] = [
            (7, nil, 7), (nil, nil, 0), (7, 7, 7), (7, 5, 7), (7, 8, 20_000_008), (nil, 5, 20_000_005),
        ]
        for (end, now, expected) in table { #expect(HandOver.join(behind: end, now: now) == expected) }
    }

    // MARK: Recordings

    private func edge(
        _ position: Double, loaded: Double?, length: Double?, isGrowing: Bool = true, isReaderWaiting: Bool = true,
        isDrained: Bool = false, rate: Double = 1
    ) -> WrittenEdge {
        WrittenEdge(
            isGrowing: isGrowing, isReaderWaiting: isReaderWaiting, isDrained: isDrained, position: seconds(position),
            loaded: loaded.map(seconds), length: length.map(seconds), rate: rate)
    }

    @Test("Playback waits shortly before the end of what is written") func dryness() {
        let table: [(WrittenEdge, Bool)] = [
            (edge(10, loaded: 10.4, length: 11), true), (edge(10, loaded: 10.6, length: 11), false),
            (edge(10, loaded: 10.6, length: 11, rate: 2), true), (edge(10, loaded: nil, length: 11), false),
            (edge(10, loaded: 10.4, length: 11, isReaderWaiting: false), false),
            (edge(10, loaded: 10.4, length: 11, isGrowing: false), false),
            (edge(10, loaded: 10.4, length: 11, isReaderWaiting: false, isDrained: true), false),
            (edge(10, loaded: 10.05, length: 11, isReaderWaiting: false, isDrained: true), true),
        ]
        for (edge, isDry) in table { #expect(edge.isDry == isDry, "\(edge)") }
    }

    @Test("Playback goes on when three seconds are written, or the file is complete") func distance() {
        let table: [(WrittenEdge, Bool)] = [
            (edge(10, loaded: 10, length: 12.9), false), (edge(10, loaded: 10, length: 13), true),
            (edge(10, loaded: 10, length: 13, rate: 2), false), (edge(10, loaded: 10, length: nil), false),
            (edge(10, loaded: 10, length: 20, isDrained: true), false),
            (edge(10, loaded: 10, length: 10, isGrowing: false), true),
        ]
        for (edge, isFar) in table { #expect(edge.isFar == isFar, "\(edge)") }
    }
}
