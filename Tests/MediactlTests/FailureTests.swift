import ArgumentParser
import DBusKit
import Testing

@testable import mediactl

@Suite struct FailureTests {
    private func failure(_ name: String, _ message: String = "m") -> Failure {
        Failure(DBusError(name: name, message: message), interface: "org.mediad.Tracks1")
    }

    @Test func errorsHaveTheContractsExitCodes() {
        let standard = "org.freedesktop.DBus.Error."
        #expect(failure(standard + "ServiceUnknown") == .notRunning)
        #expect(failure(standard + "NameHasNoOwner") == .notRunning)
        #expect(failure(standard + "NoReply").status == .noDaemon)
        #expect(failure(standard + "Disconnected").status == .noDaemon)
        #expect(failure(standard + "InvalidArgs", "no key 'x'") == Failure(.refused, "no key 'x'"))
        #expect(failure("org.mediad.Error.NotSeekable", "it is live") == Failure(.refused, "it is live"))
        #expect(failure("org.mediad.Error.NotFound", "no such item") == Failure(.notFound, "no such item"))
        #expect(failure("org.mediad.Error.Failed", "") == Failure(.refused, "org.mediad.Error.Failed"))
    }

    @Test func olderDaemonsAreNamed() {
        let failure = failure("org.freedesktop.DBus.Error.UnknownInterface")
        #expect(failure.status == .refused)
        #expect(failure.message.hasPrefix("mediad is older than mediactl and has no org.mediad.Tracks1"))
    }

    @Test(
        arguments: [
            (["frob"], 2), (["seek"], 2), (["seek", "1:99"], 2), (["loop", "x"], 2), (["play", "--start", "1"], 2),
            (["queue", "go", "0"], 2), (["status", "--format", "{{x}}"], 2), (["rate", "0"], 2), (["--version"], 0),
            (["tracks", "subtitles", "none"], 2), (["chapters", "go", "0"], 2), (["chapters", "go", "x"], 2),
            (["play", "-", "-"], 2), (["add"], 2), (["history", "resume"], 2), (["history", "resume", "0"], 2),
            (["history", "forget"], 2), (["history", "forget", "1", "00"], 2), (["history", "--limit", "-1"], 2),
            (["history", "--limit", "x"], 2), (["history", "--offset", "4294967296"], 2),
            (["tracks", "audio", "0"], 2), (["tracks", "audio", "x"], 2), (["tracks", "subtitles", "0"], 2),
            (["sleep", "soon"], 2), (["sleep", "0"], 2), (["volume", "loud"], 2), (["loop", "on"], 2),
            (["history", "import", "a", "b"], 2), (["history", "resume", "-1"], 2),
        ] as [([String], Int32)]) func wrongUsageIsTwo(arguments: [String], expected: Int32)
    {
        do {
            _ = try Mediactl.parseAsRoot(SignedArguments.protecting(arguments))
            Issue.record("\(arguments) were taken")
        } catch {
            #expect(ExitStatus(Mediactl.exitCode(for: error)).rawValue == expected)
        }
    }

    @Test func allCommandsAreThere() {
        let names = Mediactl.configuration.groupedSubcommands.flatMap(\.subcommands).map {
            $0.configuration.commandName ?? ""
        }
        #expect(
            Set(names).isSuperset(of: [
                "play", "add", "queue", "pause", "resume", "toggle", "stop", "next", "previous", "seek", "tracks",
                "status", "monitor", "volume", "rate", "loop", "shuffle", "quit", "chapters", "timeline", "history",
                "open",
            ]))
    }
}
