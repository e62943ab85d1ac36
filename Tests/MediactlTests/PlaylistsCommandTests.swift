import DBusKit
import TestSupport
import Testing

@testable import mediactl

/// `mediactl playlists`, the built program on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PlaylistsCommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    @Test func playlistsAreListed() async throws {
        #expect(try bus.mediactl(["playlists"]).output == "   Evening\n>  Morning\n   Mornings in June\n")
        #expect(
            try bus.mediactl(["playlists", "list", "--by", "played", "--json"]).output
                == #"[{"active":false,"name":"Mornings in June"},{"active":true,"name":"Morning"},"#
                + #"{"active":false,"name":"Evening"}]"# + "\n")
        #expect(try bus.mediactl(["playlists", "list", "--by", "size"]).status == 2)
        await daemon.close()
    }

    @Test(arguments: [
        ("Evening", 0), ("even", 0), ("Morning", 1), ("mornings", 2),
    ]) func oneIsPlayedByNameOrItsBeginning(name: String, index: Int) async throws {
        #expect(try bus.mediactl(["playlists", "play", name]).status == 0)
        #expect(await daemon.takeCalls() == ["ActivatePlaylist /org/mediad/playlist/\(index)"])
        await daemon.close()
    }

    @Test func whatIsUnclearOrUnknownIsRefused() async throws {
        var result = try bus.mediactl(["playlists", "play", "morn"])
        #expect(result.status == 4)
        #expect(result.errors == "'morn' is ambiguous: 'Morning', 'Mornings in June'. Enter more of the name.\n")
        result = try bus.mediactl(["playlists", "play", "x"])
        #expect(result.status == 4)
        #expect(result.errors == "There is no playlist 'x'. See mediactl playlists.\n")
        #expect(await daemon.takeCalls() == [])
        await daemon.close()
    }
}
