import DBusKit
import Glibc
import TestSupport
import Testing

@testable import mediactl

/// What `mediactl status` and `mediactl monitor` tell of proposals, the built program on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ProposalCommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    private static let next: DBusValue = .properties([
        "uri": "file:///b.mkv", "title": "Two", "presentAt": .int64(-10_000_000),
        "automaticAcceptanceInterval": .double(.nan),
    ])

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    @Test func statusTellsWhatIsProposed() async throws {
        func proposal() throws -> String { try bus.mediactl(["status", "--format", "{{proposal}}"]).output }
        #expect(try bus.mediactl(["status", "--json"]).output.contains("proposal") == false)
        try await daemon.changeProposal(["State": "scheduled", "Proposal": Self.next])
        #expect(try proposal() == "\n")
        #expect(try bus.mediactl(["status", "--json"]).output.contains(#""proposal":{"proposal":"#))
        try await daemon.changeProposal(["State": "presented", "AcceptsIn": .int64(9_500_000)])
        #expect(try proposal() == "Next: Two, offered now, plays in 0:09\n")
        #expect(try bus.mediactl(["status"]).output.contains("proposal  Next: Two, offered now, plays in 0:09\n"))
        #expect(
            try bus.mediactl(["status", "--json"]).output.contains(
                #""proposal":{"acceptsIn":9.5,"proposal":{"automaticAcceptanceInterval":null,"presentAt":-10,"#
                    + #""title":"Two","uri":"file:///b.mkv"},"state":"presented","stillWatching":false}"#))
        await daemon.close()
    }

    @Test(
        arguments: [
            ("scheduled", 600_000_000, "Next: Two, offered at 10:00"),
            ("scheduled", -30_000_000, "Next: Two, offered 0:30 before the end"), ("scheduled", nil, "Next: Two"),
            ("presented", 600_000_000, "Next: Two, offered now"), ("rejected", nil, "Next: Two, rejected"),
            ("deferred", nil, "Next: Two, deferred"), ("none", nil, nil),
        ] as [(String, Int64?, String?)])
    func aProposalSaysWhenItIsOffered(state: String, presentAt: Int64?, line: String?) {
        var next: [String: DBusValue] = ["uri": "file:///b.mkv", "title": "Two"]
        next["presentAt"] = presentAt.map { .int64($0) }
        #expect(ProposalView(["State": .string(state), "Proposal": .properties(next)]).line == line)
        // Without a title, the name of the file tells.
        next["title"] = nil
        next["uri"] = "file:///Plain.Show.S01E02.720p.WEB-DL.x264-GRP.mkv"
        let named = line?.replacing("Two", with: "Plain Show · S1 E2")
        #expect(ProposalView(["State": .string(state), "Proposal": .properties(next)]).line == named)
    }

    @Test(arguments: ["none", "scheduled", "presented", "accepted"])
    func statusTellsThatPlaybackWaitsForSomebody(state: String) async throws {
        try await daemon.changeProposal(["State": .string(state), "StillWatching": true])
        #expect(try bus.mediactl(["status"]).output.contains("proposal  still watching? any command continues\n"))
        #expect(try bus.mediactl(["status", "--json"]).output.contains(#""stillWatching":true"#))
        await daemon.close()
    }

    @Test func monitorTellsWhatBecomesOfProposals() async throws {
        let process = try bus.start(["monitor"])
        let lines = process.output
        #expect(try lines.nextLine()?.hasPrefix(#"{"event":"Monitoring""#) == true)
        let place = #""interface":"org.mediad.Proposal1","path":"/org/mediad/Player1","#
        let signals: [(String, [DBusValue], String)] = [
            (
                "Presented", [Self.next],
                #"{"event":"Presented",\#(place)"proposal":{"automaticAcceptanceInterval":null,"presentAt":-10,"#
                    + #""title":"Two","uri":"file:///b.mkv"},"time":"#
            ),
            ("Accepted", ["user"], #"{"event":"Accepted","how":"user",\#(place)"time":"#),
            ("Accepted", ["automatic"], #"{"event":"Accepted","how":"automatic",\#(place)"time":"#),
            ("Rejected", [], #"{"event":"Rejected",\#(place)"time":"#),
            ("Deferred", [], #"{"event":"Deferred",\#(place)"time":"#),
        ]
        for (member, arguments, beginning) in signals {
            try await daemon.emitProposal(member, arguments)
            #expect(try lines.nextLine()?.hasPrefix(beginning) == true, "\(member)")
        }
        for isWaiting in [true, false] {
            try await daemon.changeProposal(["StillWatching": .boolean(isWaiting)])
            #expect(
                try lines.nextLine()?.hasPrefix(
                    #"{"changed":{"StillWatching":\#(isWaiting)},"event":"PropertiesChanged",\#(place)"time":"#) == true
            )
        }
        process.signal(SIGINT)
        #expect(try process.waitForEnd() == .exited(0))
        await daemon.close()
    }
}
