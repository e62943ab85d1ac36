import Testing

@testable import PlayerCore

/// What is opened after runs that crashed or were killed.
@Suite struct OpeningLedgerTests {
    /// Opens an item in a run, and takes it so far.
    private static func open(
        _ key: String, in ledger: inout OpeningLedger, insists: Bool = false, isRemote: Bool = false, now: Int64 = 0,
        _ events: OpeningLedger.Event...
    ) -> OpeningLedger.Blame? {
        switch ledger.open(key, insists: insists, isRemote: isRemote, now: now) {
        case .refused(let blame): return blame
        case .opens(let mark):
            for event in events { _ = ledger.note(event, of: mark) }
            return nil
        }
    }

    private static func next(
        _ ledger: OpeningLedger, after end: OpeningLedger.End, now: Int64 = 0
    ) -> OpeningLedger {
        OpeningLedger(ledger.entries, after: end, now: now)
    }

    @Test func oneCrashAsksForAPersonAndTheSecondOneEndsIt() {
        var ledger = OpeningLedger()
        #expect(Self.open("a", in: &ledger) == nil)
        ledger = Self.next(ledger, after: .crash)
        #expect(ledger.blame(of: "a", isRemote: false, now: 0) == .crashed)
        #expect(Self.open("a", in: &ledger) == .crashed)
        #expect(Self.open("b", in: &ledger, .ready, .proven, .settled) == nil)
        #expect(Self.open("a", in: &ledger, insists: true) == nil)
        #expect(Self.open("a", in: &ledger) == nil, "the same attempt may need another pipeline")
        ledger = Self.next(ledger, after: .crash)
        #expect(Self.open("a", in: &ledger, insists: true) == .crashedAgain)
        for end in [OpeningLedger.End.clean, .kill, .crash] {
            ledger = Self.next(ledger, after: end)
            #expect(ledger.blame(of: "a", isRemote: false, now: 0) == .crashedAgain)
        }
        #expect(Self.open("a, changed", in: &ledger) == nil)
    }

    @Test func whatIsOpenedWellIsBlamedNoMore() {
        var ledger = OpeningLedger([.init(key: "a", crashes: 1)])
        #expect(Self.open("a", in: &ledger, insists: true, .ready) == nil)
        #expect(ledger.entries.first?.crashes == 1)
        ledger = Self.next(ledger, after: .clean)
        #expect(Self.open("a", in: &ledger, insists: true, .ready, .proven) == nil)
        ledger = Self.next(ledger, after: .clean)
        #expect(Self.open("a", in: &ledger) == nil)
    }

    @Test func closedOrLeftAloneItIsNotBlamed() {
        var ledger = OpeningLedger()
        #expect(Self.open("closed", in: &ledger, .ready, .closed) == nil)
        #expect(Self.open("settled", in: &ledger, .ready, .proven, .settled) == nil)
        #expect(Self.next(ledger, after: .crash).entries.isEmpty)
        #expect(Self.open("open", in: &ledger) == nil)
        #expect(Self.next(ledger, after: .clean).entries.isEmpty)
    }

    @Test func besideAnItemThatPlaysTheNextOneIsBlamed() {
        for events: [OpeningLedger.Event] in [[.ready], [.ready, .proven]] {
            var ledger = OpeningLedger()
            guard case .opens(let mark) = ledger.open("current", insists: false, isRemote: false, now: 0) else {
                return
            }
            for event in events { _ = ledger.note(event, of: mark) }
            #expect(Self.open("next", in: &ledger) == nil)
            var after = Self.next(ledger, after: .crash)
            #expect(Self.open("current", in: &after) == nil)
            #expect(Self.open("next", in: &after) == .crashed)
        }
        // Both are ready.
        var ledger = OpeningLedger()
        #expect(Self.open("current", in: &ledger, .ready) == nil)
        #expect(Self.open("a next one", in: &ledger, .ready) == nil)
        ledger = Self.next(ledger, after: .crash)
        #expect(Self.open("current", in: &ledger) == nil)
        #expect(Self.open("a next one", in: &ledger) == .crashed)
    }

    /// A part in the middle that crashes a decoder is reached again and again.
    @Test func theSecondCrashInTheMiddleIsNoAccident() {
        var ledger = OpeningLedger()
        #expect(Self.open("a", in: &ledger, .ready, .proven) == nil)
        ledger = Self.next(ledger, after: .crash)
        #expect(ledger.blame(of: "a", isRemote: false, now: 0) == nil)
        #expect(Self.open("a", in: &ledger, .ready, .proven) == nil)
        ledger = Self.next(ledger, after: .crash)
        #expect(ledger.blame(of: "a", isRemote: false, now: 0) == .crashed)
        #expect(Self.open("a", in: &ledger, insists: true, .ready, .proven) == nil)
        ledger = Self.next(ledger, after: .crash)
        #expect(Self.open("a", in: &ledger, insists: true) == .crashedAgain)
        // What has played on for a minute was an accident.
        ledger = OpeningLedger([.init(key: "a", accidents: 1)])
        #expect(Self.open("a", in: &ledger, .ready, .proven, .settled) == nil)
        #expect(ledger.entries.isEmpty)
    }

    @Test func killsCountInARowAndBeforeTheItemIsReady() {
        var ledger = OpeningLedger()
        for kills in 1...4 {
            #expect(Self.open("a", in: &ledger) == nil, "a person and the queue may open it")
            ledger = Self.next(ledger, after: .kill)
            #expect(ledger.blame(of: "a", isRemote: false, now: 0) == (kills < 2 ? nil : .killed))
        }
        #expect(Self.open("a", in: &ledger) == .killed)
        #expect(Self.open("a", in: &ledger, insists: true, .ready) == nil)
        #expect(Self.next(ledger, after: .kill).entries.isEmpty)
    }

    @Test func whatIsOnAServerIsTriedAgainAfterADay() {
        var ledger = OpeningLedger()
        #expect(Self.open("a", in: &ledger, isRemote: true, now: 1_000) == nil)
        ledger = Self.next(ledger, after: .crash, now: 1_000)
        #expect(Self.open("a", in: &ledger, isRemote: true, now: 80_000) == .crashed)
        #expect(Self.open("a", in: &ledger, isRemote: true, now: 90_000) == nil)
    }

    /// The clock was a year ahead when the items crashed.
    @Test func aClockThatIsSetBackKeepsNobodyFromOpening() {
        var ledger = OpeningLedger(["a", "b", "c"].map { .init(key: $0, crashes: 1, blamedAt: 31_536_000) })
        #expect(ledger.blame(of: "first", isRemote: false, now: 31_536_010) == .crashedWithOthers)
        #expect(ledger.blame(of: "first", isRemote: false, now: 1_000) == nil)
        #expect(Self.open("a", in: &ledger, isRemote: true, now: 31_536_010) == .crashed)
        #expect(Self.open("a", in: &ledger, isRemote: true, now: 1_000) == nil)
        let broken = OpeningLedger([.init(key: "a", crashes: 1, blamedAt: .min)])
        #expect(broken.blame(of: "first", isRemote: false, now: .max) == nil)
    }

    @Test func thoseThatWereBlamedFirstAreForgottenFirst() {
        let entries = (0..<100).map { OpeningLedger.Entry(key: "\($0)", crashes: 1, blamedAt: Int64($0)) }
        let kept = OpeningLedger(entries).entries
        #expect(kept.count == OpeningLedger.mostBlamed)
        #expect(kept.allSatisfy { $0.blamedAt >= 36 })
    }

    /// A queue of files that all crash: systemd would give up after twenty starts.
    @Test func afterThreeCrashesInAMinuteNothingIsOpenedByItself() {
        var ledger = OpeningLedger()
        for (number, key) in ["a", "b", "c"].enumerated() {
            let now = Int64(1_000 + 2 * number)
            #expect(ledger.blame(of: "first", isRemote: false, now: now) == nil)
            _ = Self.open("first", in: &ledger, now: now, .ready, .proven, .settled)
            _ = Self.open(key, in: &ledger, now: now)
            ledger = Self.next(ledger, after: .crash, now: now)
        }
        #expect(ledger.blame(of: "first", isRemote: false, now: 1_006) == .crashedWithOthers)
        // A person may go on, and so may the next start some time later.
        #expect(Self.open("first", in: &ledger, now: 1_006) == nil)
        #expect(ledger.blame(of: "first", isRemote: false, now: 1_070) == nil)
    }
}
