import PlayerCore
import Testing

/// Which cards show, on a fake clock.
@Suite struct CardMachineTests {
    fileprivate static func situation(
        _ change: (inout CardMachine.Situation) -> Void = { _ in }
    ) -> CardMachine.Situation {
        var situation = CardMachine.Situation()
        situation.window = .windowed
        change(&situation)
        return situation
    }

    private static let next = ProposalCard(title: "Two")

    @Test(arguments: [
        (CardMode.on, PlayerSnapshot.windowStates, [false, true, true, true]),
        (.fullscreen, PlayerSnapshot.windowStates, [false, false, true, false]),
        (.off, PlayerSnapshot.windowStates, [false, false, false, false]),
    ])
    func theModeAndTheWindowDecide(
        _ mode: CardMode, _ states: [WindowSnapshot.State], _ expected: [Bool]
    ) {
        let shows = states.map { state in
            var machine = CardMachine()
            machine.settle(Self.situation { ($0.mode, $0.window, $0.offer) = (mode, state, .recap) }, now: .seconds(0))
            return !machine.shown.isEmpty
        }
        #expect(shows == expected)
    }

    @Test func anOfferShowsWhileItIsProminentAndNoTimerRuns() {
        var machine = CardMachine()
        let offered = Self.situation { $0.offer = .openingCredits }
        machine.expect([.offer(.openingCredits)], until: nil, in: offered, at: 0)
        machine.expect([.offer(.openingCredits)], until: nil, in: offered, at: 3)
        machine.expect([], until: nil, at: 8)
    }

    /// The whole window is drawn for each step of its line, which are 400 at most.
    @Test(arguments: [(60, 1), (3_600, 9)]) func whatIsHeardIsShownWithItsProgress(length: Int, step: Int) {
        var machine = CardMachine()
        let song = NowPlayingCard(title: "Song", detail: "Somebody")
        func situation(
            _ seconds: Double, _ change: (inout CardMachine.Situation) -> Void = { _ in }
        ) -> CardMachine.Situation {
            Self.situation {
                $0.nowPlaying = song
                ($0.position, $0.length, $0.rate) = (.seconds(seconds), .seconds(Double(length)), 1)
                change(&$0)
            }
        }
        func shown(_ situation: CardMachine.Situation, at now: Double = 0) -> NowPlayingCard? {
            machine.settle(situation, now: .seconds(now))
            for case .nowPlaying(let card) in machine.shown { return card }
            return nil
        }
        #expect(shown(situation(0))?.title == "Song")
        #expect(shown(situation(Double(step) - 0.1))?.share == 0)
        #expect(machine.changesAt.map { abs(($0 - .seconds(0)).seconds - 0.1) < 0.001 } == true)
        #expect(shown(situation(Double(step) + 0.1))?.share == Double(step) / Double(length))
        #expect(shown(situation(1) { $0.rate = 0 }) != nil && machine.changesAt == nil, "nothing moves")
        #expect(shown(situation(1) { $0.bar = BarCard() }) == nil, "the bar shows it, too")
        #expect(shown(situation(1) { $0.proposal = Self.next }) == nil, "it needs the place")
        #expect(shown(situation(1) { $0.window = .pictureInPicture }) != nil)
        machine.pointerMoved(now: .seconds(0))
        #expect(shown(situation(1) { $0.window = .pictureInPicture }) == nil)
        #expect(machine.shown.contains { if case .controls = $0 { true } else { false } })
    }

    /// An interval of 292 years is one that a client may send.
    @Test(arguments: HostileTimeTests.extremes) func countdownsOfAnyLengthShowWholeSeconds(_ nanoseconds: Int64) {
        let time = MediaTime(nanoseconds: nanoseconds)
        let seconds = Int64((Int128(max(0, nanoseconds)) + 999_999_999) / 1_000_000_000)
        for rate in HostileTimeTests.reals {
            for now in [MonotonicTime.seconds(1), MonotonicTime(nanoseconds: nanoseconds)] {
                var machine = CardMachine()
                machine.sought(to: time, of: time, now: now)
                let situation = Self.situation {
                    ($0.proposal, $0.acceptsIn, $0.countingRate) = (Self.next, time, rate)
                    ($0.position, $0.length, $0.rate) = (time, time, rate)
                }
                machine.settle(situation, now: now)
                if let moment = machine.changesAt { #expect(moment > now || now.nanoseconds == .max) }
                guard case .proposal(let card)? = machine.shown.first else { continue }
                #expect(card.seconds == seconds)
            }
        }
    }

    @Test func feedbackShowsForOneAndAHalfSecondsSinceTheLastChange() {
        var machine = CardMachine()
        machine.volumeSet(to: 0.5, now: .seconds(10))
        machine.expect([.volume(0.5)], until: 11.5, at: 10)
        machine.volumeSet(to: 0.55, now: .seconds(11))
        machine.expect([.volume(0.55)], until: 12.5, at: 11)
        machine.expect([], until: nil, at: 12.5)
    }

    @Test func aChapterShowsForThreeSecondsUnlessSomebodySoughtToIt() {
        var machine = CardMachine()
        machine.chapterBegan("One", now: .seconds(1))
        machine.expect([.chapter("One")], until: 4, at: 1)
        machine.sought(to: .seconds(61.9), of: .seconds(100), now: .seconds(2))
        machine.chapterBegan("Two", now: .seconds(2))
        machine.expect([.position(seconds: 61, of: 100)], until: 3.5, at: 2)
        machine.chapterBegan("", now: .seconds(4))
        machine.expect([], until: nil, at: 4)
    }

    @Test func aPositionShowsFromTheLandingOn() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: nil, now: .seconds(0))
        let seeking = Self.situation { $0.isSeeking = true }
        machine.expect([.position(seconds: 8, of: nil)], until: 1.5, in: seeking, at: 0)
        machine.expect([.position(seconds: 8, of: nil)], until: 3, in: seeking, at: 1.5)
        machine.expect([.position(seconds: 8, of: nil)], until: 3.5, at: 2)
        machine.expect([], until: nil, at: 3.5)
    }

    @Test func thePositionIsTheOneOfTheMomentAndNotTheOneThatWasSought() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: .seconds(100), now: .seconds(0))
        let playing = Self.situation { ($0.position, $0.length, $0.rate) = (.seconds(8.75), .seconds(100), 2) }
        machine.expect([.position(seconds: 8, of: 100)], until: 0.125001, in: playing, at: 0)
        let skipped = Self.situation { ($0.position, $0.length) = (.seconds(61.5), .seconds(100)) }
        machine.expect([.position(seconds: 61, of: 100)], until: 1.5, in: skipped, at: 0.1)
    }

    @Test func aPositionThatStandsShortOfASecondKeepsNobodyBusy() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: nil, now: .seconds(0))
        var (now, wakes) = (0.0, 0)
        while wakes < 100 {
            let situation = Self.situation { ($0.position, $0.rate) = (.seconds(8.999999), 1) }
            machine.settle(situation, now: .seconds(now))
            guard let moment = machine.changesAt else { break }
            now = (moment - .seconds(0)).seconds
            wakes += 1
        }
        #expect(wakes <= 16)
        #expect(machine.shown.isEmpty)
    }

    @Test func aProposalCountsDownOnceASecondAndStandsWhenPlaybackDoes() {
        var machine = CardMachine()
        var shown: [Int64?] = []
        var (now, wakes) = (0.0, 0)
        var left = 3.4
        while left > 0, wakes < 20 {
            let situation = Self.situation {
                ($0.proposal, $0.acceptsIn, $0.countingRate) = (Self.next, .seconds(left), 1)
            }
            machine.settle(situation, now: .seconds(now))
            if case .proposal(let card)? = machine.shown.first { shown.append(card.seconds) }
            guard let changesAt = machine.changesAt.map({ ($0 - .seconds(0)).seconds }) else { break }
            left -= changesAt - now
            now = changesAt
            wakes += 1
        }
        #expect(shown == [4, 3, 2, 1])
        #expect(wakes == 4)
        var standing = CardMachine()
        let paused = Self.situation { ($0.proposal, $0.acceptsIn) = (Self.next, .seconds(2.5)) }
        standing.settle(paused, now: .seconds(0))
        #expect(standing.shown.count == 1 && standing.changesAt == nil, "no timer while it stands")
    }

    @Test func theOfferGivesWayToAProposalAndTheChapterWaitsForBoth() {
        var machine = CardMachine()
        machine.chapterBegan("Three", now: .seconds(0))
        let both = Self.situation { ($0.proposal, $0.offer) = (Self.next, .closingCredits) }
        machine.settle(both, now: .seconds(0))
        #expect(machine.shown == [.proposal(Self.next)])
        machine.settle(Self.situation { $0.offer = .closingCredits }, now: .seconds(5))
        #expect(machine.shown == [.offer(.closingCredits)])
        machine.expect([.chapter("Three")], until: 8, at: 6)
        machine.settle(Self.situation(), now: .seconds(8))
        #expect(machine.shown.isEmpty)
    }

    @Test func theRingKnowsHowTheCountdownBegan() {
        var machine = CardMachine()
        for left in [10.0, 7, 3] {
            machine.settle(
                Self.situation { ($0.proposal, $0.acceptsIn) = (Self.next, .seconds(left)) }, now: .seconds(10 - left))
            guard case .proposal(let card)? = machine.shown.first else {
                Issue.record("no proposal")
                return
            }
            #expect((card.seconds, card.total) == (Int64(left), 10))
        }
        let other = ProposalCard(title: "Three")
        machine.settle(Self.situation { ($0.proposal, $0.acceptsIn) = (other, .seconds(5)) }, now: .seconds(20))
        guard case .proposal(let card)? = machine.shown.first else { return }
        #expect(card.total == 5)
    }

    @Test func theBarTakesThePlaceOfPositionAndChapterAndTicksWithTheSeconds() {
        var machine = CardMachine()
        machine.chapterBegan("Two", now: .seconds(0))
        let bar = BarCard()
        let shown = Self.situation {
            ($0.bar, $0.position, $0.length, $0.rate) = (bar, .seconds(8.75), .seconds(100), 1)
        }
        machine.settle(shown, now: .seconds(0))
        #expect(machine.shown == [.bar(bar)])
        #expect(machine.changesAt == MonotonicTime(nanoseconds: 250_001_000))
        let paused = Self.situation { ($0.bar, $0.progress, $0.position) = (bar, .paused, .seconds(8.75)) }
        machine.settle(paused, now: .seconds(4))
        #expect(machine.shown == [.paused, .bar(bar)])
        #expect(machine.changesAt == nil, "a paused bar costs nothing")
    }

    @Test func controlsShowUnderThePointerInPictureInPictureOnly() {
        var machine = CardMachine()
        machine.pointerMoved(now: .seconds(0))
        machine.settle(Self.situation { _ in }, now: .seconds(0))
        #expect(machine.shown.isEmpty)
        let small = Self.situation { $0.window = .pictureInPicture }
        machine.expect([.controls(isPlaying: false)], until: 2.5, in: small, at: 1)
        machine.pointerMoved(now: .seconds(2))
        machine.settle(small, now: .seconds(4.4))
        #expect(machine.shown == [.controls(isPlaying: false)])
        machine.settle(small, now: .seconds(4.5))
        #expect(machine.shown.isEmpty, "a pointer that rests wants to see the picture")
        machine.pointerMoved(now: .seconds(5))
        machine.pointerLeft()
        machine.settle(small, now: .seconds(5))
        #expect(machine.shown.isEmpty)
    }

    @Test func pictureInPictureShowsHowFarItIs() {
        var machine = CardMachine()
        machine.pointerMoved(now: .seconds(0))
        let small = Self.situation {
            ($0.window, $0.position, $0.length, $0.rate) = (.pictureInPicture, .seconds(25.5), .seconds(100), 1)
        }
        machine.settle(small, now: .seconds(0))
        #expect(machine.shown == [.controls(isPlaying: false), .progress(0.25)])
        #expect(machine.changesAt == .seconds(0.500001))
    }

    @Test(arguments: [
        (Card.offer(.closingCredits), "Skip credits"), (.offer(.openingCredits), "Skip intro"),
        (.skipped(.openingCredits, canUndo: true), "Skipped intro"),
        (.skipped(.recap, canUndo: false), "Skipped recap"), (.skipped(.interstitial, canUndo: true), "Skipped"),
        (.volume(1.204), "120 %"), (.volume(0.5, isMuted: true), "Muted"), (.rate(1), "1×"), (.rate(1.5), "1.5×"),
        (.rate(1.05), "1.05×"), (.rate(0.909), "0.91×"), (.position(seconds: 3_723, of: 36_000), "1:02:03 / 10:00:00"),
        (.position(seconds: 9, of: nil), "0:09"), (.chapter("Two"), "Two"),
    ])
    func words(_ card: Card, _ text: String) { #expect(card.text == text) }
}

extension CardMachine {
    /// Settles and compares: which cards are shown, and when they would change. Times are in seconds.
    fileprivate mutating func expect(
        _ cards: [Card], until change: Double?, in situation: Situation = CardMachineTests.situation(), at now: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        settle(situation, now: .seconds(now))
        #expect(shown == cards, sourceLocation: sourceLocation)
        #expect(changesAt == change.map { .seconds($0) }, sourceLocation: sourceLocation)
    }
}

extension PlayerSnapshot {
    static let windowStates: [WindowSnapshot.State] = [.none, .windowed, .fullscreen, .pictureInPicture]
}
