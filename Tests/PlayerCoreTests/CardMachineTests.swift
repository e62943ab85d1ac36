import PlayerCore
import Testing

/// Which cards show, on a fake clock.
@Suite struct CardMachineTests {
    private static func situation(
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
            let actions = machine.settle(
                Self.situation { ($0.mode, $0.window, $0.offer) = (mode, state, .recap) }, now: .seconds(0))
            return !actions.isEmpty
        }
        #expect(shows == expected)
    }

    @Test func anOfferShowsWhileItIsProminentAndNoTimerRuns() {
        var machine = CardMachine()
        let offered = Self.situation { $0.offer = .openingCredits }
        #expect(machine.settle(offered, now: .seconds(0)) == [.show([.offer(.openingCredits)])])
        #expect(machine.settle(offered, now: .seconds(3)).isEmpty)
        #expect(machine.settle(Self.situation(), now: .seconds(8)) == [.show([])])
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
            _ = machine.settle(situation, now: .seconds(now))
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
                for action in machine.settle(situation, now: now) {
                    if case .arm(let moment) = action { #expect(moment > now || now.nanoseconds == .max) }
                    guard case .show(let cards) = action, case .proposal(let card)? = cards.first else { continue }
                    #expect(card.seconds == seconds)
                }
            }
        }
    }

    @Test func feedbackShowsForOneAndAHalfSecondsSinceTheLastChange() {
        var machine = CardMachine()
        machine.volumeSet(to: 0.5, now: .seconds(10))
        #expect(machine.settle(Self.situation(), now: .seconds(10)) == [.show([.volume(0.5)]), .arm(.seconds(11.5))])
        machine.volumeSet(to: 0.55, now: .seconds(11))
        #expect(machine.settle(Self.situation(), now: .seconds(11)) == [.show([.volume(0.55)]), .arm(.seconds(12.5))])
        machine.timerFired()
        #expect(machine.settle(Self.situation(), now: .seconds(12.5)) == [.show([])])
    }

    @Test func aChapterShowsForThreeSecondsUnlessSomebodySoughtToIt() {
        var machine = CardMachine()
        machine.chapterBegan("One", now: .seconds(1))
        #expect(machine.settle(Self.situation(), now: .seconds(1)) == [.show([.chapter("One")]), .arm(.seconds(4))])
        machine.sought(to: .seconds(61.9), of: .seconds(100), now: .seconds(2))
        machine.chapterBegan("Two", now: .seconds(2))
        #expect(
            machine.settle(Self.situation(), now: .seconds(2)) == [
                .show([.position(seconds: 61, of: 100)]), .arm(.seconds(3.5)),
            ])
        machine.chapterBegan("", now: .seconds(4))
        #expect(machine.settle(Self.situation(), now: .seconds(4)) == [.show([]), .disarm])
    }

    @Test func aPositionShowsFromTheLandingOn() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: nil, now: .seconds(0))
        let seeking = Self.situation { $0.isSeeking = true }
        #expect(machine.settle(seeking, now: .seconds(0)).first == .show([.position(seconds: 8, of: nil)]))
        machine.timerFired()
        #expect(machine.settle(seeking, now: .seconds(1.5)) == [.arm(.seconds(3))])
        #expect(machine.settle(Self.situation(), now: .seconds(2)) == [.arm(.seconds(3.5))])
        machine.timerFired()
        #expect(machine.settle(Self.situation(), now: .seconds(3.5)) == [.show([])])
    }

    @Test func thePositionIsTheOneOfTheMomentAndNotTheOneThatWasSought() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: .seconds(100), now: .seconds(0))
        let playing = Self.situation { ($0.position, $0.length, $0.rate) = (.seconds(8.75), .seconds(100), 2) }
        #expect(
            machine.settle(playing, now: .seconds(0)) == [
                .show([.position(seconds: 8, of: 100)]), .arm(.seconds(0.125001)),
            ])
        let skipped = Self.situation { ($0.position, $0.length) = (.seconds(61.5), .seconds(100)) }
        #expect(machine.settle(skipped, now: .seconds(0.1)).first == .show([.position(seconds: 61, of: 100)]))
    }

    @Test func aPositionThatStandsShortOfASecondKeepsNobodyBusy() {
        var machine = CardMachine()
        machine.sought(to: .seconds(8), of: nil, now: .seconds(0))
        var (now, wakes) = (0.0, 0)
        while wakes < 100 {
            let situation = Self.situation { ($0.position, $0.rate) = (.seconds(8.999999), 1) }
            guard case .arm(let moment)? = machine.settle(situation, now: .seconds(now)).last else { break }
            machine.timerFired()
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
            var armed: Double?
            for action in machine.settle(situation, now: .seconds(now)) {
                if case .show(let cards) = action, case .proposal(let card)? = cards.first {
                    shown.append(card.seconds)
                }
                if case .arm(let moment) = action { armed = (moment - .seconds(0)).seconds }
            }
            guard let armed else { break }
            machine.timerFired()
            left -= armed - now
            now = armed
            wakes += 1
        }
        #expect(shown == [4, 3, 2, 1])
        #expect(wakes == 4)
        var standing = CardMachine()
        let paused = Self.situation { ($0.proposal, $0.acceptsIn) = (Self.next, .seconds(2.5)) }
        #expect(standing.settle(paused, now: .seconds(0)).count == 1, "no timer while it stands")
    }

    @Test func theOfferGivesWayToAProposalAndTheChapterWaitsForBoth() {
        var machine = CardMachine()
        machine.chapterBegan("Three", now: .seconds(0))
        let both = Self.situation { ($0.proposal, $0.offer) = (Self.next, .closingCredits) }
        _ = machine.settle(both, now: .seconds(0))
        #expect(machine.shown == [.proposal(Self.next)])
        _ = machine.settle(Self.situation { $0.offer = .closingCredits }, now: .seconds(5))
        #expect(machine.shown == [.offer(.closingCredits)])
        machine.timerFired()
        #expect(machine.settle(Self.situation(), now: .seconds(6)).contains(.show([.chapter("Three")])))
        machine.timerFired()
        _ = machine.settle(Self.situation(), now: .seconds(8))
        #expect(machine.shown.isEmpty)
    }

    @Test func theRingKnowsHowTheCountdownBegan() {
        var machine = CardMachine()
        for left in [10.0, 7, 3] {
            _ = machine.settle(
                Self.situation { ($0.proposal, $0.acceptsIn) = (Self.next, .seconds(left)) }, now: .seconds(10 - left))
            guard case .proposal(let card)? = machine.shown.first else {
                Issue.record("no proposal")
                return
            }
            #expect((card.seconds, card.total) == (Int64(left), 10))
        }
        let other = ProposalCard(title: "Three")
        _ = machine.settle(Self.situation { ($0.proposal, $0.acceptsIn) = (other, .seconds(5)) }, now: .seconds(20))
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
        let tick = MonotonicTime(nanoseconds: 250_001_000)
        #expect(machine.settle(shown, now: .seconds(0)) == [.show([.bar(bar)]), .arm(tick)])
        let paused = Self.situation { ($0.bar, $0.isPaused, $0.position) = (bar, true, .seconds(8.75)) }
        machine.timerFired()
        _ = machine.settle(paused, now: .seconds(4))
        #expect(machine.shown == [.paused, .bar(bar)])
        #expect(machine.changesAt == nil, "a paused bar costs nothing")
    }

    @Test func controlsShowUnderThePointerInPictureInPictureOnly() {
        var machine = CardMachine()
        machine.pointerMoved(now: .seconds(0))
        _ = machine.settle(Self.situation { _ in }, now: .seconds(0))
        #expect(machine.shown.isEmpty)
        let small = Self.situation { $0.window = .pictureInPicture }
        #expect(machine.settle(small, now: .seconds(1)).contains(.arm(.seconds(2.5))))
        #expect(machine.shown == [.controls(isPlaying: false)])
        machine.pointerMoved(now: .seconds(2))
        machine.timerFired()
        _ = machine.settle(small, now: .seconds(4.4))
        #expect(machine.shown == [.controls(isPlaying: false)])
        _ = machine.settle(small, now: .seconds(4.5))
        #expect(machine.shown.isEmpty, "a pointer that rests wants to see the picture")
        machine.pointerMoved(now: .seconds(5))
        machine.pointerLeft()
        _ = machine.settle(small, now: .seconds(5))
        #expect(machine.shown.isEmpty)
    }

    @Test func pictureInPictureShowsHowFarItIs() {
        var machine = CardMachine()
        machine.pointerMoved(now: .seconds(0))
        let small = Self.situation {
            ($0.window, $0.position, $0.length, $0.rate) = (.pictureInPicture, .seconds(25.5), .seconds(100), 1)
        }
        _ = machine.settle(small, now: .seconds(0))
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

extension PlayerSnapshot {
    static let windowStates: [WindowSnapshot.State] = [.none, .windowed, .fullscreen, .pictureInPicture]
}
