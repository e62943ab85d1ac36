import DBusKit
import PlayerCore
import TestSupport
import Testing

@Suite("playerctl", .playerctld, .needs("playerctl"))
struct PlayerctlTests {
    /// - Returns: exit status and what it printed, without the last newline.
    private func playerctl(_ rig: Rig, _ arguments: String...) throws -> (status: Int32, output: String) {
        let process = try ChildProcess(
            "playerctl", ["--player=mediad"] + arguments, environment: rig.bus.environment)
        let (status, output) = try process.finish()
        return (status, output.hasSuffix("\n") ? String(output.dropLast()) : output)
    }

    @Test("It finds the player, reads its status, metadata and position")
    func reading() async throws {
        let rig = try await Rig()
        await rig.publish {
            $0.current?.metadata.artists = ["A", "B"]
            $0.current?.metadata.album = "Ä"
        }
        #expect(try playerctl(rig, "status") == (0, "Playing"))
        #expect(try playerctl(rig, "metadata", "xesam:title") == (0, "Title 0"))
        #expect(
            try playerctl(rig, "metadata", "--format", "{{artist}} - {{title}} ({{album}}) {{duration(mpris:length)}}")
                == (0, "A, B - Title 0 (Ä) 1:40"))
        #expect(try playerctl(rig, "position").output.hasPrefix("10.0"))
        #expect(try playerctl(rig, "--list-all").output.contains("mediad"))
        let all = try playerctl(rig, "metadata")
        #expect(all.status == 0 && all.output.contains("mpris:trackid"))
    }

    @Test("It prints the chapters, one after the other")
    func chapters() async throws {
        let rig = try await Rig()
        let snapshot = ChapterSnapshot.sample([.sample(0, 60, "Cold open"), .sample(60, 100, "Ende, gut")])
        await rig.publish { $0.chapters = snapshot }
        let lines = "0:00:00.000 Cold open, 0:01:00.000 Ende, gut"
        #expect(try playerctl(rig, "metadata", "mediad:chapters") == (0, lines))
        #expect(try playerctl(rig, "metadata", "--format", "{{mediad:chapters}}") == (0, lines))
        let all = try playerctl(rig, "metadata")
        #expect(all.status == 0)
        let rows = all.output.split(separator: "\n").filter { $0.contains("mediad:chapters") }
        #expect(rows.count == 2)
        #expect(rows.first?.hasSuffix("0:00:00.000 Cold open") == true)
    }

    @Test("Its commands arrive")
    func commands() async throws {
        let rig = try await Rig()
        for command in ["play", "pause", "play-pause", "stop", "next"] {
            #expect(try playerctl(rig, command).status == 0)
        }
        #expect(try playerctl(rig, "position", "30").status == 0)
        #expect(try playerctl(rig, "position", "5-").status == 0)
        #expect(try playerctl(rig, "open", "/tmp/a b.flac").status == 0)
        let item = rig.player.snapshot.items[0].id
        let commands = rig.player.commands
        #expect(commands.prefix(5) == [.play, .pause, .playPause, .stop, .next])
        #expect(commands.contains(.setPosition(item, MediaTime(microseconds: 30_000_000))))
        #expect(commands.contains(.seek(by: MediaTime(microseconds: -5_000_000))))
        #expect(commands.last == .openURI("file:///tmp/a%20b.flac"))
    }

    @Test("It sets volume, loop and shuffle, and reads them back")
    func settings() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        #expect(try playerctl(rig, "volume", "0.5").status == 0)
        #expect(try rig.get("Volume") == .double(0.5))
        for _ in 0..<3 { #expect(try playerctl(rig, "volume", "0.05+").status == 0) }
        #expect(abs((try rig.get("Volume").asDouble ?? 0) - 0.65) < 1e-9)
        #expect(try playerctl(rig, "loop", "Track").status == 0)
        #expect(try playerctl(rig, "loop") == (0, "Track"))
        #expect(try playerctl(rig, "shuffle", "On").status == 0)
        #expect(try playerctl(rig, "shuffle") == (0, "On"))
    }

    @Test("It respects what cannot be done")
    func gates() async throws {
        let rig = try await Rig(.sample(1))
        #expect(try playerctl(rig, "next").status != 0)
        await rig.publish { ($0.canPlay, $0.canPause, $0.canSeek) = (false, false, false) }
        for command in ["play", "pause", "play-pause", "stop"] {
            #expect(try playerctl(rig, command).status != 0)
        }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("With nothing current it says so and does not stumble")
    func empty() async throws {
        let rig = try await Rig(.sample(0, current: nil))
        #expect(try playerctl(rig, "status") == (0, "Stopped"))
        #expect(try playerctl(rig, "metadata", "xesam:title").status != 0)
    }

    @Test("A follower sees track changes")
    func following() async throws {
        let rig = try await Rig()
        let follower = try ChildProcess(
            "playerctl", ["--player=mediad", "--follow", "metadata", "--format", "{{status}} {{title}}"],
            environment: rig.bus.environment)
        #expect(try follower.line() == "Playing Title 0")
        await rig.publish { $0.select(1) }
        #expect(try follower.line() == "Playing Title 1")
        await rig.publish { $0.status = .paused }
        #expect(try follower.line() == "Paused Title 1")
    }
}
