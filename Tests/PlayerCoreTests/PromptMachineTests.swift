import Testing

@testable import PlayerCore

/// Which prompts people see, from what holds.
@Suite struct PromptMachineTests {
    private static let item = ItemID(rawValue: 1)

    private static func offer(_ end: Double = 30, isProminent: Bool = true) -> PromptSituation.Offer {
        .init(
            item: item, kind: .openingCredits, end: .seconds(end), shownEnd: .seconds(end), isProminent: isProminent)
    }

    private static func proposal(_ uri: String = "file:///b", acceptsIn: Double? = nil, rate: Double = 1)
        -> PromptSituation.Proposal
    {
        var proposal = PromptSituation.Proposal(item: item, uri: uri, title: "Two")
        proposal.acceptsIn = acceptsIn.map { .seconds($0) }
        proposal.countingRate = acceptsIn == nil ? 0 : rate
        return proposal
    }

    private static func situation(_ change: (inout PromptSituation) -> Void = { _ in }) -> PromptSituation {
        var situation = PromptSituation()
        situation.item = item
        situation.title = "One"
        situation.isPlaying = true
        situation.canPlay = true
        change(&situation)
        return situation
    }

    private static func action(_ id: String) -> ClientAction { ClientAction(id: id, title: id.uppercased()) }

    /// A machine on a clock that the test moves, and what it did in words: `show offer`.
    private struct Bench {
        var machine = PromptMachine()
        var now = MonotonicTime.seconds(100)
        var mode = PromptMode.withoutWindow

        mutating func settle(_ situation: PromptSituation, after seconds: Double = 2) -> [String] {
            now = now + .seconds(seconds)
            return machine.settle(situation, mode: mode, now: now).map { action in
                switch action {
                case .show(let subject, _): "show \(subject)"
                case .replace(let subject, _): "replace \(subject)"
                case .close(let subject): "close \(subject)"
                }
            }
        }
    }

    @Test func eachKindIsShownWithItsButtonsAndClosedWhenItNoLongerHolds() throws {
        let commands: [(Prompt.Subject, PromptSituation, [PlayerCommand], [String])] = [
            (
                .offer, Self.situation { $0.offer = Self.offer(95) },
                [.segments(.takeOffer), .segments(.dismissOffer)],
                ["Skip intro", "One", "until 1:35"]
            ),
            (
                .proposal, Self.situation { $0.proposal = Self.proposal(acceptsIn: 12) },
                [.proposals(.accept), .proposals(.deferDecision)], ["Up next", "Two", "Plays in 10 s"]
            ),
            (
                .proposal,
                Self.situation {
                    $0.proposal = Self.proposal()
                    $0.proposal?.isAtEnd = true
                }, [.proposals(.accept), .proposals(.reject)], ["Up next", "Two"]
            ),
            (
                .stillWatching, Self.situation { $0.isStillWatching = true }, [.play, .stop],
                ["Still watching?", "One", "Playback waits."]
            ),
            (
                .actions, Self.situation { $0.actions = [Self.action("like")] }, [.actions(.invoke("like"))],
                ["LIKE", "One"]
            ),
            (
                .actions, Self.situation { $0.actions = [Self.action("like"), Self.action("buy")] },
                [.actions(.invoke("like")), .actions(.invoke("buy"))], ["One", "LIKE · BUY"]
            ),
        ]
        for (subject, situation, expected, words) in commands {
            var bench = Bench()
            #expect(bench.settle(situation) == ["show \(subject)"])
            let prompt = try #require(bench.machine.shown(subject))
            #expect(prompt.buttons.map(\.command) == expected)
            #expect([prompt.title] + prompt.lines == words)
            #expect(bench.settle(situation).isEmpty, "nothing changed")
            #expect(bench.settle(Self.situation()) == ["close \(subject)"])
            #expect(bench.settle(Self.situation()).isEmpty)
        }
    }

    @Test(arguments: [
        (
            Words.Language.german,
            [
                ["Intro überspringen", "bis 1:35", "Überspringen", "Nicht jetzt"],
                ["Als Nächstes", "Two", "Beginnt in 5 s", "Abspielen", "Nicht jetzt"],
                ["Noch da?", "Als Nächstes: Two", "Die Wiedergabe wartet.", "Fortsetzen", "Stopp"],
                ["c.mp3 lässt sich nicht abspielen", "gone", "Erneut versuchen", "Nächster Titel"],
            ]
        ),
        (
            .french,
            [
                ["Passer le générique", "jusqu’à 1:35", "Passer", "Plus tard"],
                ["À suivre", "Two", "Lecture dans 5 s", "Lire", "Plus tard"],
                ["Toujours là ?", "À suivre : Two", "La lecture attend.", "Continuer", "Arrêter"],
                ["Impossible de lire c.mp3", "gone", "Réessayer", "Suivant"],
            ]
        ),
    ])
    func promptsSpeakTheLanguageOfTheSession(language: Words.Language, texts: [[String]]) {
        let situations: [(Prompt.Subject, PromptSituation)] = [
            (.offer, Self.situation { $0.offer = Self.offer(95) }),
            (.proposal, Self.situation { $0.proposal = Self.proposal(acceptsIn: 5) }),
            (
                .stillWatching,
                Self.situation {
                    $0.proposal = Self.proposal()
                    $0.isStillWatching = true
                }
            ),
            (
                .failure,
                Self.situation {
                    $0.isPlaying = false
                    $0.hasFailed = true
                    $0.canGoNext = true
                }
            ),
        ]
        for ((subject, situation), texts) in zip(situations, texts) {
            var bench = Bench()
            var spoken = situation
            spoken.language = language
            spoken.title = ""
            if subject == .failure { bench.machine.failed("c.mp3", "gone", now: bench.now) }
            _ = bench.settle(spoken)
            let prompt = bench.machine.shown(subject)
            #expect([prompt?.title ?? ""] + (prompt?.lines ?? []) + (prompt?.buttons.map(\.title) ?? []) == texts)
        }
    }

    @Test func whatAVisibleWindowShowsIsNoPrompt() {
        let both = Self.situation {
            $0.offer = Self.offer()
            $0.actions = [Self.action("like")]
            $0.drawn = [.offer]
        }
        let rows: [(PromptMode, [String])] = [
            (.withoutWindow, ["show actions"]), (.always, ["show offer", "show actions"]), (.never, []),
        ]
        for (mode, expected) in rows {
            var bench = Bench()
            bench.mode = mode
            #expect(bench.settle(both) == expected, "\(mode)")
        }
        var bench = Bench()
        #expect(bench.settle(Self.situation { $0.offer = Self.offer() }) == ["show offer"])
        #expect(
            bench.settle(
                Self.situation {
                    $0.offer = Self.offer()
                    $0.drawn = [.offer]
                }) == ["close offer"])
        #expect(bench.settle(Self.situation { $0.offer = Self.offer(isProminent: false) }).isEmpty, "it was seen")
        bench.mode = .never
        #expect(bench.settle(Self.situation { $0.offer = Self.offer(50) }).isEmpty)
    }

    @Test func anOfferIsNewWhenItIsShownAndStaysUntilItEnds() {
        var bench = Bench()
        #expect(bench.settle(Self.situation { $0.offer = Self.offer(isProminent: false) }).isEmpty)
        #expect(bench.settle(Self.situation { ($0.offer, $0.isPlaying) = (Self.offer(50), false) }).isEmpty)
        #expect(bench.settle(Self.situation { $0.offer = Self.offer() }) == ["show offer"])
        #expect(bench.settle(Self.situation { $0.offer = Self.offer(isProminent: false) }).isEmpty)
        #expect(
            bench.settle(Self.situation { ($0.offer, $0.isPlaying) = (Self.offer(isProminent: false), false) }).isEmpty)
        #expect(bench.settle(Self.situation { $0.offer = Self.offer(50) }) == ["replace offer"])
    }

    @Test func aProposalTakesThePlaceOfAnOfferAndAQuestionThatOfBoth() {
        var bench = Bench()
        var situation = Self.situation { $0.offer = Self.offer() }
        #expect(bench.settle(situation) == ["show offer"])
        situation.proposal = Self.proposal()
        #expect(bench.settle(situation) == ["show proposal", "close offer"])
        situation.isStillWatching = true
        #expect(bench.settle(situation) == ["show stillWatching", "close proposal"])
        #expect(bench.machine.shown(.stillWatching)?.lines == ["Up next: Two", "Playback waits."])
    }

    @Test func whatAPersonClosedDoesNotComeBackWhileTheSameIsAsked() {
        var bench = Bench()
        #expect(bench.settle(Self.situation { $0.proposal = Self.proposal(acceptsIn: 9) }) == ["show proposal"])
        bench.machine.closed(.proposal)
        #expect(bench.settle(Self.situation { $0.proposal = Self.proposal(acceptsIn: 7) }).isEmpty)
        #expect(
            bench.settle(Self.situation { $0.proposal = Self.proposal("file:///c", acceptsIn: 5) }) == ["show proposal"]
        )
        bench.machine.closed(.proposal)
        #expect(bench.settle(Self.situation()).isEmpty, "there is nothing to close")
        #expect(bench.settle(Self.situation { $0.proposal = Self.proposal(acceptsIn: 9) }) == ["show proposal"])
    }

    @Test func ofClosedActionsOnlyNewOnesComeBack() {
        var bench = Bench()
        #expect(
            bench.settle(Self.situation { $0.actions = [Self.action("a"), Self.action("b")] }) == ["show actions"])
        bench.machine.closed(.actions)
        #expect(bench.settle(Self.situation { $0.actions = [Self.action("b")] }).isEmpty)
        #expect(bench.settle(Self.situation { $0.actions = [Self.action("b"), Self.action("c")] }) == ["show actions"])
        #expect(bench.settle(Self.situation { $0.actions = [Self.action("c")] }) == ["replace actions"])
    }

    @Test func noSubjectChangesMoreThanOnceASecond() {
        var bench = Bench()
        var shown = 0
        for step in 0..<1_000 {
            let situation = Self.situation { $0.actions = [Self.action("\(step)")] }
            shown += bench.settle(situation, after: 0.01).filter { !$0.hasPrefix("close") }.count
        }
        #expect((9...11).contains(shown), "\(shown) in ten seconds")
        // What was held back is shown when its time comes.
        let last = Self.situation { $0.actions = [Self.action("last")] }
        _ = bench.settle(last, after: 0.01)
        if let moment = bench.machine.changesAt { bench.now = moment }
        _ = bench.settle(last, after: 0)
        #expect(bench.machine.shown(.actions)?.buttons.map(\.title) == ["LAST"])
        #expect(bench.machine.changesAt == nil)
        #expect(bench.settle(Self.situation(), after: 0.01) == ["close actions"], "closing never waits")
    }

    @Test func whatWaitsForItsMomentIsNotClosedWithWhatIsShown() {
        var bench = Bench()
        #expect(bench.settle(Self.situation { $0.actions = [Self.action("a")] }) == ["show actions"])
        let other = Self.situation { $0.actions = [Self.action("b")] }
        #expect(bench.settle(other, after: 0.1).isEmpty)
        bench.machine.closed(.actions)
        #expect(bench.settle(other, after: 0.1).isEmpty)
        #expect(bench.settle(other, after: 1) == ["show actions"])
        bench.machine.closed(.actions)
        #expect(bench.settle(other).isEmpty)
    }

    @Test func buttonsOfWhatIsNoLongerAskedDoNotStay() {
        var bench = Bench()
        #expect(bench.settle(Self.situation { $0.offer = Self.offer() }) == ["show offer"])
        let number = bench.machine.shown(.offer)?.number
        let other = Self.situation { $0.offer = Self.offer(50) }
        #expect(bench.settle(other, after: 0.1) == ["close offer"])
        #expect(bench.settle(other, after: 1) == ["show offer"])
        #expect(bench.machine.shown(.offer)?.number != number)
    }

    @Test func aCountdownIsToldInStepsThatShrink() {
        var bench = Bench()
        var texts: [String] = []
        var left = 130.0
        while left > 0 {
            let situation = Self.situation { $0.proposal = Self.proposal(acceptsIn: left) }
            _ = bench.settle(situation, after: 0)
            if let text = bench.machine.shown(.proposal)?.lines.last, text != texts.last { texts.append(text) }
            guard let moment = bench.machine.changesAt else { break }
            left -= (moment - bench.now).seconds
            bench.now = moment
        }
        let steps = ["2 min", "1 min"] + stride(from: 55, to: 10, by: -5).map { "\($0) s" }
        #expect(texts == (steps + (1...10).reversed().map { "\($0) s" }).map { "Plays in " + $0 })
    }

    @Test func aCountdownThatStandsNeedsNoTimer() {
        var bench = Bench()
        _ = bench.settle(Self.situation { $0.proposal = Self.proposal(acceptsIn: 12, rate: 0) })
        #expect(bench.machine.changesAt == nil)
    }

    @Test func failuresAreToldTogetherAndGoWhenSomethingPlays() throws {
        var bench = Bench()
        bench.machine.failed("a.mkv", "It is broken.", now: bench.now)
        let failed = Self.situation { ($0.hasFailed, $0.isPlaying, $0.canGoNext) = (true, false, true) }
        #expect(bench.settle(failed, after: 0) == ["show failure"])
        var prompt = try #require(bench.machine.shown(.failure))
        #expect(prompt.title == "Cannot play a.mkv")
        #expect(prompt.lines == ["It is broken."])
        #expect(prompt.buttons.map(\.command) == [.play, .next])
        bench.machine.failed("b.mkv", "It is gone.", inARow: 101, now: bench.now)
        #expect(bench.settle(failed, after: 0.5).isEmpty)
        #expect(bench.settle(failed, after: 0.5) == ["replace failure"])
        prompt = try #require(bench.machine.shown(.failure))
        #expect(prompt.lines == ["It is gone.", "101 items in a row could not be played."])
        // The next item plays: whoever was away is told all the same.
        #expect(bench.settle(Self.situation()) == ["replace failure"])
        #expect(bench.machine.shown(.failure)?.buttons.isEmpty == true)
        bench.now = try #require(bench.machine.changesAt)
        #expect(bench.settle(Self.situation(), after: 0) == ["close failure"])
        #expect(bench.machine.changesAt == nil)
    }

    @Test func whatFailsAgainAfterAnAnswerIsToldAgain() {
        var bench = Bench()
        let failed = Self.situation { ($0.hasFailed, $0.isPlaying) = (true, false) }
        bench.machine.failed("a.mkv", "It is broken.", now: bench.now)
        #expect(bench.settle(failed) == ["show failure"])
        bench.machine.closed(.failure)
        bench.machine.failed("b.mkv", "It is broken.", now: bench.now)
        #expect(bench.settle(failed).isEmpty, "nobody wants to hear of it")
        bench.machine.answered(.failure)
        #expect(bench.settle(failed).isEmpty)
        bench.machine.failed("a.mkv", "It is broken.", now: bench.now)
        #expect(bench.settle(failed) == ["show failure"])
        #expect(bench.machine.shown(.failure)?.lines == ["It is broken."])
    }

    /// Whoever has closed the prompt and started something else is told when that fails, too.
    @Test func whatFailsAfterSomethingHasPlayedIsToldAgain() {
        var bench = Bench()
        let failed = Self.situation { ($0.hasFailed, $0.isPlaying) = (true, false) }
        bench.machine.failed("a.mkv", "It is broken.", now: bench.now)
        #expect(bench.settle(failed) == ["show failure"])
        #expect(bench.settle(Self.situation()) == ["replace failure"])
        bench.machine.closed(.failure)
        #expect(bench.settle(Self.situation()).isEmpty)
        bench.machine.failed("b.mkv", "It is gone.", now: bench.now)
        #expect(bench.settle(failed) == ["show failure"])
        #expect(bench.machine.shown(.failure)?.lines == ["It is gone."], "it is the first one")
    }

    @Test func aLineForTheShellHoldsNothingThatAShellReads() throws {
        var bench = Bench()
        _ = bench.settle(Self.situation { $0.actions = [Self.action("like.it_2"), Self.action("$(reboot)")] })
        let lines = bench.machine.shown(.actions)?.buttons.map(\.line)
        #expect(lines == ["mediactl actions invoke like.it_2", "mediactl actions"])
    }
}
