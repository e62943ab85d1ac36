import ArgumentParser
import DBusKit
import Glibc
import TestSupport
import Testing

@testable import mediactl

/// What shells read of the completions.
@Suite struct CompletionCandidateTests {
    private static let candidates = [
        CompletionCandidate(word: "1", explanation: "It's $(touch x): a\u{1B}[2J\nb"),
        CompletionCandidate(word: "2"),
    ]

    @Test func bashIsGivenQuotedWords() {
        #expect(
            CompletionCandidate.lines(Self.candidates, for: .bash, showsExplanations: true)
                == [#"'1 (It'\''s $(touch x): a [2J b)'"#, "'2'"])
        #expect(
            CompletionCandidate.lines(Self.candidates, for: .bash, showsExplanations: false) == ["'1'", "'2'"])
        #expect(
            CompletionCandidate.lines([Self.candidates[0]], for: .bash, showsExplanations: true) == ["'1'"],
            "a single candidate is inserted whole")
    }

    @Test func zshAndFishAreGivenExplanations() {
        #expect(
            CompletionCandidate.lines(Self.candidates, for: .zsh, showsExplanations: true)
                == ["1:It's $(touch x): a [2J b", "2"])
        #expect(
            CompletionCandidate.lines([CompletionCandidate(word: #"a:b\c"#)], for: .zsh, showsExplanations: true)
                == [#"a\:b\\c"#])
        #expect(
            CompletionCandidate.lines(Self.candidates, for: .fish, showsExplanations: true)
                == ["1\tIt's $(touch x): a [2J b", "2"])
        #expect(CompletionCandidate.lines(Self.candidates, for: nil, showsExplanations: true) == ["1", "2"])
    }

    @Test func longExplanationsAreCut() {
        let candidate = CompletionCandidate(word: "1", explanation: String(repeating: "x", count: 100))
        #expect(
            CompletionCandidate.lines([candidate], for: .zsh, showsExplanations: true)
                == ["1:" + String(repeating: "x", count: 59) + "…"])
    }

    @Test(
        arguments: [
            ("", 3, [1...3]), ("", 100_000, [1...100]), ("", 0, []), ("2", 3, [2...2]), ("4", 3, []), ("0", 30, []),
            ("1", 30, [1...1, 10...19]), ("1", 100_000, [1...1, 10...19, 100...188]),
            ("12", 1_205, [12...12, 120...129, 1_200...1_205]),
            ("x", 30, []), ("01", 30, []), ("-1", 30, []), ("99999999999", 30, []),
            ("4294967295", .max, [4_294_967_295...4_294_967_295]),
        ] as [(String, UInt32, [ClosedRange<UInt32>])]) func numbersBeginWithWhatIsTyped(
            prefix: String, length: UInt32, ranges: [ClosedRange<UInt32>]
        )
    {
        #expect(QueueNumbers.ranges(startingWith: prefix, length: length) == ranges)
    }
}

/// What the built program offers on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CompletionTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    /// What the script of a shell is answered for the argument of a command.
    private func offered(
        _ command: [String], _ argument: String = "positional@0", typed: String = "", shell: String = "fish",
        patience: Int? = 30_000
    ) throws -> String {
        let words = ["mediactl"] + command + [typed]
        let outcome = try bus.mediactl(
            ["---completion"] + command + ["--", argument, "\(words.count - 1)", "\(typed.count)"] + words,
            // A busy machine takes longer than anybody waits for a completion.
            environment: ["SAP_SHELL": shell, "MEDIACTL_COMPLETION_TIMEOUT": patience.map(String.init) ?? ""])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        return outcome.output
    }

    @Test func whatTheDaemonKnowsIsOffered() async throws {
        #expect(try offered(["queue", "go"]) == "1\tOne\n2\tTwo\n3\tThree\n")
        #expect(try offered(["queue", "go"], typed: "2") == "2\tTwo\n")
        #expect(try offered(["queue", "move"], "positional@1", shell: "bash") == "'1'\n'2'\n'3'\n")
        #expect(try offered(["queue", "remove"], shell: "zsh") == "1:One\n2:Two\n3:Three\n \n")
        #expect(try offered(["chapters", "go"]) == "1\t0:00 Opening\n2\t1:00 Act 1\n")
        #expect(try offered(["chapters", "list"], "--language") == "en\nfr\n")
        #expect(try offered(["tracks", "audio"]) == "1\ten, default\n")
        #expect(try offered(["tracks", "subtitles"]) == "off\tno subtitles\n")
        #expect(try offered(["playlists", "play"]) == "Evening\nMorning\nMornings in June\n")
        #expect(try offered(["export"], "--preset") == "passthrough\nexact\naudio\n")
        #expect(await daemon.takeCalls().isEmpty)
        await daemon.close()
    }

    @Test func kindsOfSegmentsNeedNoDaemon() async throws {
        await daemon.close()
        #expect(try offered(["export"], "--without").hasPrefix("opening-credits\nclosing-credits\n"))
        #expect(
            try offered(["export"], "--without", typed: "recap,mute,pre").hasPrefix(
                "recap,mute,opening-credits\nrecap,mute,closing-credits\nrecap,mute,preview\n"))
    }

    @Test func ofALongQueueTheBeginningIsOffered() async throws {
        await daemon.fill((1...5_000).map { "Title \($0)" })
        #expect(try offered(["queue", "go"]).split(separator: "\n").count == 100)
        #expect(try offered(["queue", "go"], typed: "49").hasPrefix("49\tTitle 49\n490\tTitle 490\n"))
        await daemon.close()
    }

    @Test func withoutADaemonNothingIsOfferedAndNoneIsStarted() async throws {
        await daemon.close()
        let folder = try TemporaryFolder()
        let trace = folder.path + "/started"
        for name in DaemonInterface.busNames {
            try folder.write(
                "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c 'touch \(trace); exit 1'\n", to: "\(name).service")
        }
        let activating = try PrivateBus(services: [folder.path])
        for argument in [["queue", "go"], ["chapters", "go"], ["playlists", "play"], ["tracks", "audio"]] {
            let outcome = try activating.mediactl(
                ["---completion"] + argument + ["--", "positional@0", "3", "0", "mediactl"] + argument + [""],
                environment: ["SAP_SHELL": "bash"])
            #expect(outcome == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        }
        #expect(access(trace, F_OK) != 0)
        // The bus would have started it.
        _ = try activating.mediactl(["play"])
        #expect(access(trace, F_OK) == 0)
    }

    @Test func aDaemonThatDoesNotAnswerIsNotWaitedFor() async throws {
        await daemon.close()
        // It owns the names, and nobody reads its calls.
        let silent = try BusClient(address: bus.address)
        for name in DaemonInterface.busNames { try silent.call(.bus("RequestName", [.string(name), .uint32(0)])) }
        let clock = ContinuousClock()
        var output = ""
        let time = try clock.measure { output = try offered(["queue", "go"], patience: nil) }
        #expect(output == "")
        // A call is given up after 25 s; the rest is a busy machine.
        #expect(time < .seconds(10))
        silent.close()
    }
}
