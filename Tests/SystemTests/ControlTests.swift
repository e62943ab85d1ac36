import DBusKit
import Foundation
import TestSupport
import Testing

/// mediactl with the real daemon: what a person types, and what comes of it.
@Suite(.patient, .needs("dbus-daemon"))
struct ControlTests {
    /// Runs mediactl; what it wrote, and its exit status.
    private func mediactl(_ stage: Stage, _ arguments: String...) throws -> (status: ChildProcess.End?, text: String) {
        let result = try ChildProcess.run(Daemon.control, arguments, environment: stage.environment)
        return (result.end, (result.output + result.errors).trimmingCharacters(in: .newlines))
    }

    @Test func theDesktopEntryWithoutFilesChangesNothing() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            try remote.waitForMovement()
            try remote.call(.player, "Pause")
            try remote.wait("the pause") { remote.status == "Paused" }
            let position = try remote.position()
            #expect(try DesktopEntry.run(on: stage).end == .exited(0))
            #expect(try remote.get(.player, "PlaybackStatus") == "Paused")
            #expect(try remote.position() == position)
            try remote.call(.player, "Stop")
            #expect(try DesktopEntry.run(on: stage).end == .exited(0))
            #expect(try remote.get(.player, "PlaybackStatus") == "Stopped")
            // With files it plays them.
            #expect(try DesktopEntry.run(on: stage, [Fixtures.uri("tone.flac")]).end == .exited(0))
            try remote.wait("the file") {
                remote.status == "Playing" && remote.metadata["xesam:url"]?.asString == Fixtures.uri("tone.flac")
            }
        }
    }

    @Test func theVolumeIsSaidAsItIsSet() throws {
        try Stage.perform { stage in
            for (typed, printed) in [
                ("100", "100 %"), ("5", "5 %"), ("50%", "50 %"), ("1.5", "150 %"), ("+5", "150 %"),
            ] {
                let set = try mediactl(stage, "volume", typed)
                #expect(set.status == .exited(0))
                let told = try mediactl(stage, "volume").text
                let status = try mediactl(stage, "status", "--format", "{{volume}}").text
                #expect(told == printed && status == printed, "\(typed)")
            }
            let tooLoud = try mediactl(stage, "volume", "200%")
            #expect(tooLoud.status != .exited(0) && tooLoud.text.contains("0 to 150 %"), "\(tooLoud.text)")
        }
    }

    @Test func whatCannotBePlayedIsSaidAtOnce() throws {
        try Stage.perform { stage in
            for name in ["junk.mp4", "missing-codec.mkv"] {
                let outcome = try mediactl(stage, "play", Fixtures.path(name))
                #expect(outcome.status == .exited(1))
                #expect(
                    outcome.text.contains(Fixtures.path(name)) && !outcome.text.contains("file:"), "\(outcome.text)")
            }
            // The second one goes on, and the first is told all the same.
            #expect(
                try mediactl(stage, "play", Fixtures.path("junk.mp4"), Fixtures.path("episode-1.mkv")).status
                    == .exited(1))
            try stage.remote.wait("the second") { stage.remote.index == 1 && stage.remote.status == "Playing" }
            let played = try mediactl(stage, "play", Fixtures.path("episode-1.mkv"))
            #expect(played.status == .exited(0) && played.text.isEmpty)
        }
    }

    @Test func tracksCountFromOne() throws {
        try Stage.perform { stage in
            #expect(try mediactl(stage, "tracks", "audio", "1").text == "Nothing is playing: start an item first.")
            #expect(try mediactl(stage, "play", Fixtures.path("two-audio.mkv")).status == .exited(0))
            #expect(try mediactl(stage, "tracks", "audio", "2").status == .exited(0))
            try stage.remote.wait("the second track") {
                try mediactl(stage, "tracks").text.contains(">  2  de")
            }
            #expect(try mediactl(stage, "tracks", "audio", "1").status == .exited(0))
            let missing = try mediactl(stage, "tracks", "audio", "3")
            #expect(missing.status == .exited(4))
            #expect(missing.text == "There is no audio track 3: this item has 2. See mediactl tracks.")
        }
    }

    @Test func whileStoppedNothingIsPlaying() throws {
        try Stage.perform { stage in
            for isQueued in [false, true] {
                if isQueued { try stage.remote.replace([Fixtures.uri("episode-1.mkv")], play: false) }
                let commands = [
                    ["pause"], ["seek", "10"], ["seek", "+10"], ["chapters", "next"], ["chapters", "go", "1"], ["skip"],
                    ["tracks", "audio", "1"], ["tracks", "subtitles", "off"], ["trim", "in"], ["trim", "finish"],
                    ["proposal", "accept"], ["sleep", "chapter"], ["export", "/tmp/mediad-never.mkv"],
                ]
                for command in commands {
                    let result = try ChildProcess.run(Daemon.control, command, environment: stage.environment)
                    #expect(result.end == .exited(1), "\(command)")
                    #expect(result.errors == "Nothing is playing: start an item first.\n", "\(command)")
                }
            }
        }
    }
}
