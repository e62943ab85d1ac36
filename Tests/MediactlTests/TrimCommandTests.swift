import DBusKit
import TestSupport
import Testing

@testable import mediactl

/// `mediactl trim`, the built program on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TrimCommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    /// The position is at 5 s of 100.
    @Test func pointsAreSetAtThePositionOrAtATime() async throws {
        let rows: [([String], [String])] = [
            (["in"], ["Begin", "SetInPoint 5000000"]), (["in", "1:02.5"], ["SetInPoint 62500000"]),
            (["out", "90%"], ["SetOutPoint 90000000"]), (["out", "+10"], ["SetOutPoint 15000000"]),
            (["in", "-1.5"], ["SetInPoint 3500000"]), (["in", "-30"], ["SetInPoint 0"]),
            (["in", "--clear"], ["SetInPoint -1"]), (["out", "--clear"], ["SetOutPoint -1"]),
            (["begin"], ["Begin", "Loops false"]), (["begin", "--loop"], ["Loops true"]),
            (["finish"], ["Finish true"]), (["begin", "--loop"], ["Begin", "Loops true"]),
            (["finish", "--discard"], ["Finish false"]),
        ]
        for (arguments, calls) in rows {
            #expect(try bus.mediactl(["trim"] + arguments).status == 0, "\(arguments)")
            #expect(await daemon.takeCalls() == calls, "\(arguments)")
        }
        await daemon.close()
    }

    @Test func whatIsRefusedBeginsNothing() async throws {
        let outcome = try bus.mediactl(["trim", "out", "2:00"])
        #expect(outcome.status == 1 && outcome.errors == "It is outside of the item.\n")
        #expect(await daemon.takeCalls() == ["Begin", "Finish false"])
        for arguments in [["in", "soon"], ["in", "5", "--clear"], ["everything"]] {
            #expect(try bus.mediactl(["trim"] + arguments).status == 2, "\(arguments)")
        }
        await daemon.close()
    }

    @Test func theStatusHasIt() async throws {
        #expect(try bus.mediactl(["status", "--json"]).output.contains("trim") == false)
        #expect(try bus.mediactl(["status", "--format", "{{trim}}"]).output == "\n")
        await daemon.changeTrim(["InPoint": .int64(3_000_000)])
        #expect(try bus.mediactl(["status", "--format", "{{trim}}"]).output == "0:03 to the end\n")
        #expect(
            try bus.mediactl(["status", "--json"]).output.contains(
                #""trim":{"in":3,"loops":false,"trimming":false}"#))
        await daemon.close()
    }

    @Test func itSaysWhereTheItemBeginsAndEnds() async throws {
        #expect(try bus.mediactl(["trim"]).output == "not trimming: the whole item\n")
        #expect(try bus.mediactl(["trim", "--json"]).output == #"{"loops":false,"trimming":false}"# + "\n")
        await daemon.changeTrim(["OutPoint": .int64(62_050_000), "Trimming": true])
        #expect(try bus.mediactl(["trim"]).output == "trimming: the beginning to 1:02.050\n")
        await daemon.changeTrim(["InPoint": .int64(3_000_000), "Loops": true])
        #expect(try bus.mediactl(["trim", "show"]).output == "trimming, repeating: 0:03 to 1:02.050\n")
        #expect(
            try bus.mediactl(["trim", "--json"]).output
                == #"{"in":3,"loops":true,"out":62.05,"trimming":true}"# + "\n")
        await daemon.changeTrim(["Trimming": false, "CanBeginTrimming": false, "WhyNot": "It is live."])
        #expect(try bus.mediactl(["trim"]).output == "not trimming: 0:03 to 1:02.050\nIt is live.\n")
        await daemon.close()
    }
}
