import DBusKit
import TestSupport
import Testing

@testable import mediactl

/// `mediactl actions`, the built program on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ActionsCommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    @Test func actionsAreListedForPeopleAndPrograms() async throws {
        let table = try bus.mediactl(["actions"])
        #expect(table.status == 0)
        #expect(!table.output.contains("\u{1B}"))
        let lines = table.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(">  like  Like") == true)
        #expect(lines.last == "   buy   Buy the song  1:30  2:00")
        #expect(
            try bus.mediactl(["actions", "list", "--json"]).output.hasSuffix(
                #"{"from":90,"id":"buy","owner":":1.7","title":"Buy the song","to":120.5,"visible":false}]"# + "\n"))
        await daemon.close()
    }

    @Test func actionsArePressed() async throws {
        #expect(try bus.mediactl(["actions", "invoke", "like"]).status == 0)
        #expect(await daemon.takeCalls() == [#"Invoke ["like"]"#])
        #expect(try bus.mediactl(["actions", "invoke"]).status == 2)
        await daemon.close()
    }
}
