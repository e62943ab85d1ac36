import PlayerCore
import Testing

@testable import PlayerEngine

private let one = Generation(rawValue: 1)
private let two = Generation(rawValue: 2)

/// What an item waits for while its source does not deliver.
@Suite struct SourceRecoveryTests {
    private func moment(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(seconds * 1e9)) }

    private func position(_ seconds: Double) -> MediaTime { MediaTime(nanoseconds: Int64(seconds * 1e9)) }

    private func range(_ start: Double, _ end: Double) -> TimeRange {
        TimeRange(start: position(start), end: position(end))!
    }

    // MARK: Buffering

    @Test("Only a source that is heard and was full may refill unnoticed") func refills() {
        let table: [(told: Int, percent: Int, isHeard: Bool, SourceRecovery.Refill)] = [
            (100, 40, true, .waits), (100, 40, false, .report), (100, 100, true, .report), (40, 60, true, .report),
            (40, 100, true, .report),
        ]
        for (told, percent, isHeard, expected) in table {
            var recovery = SourceRecovery()
            _ = recovery.report(told)
            #expect(recovery.refill(percent, isHeard: isHeard) == expected, "\(told) \(percent) \(isHeard)")
        }
    }

    @Test("Before a missing part, a source that runs dry is expected") func ignoresRefill() {
        var recovery = SourceRecovery()
        _ = recovery.miss(range(10, 14), of: one)
        #expect(recovery.refill(10, isHeard: true) == .ignored)
        #expect(recovery.refill(100, isHeard: true) == .report)
        recovery.passPart()
        #expect(recovery.refill(10, isHeard: true) == .waits)
    }

    @Test("A percentage is reported once") func reports() {
        var recovery = SourceRecovery()
        let changes = [100, 40, 40, 60, 100, 100].map { recovery.report($0) }
        #expect(changes == [false, true, false, true, true, false])
        _ = recovery.report(30)
        recovery.handedOver()
        #expect(recovery.buffering == 100)
    }

    @Test("A server that is back is reported when its item comes on the air") func returns() {
        var recovery = SourceRecovery()
        _ = recovery.lose(one, isEndless: false, isCalled: false, at: moment(0))
        _ = recovery.report(0)
        var others = recovery
        let isOther = others.begin(two, 100)
        let isBack = recovery.begin(one, 100)
        let again = recovery.begin(one, 100)
        #expect(isBack && !isOther && !again)
        #expect(recovery.buffering == 100)
    }

    // MARK: Lost servers

    @Test("A lost server is tried after 0.25, 2, 4, 8 and 15 seconds, for two minutes") func attempts() {
        var recovery = SourceRecovery()
        let table: [(Double, SourceRecovery.Reopening?)] = [
            (0, .init(isFirst: true, isEndless: false, delay: 250_000)),
            (1, .init(isFirst: false, isEndless: false, delay: 2_000_000)),
            (4, .init(isFirst: false, isEndless: false, delay: 4_000_000)),
            (10, .init(isFirst: false, isEndless: false, delay: 8_000_000)),
            (20, .init(isFirst: false, isEndless: false, delay: 15_000_000)),
            (40, .init(isFirst: false, isEndless: false, delay: 15_000_000)),
            (65, .init(isFirst: false, isEndless: false, delay: 15_000_000)),
            (90, .init(isFirst: false, isEndless: false, delay: 15_000_000)),
            (119, .init(isFirst: false, isEndless: false, delay: 15_000_000)),
            (121, nil),
            (122, .init(isFirst: true, isEndless: true, delay: 250_000)),
        ]
        for (seconds, expected) in table {
            let taken = recovery.lose(one, isEndless: seconds > 100, isCalled: false, at: moment(seconds))
            #expect(taken == expected, "at \(seconds) s")
            #expect(recovery.isTryScheduled == (expected != nil))
            _ = recovery.tryAgain(at: moment(seconds))
            #expect(!recovery.isTryScheduled)
        }
    }

    @Test("After half a minute of playback, or in another item, a loss is a new one") func calm() {
        var recovery = SourceRecovery()
        _ = recovery.lose(one, isEndless: false, isCalled: false, at: moment(0))
        _ = recovery.tryAgain(at: moment(1))
        let late = recovery.lose(one, isEndless: false, isCalled: false, at: moment(32))
        #expect(late?.isFirst == true)
        let other = recovery.lose(two, isEndless: false, isCalled: false, at: moment(33))
        #expect(other?.isFirst == true)
        #expect(recovery.isKnownLoss(two) && !recovery.isKnownLoss(one))
    }

    @Test("An item that was disconnected waits until it is asked for") func calls() {
        var recovery = SourceRecovery()
        let called = recovery.lose(one, isEndless: true, isCalled: true, at: moment(0))
        #expect(called == .init(isFirst: true, isEndless: true, delay: nil))
        #expect(recovery.waitsForCall(one) && !recovery.waitsForCall(two))
        #expect(!recovery.movesStart)
        let next = recovery.lose(one, isEndless: true, isCalled: false, at: moment(1))
        #expect(next?.delay == 250_000)
        #expect(!recovery.waitsForCall(one))
    }

    @Test("Nothing is tried again where nothing was lost") func nothingLost() {
        var recovery = SourceRecovery()
        let tries = recovery.tryAgain(at: moment(0))
        #expect(!tries && !recovery.isKnownLoss(one) && !recovery.movesStart && !recovery.waitsForCall(one))
    }

    // MARK: Missing parts

    @Test("A missing part is jumped over when everything before it was heard") func jumps() {
        let part = range(10, 14)
        let table: [(isDry: Bool, Double?, Double, told: Int, SourceRecovery.PartStep)] = [
            (false, 4, 1, 100, .look(after: 6_000_000)), (false, 4, 2, 100, .look(after: 3_000_000)),
            (false, 10, 1, 100, .jump(over: part)), (false, 11, 1, 100, .jump(over: part)),
            (false, nil, 1, 100, .nothing), (true, nil, 1, 100, .jump(over: part)),
            (false, 4, 1, 40, .jump(over: part)),
        ]
        for (isDry, seconds, rate, told, expected) in table {
            var recovery = SourceRecovery()
            _ = recovery.report(told)
            #expect(recovery.step(of: one, isDry: isDry, position: seconds.map(position), rate: rate) == .nothing)
            _ = recovery.miss(part, of: one)
            let step = recovery.step(of: one, isDry: isDry, position: seconds.map(position), rate: rate)
            #expect(step == expected, "\(isDry) \(String(describing: seconds)) \(rate) \(told)")
            #expect(recovery.step(of: two, isDry: isDry, position: seconds.map(position), rate: rate) == .nothing)
            recovery.passPart()
            #expect(recovery.step(of: one, isDry: isDry, position: seconds.map(position), rate: rate) == .nothing)
        }
    }

    @Test("Five parts in a row are left out, and not a sixth") func parts() {
        var recovery = SourceRecovery()
        for index in 0..<5 {
            let start = Double(index) * 4
            let isLeftOut = recovery.miss(range(start, start + 4), of: one)
            #expect(isLeftOut, "part \(index)")
        }
        var apart = recovery
        let isApart = apart.miss(range(60, 64), of: one)
        var others = recovery
        let isOther = others.miss(range(20, 24), of: two)
        let isSixth = recovery.miss(range(20, 24), of: one)
        #expect(isApart && isOther && !isSixth)
        #expect(!recovery.hasPartAhead)
    }

    @Test("A missing part is forgotten with its data") func forgets() {
        for forget in [{ $0.forgetPart() }, { $0.handedOver() }] as [(inout SourceRecovery) -> Void] {
            var recovery = SourceRecovery()
            _ = recovery.miss(range(10, 14), of: one)
            #expect(recovery.hasPartAhead(of: one) && !recovery.hasPartAhead(of: two))
            forget(&recovery)
            #expect(!recovery.hasPartAhead)
        }
        var recovery = SourceRecovery()
        _ = recovery.miss(range(10, 14), of: one)
        _ = recovery.lose(one, isEndless: false, isCalled: false, at: moment(0))
        #expect(!recovery.hasPartAhead)
    }
}
