import DBusKit
import Foundation
import TestSupport
import Testing

/// What people type and bind to keys: playerctl with the real daemon, playerctld watching all of it.
@Suite(.patient, .needs("dbus-daemon", "playerctl", "playerctld"))
struct PlayerctlTests {
    private static let episodes = [
        Fixtures.uri("episode-1.mkv"), Fixtures.uri("episode-2.mkv"), Fixtures.uri("tone.flac"),
    ]

    /// A stage with playerctld on it, which has to be alive at the end.
    private func perform(
        playing uris: [String] = PlayerctlTests.episodes, configuration: String = Stage.silent,
        _ location: SourceLocation = #_sourceLocation,
        _ body: (Stage) throws -> Void
    ) throws {
        try Stage.perform(configuration: configuration, location) { stage in
            let watcher = try ChildProcess("playerctld", environment: stage.environment)
            defer { watcher.stop() }
            try stage.remote.wait("playerctld on the bus") {
                let name = DBusValue.string("org.mpris.MediaPlayer2.playerctld")
                try stage.remote.listen(for: 0.01)
                return try stage.remote.client.call(.bus("NameHasOwner", [name])).first?.asBool == true
            }
            if !uris.isEmpty {
                try stage.remote.replace(uris)
                try stage.remote.waitForMovement()
            }
            try body(stage)
            try stage.remote.call(.player, "Stop")
            #expect(watcher.end == nil, "playerctld died: \(watcher.errors.text)", sourceLocation: location)
        }
    }

    /// Runs playerctl on mediad; it must succeed.
    @discardableResult
    private func playerctl(_ stage: Stage, _ arguments: String..., player: String = "mediad") throws -> String {
        let result = try ChildProcess.run(
            "playerctl", ["-p", player] + arguments, environment: stage.environment)
        guard result.end == .exited(0) else {
            throw Failure("playerctl \(arguments): \(result.end) \(result.output)\(result.errors)")
        }
        return result.output.trimmingCharacters(in: .newlines)
    }

    @Test func playAndPause() throws {
        try perform { stage in
            let remote = stage.remote
            try playerctl(stage, "pause")
            try remote.wait("the pause") { remote.status == "Paused" }
            #expect(try playerctl(stage, "status") == "Paused")
            try playerctl(stage, "play")
            try remote.wait("playing") { remote.status == "Playing" }
            try playerctl(stage, "play-pause")
            try remote.wait("the pause") { remote.status == "Paused" }
            try playerctl(stage, "play-pause")
            try remote.waitForMovement()
            try playerctl(stage, "stop")
            try remote.wait("the stop") { remote.status == "Stopped" }
            #expect(try remote.position() == 0)
            try playerctl(stage, "play")
            try remote.waitForMovement()
            #expect(try remote.position() < 2)
        }
    }

    @Test func nextAndPrevious() throws {
        try perform { stage in
            let remote = stage.remote
            try playerctl(stage, "next")
            try remote.wait("the second item") { remote.index == 1 && remote.title == "The Long Way Home" }
            try remote.waitForMovement()
            try playerctl(stage, "previous")
            try remote.wait("the first item") { remote.index == 0 && remote.title == "The First Light" }
            try remote.waitForMovement()
            // Later than 3 s, previous is the start of the same item.
            try playerctl(stage, "next")
            try remote.waitForMovement()
            try playerctl(stage, "position", "6")
            try remote.wait("the landing") { !remote.signals("Seeked").isEmpty }
            try playerctl(stage, "previous")
            try remote.wait("the start") { try remote.position() < 2 }
            #expect(remote.index == 1)
        }
    }

    @Test func nextByChapter() throws {
        let configuration = Stage.silent + "[mpris]\nnext-previous = 'chapters'\n"
        try perform(playing: [], configuration: configuration) { stage in
            let remote = stage.remote
            let chapters = [(0, "One"), (4, "Two"), (8, "Three")].map { start, title in
                ["start": DBusValue.int64(start * 1_000_000), "title": .string(title)]
            }
            let first: [String: DBusValue] = [
                "uri": .string(Fixtures.uri("episode-1.mkv")), "chapters": .propertyLists(chapters),
            ]
            let items = [first, ["uri": .string(Fixtures.uri("tone.flac"))]]
            try remote.call(.queue, "Replace", [.propertyLists(items), .properties(["play": true])])
            try remote.waitForMovement()
            func wait(_ chapter: Int32) throws {
                try remote.wait("chapter \(chapter)") {
                    remote.value(.chapters, "Current") == .int32(chapter) && remote.index == 0
                }
            }
            try wait(0)
            #expect(
                try playerctl(stage, "metadata", "mediad:chapters")
                    == "0:00:00.000 One, 0:00:04.000 Two, 0:00:08.000 Three")
            try playerctl(stage, "next")
            try wait(1)
            #expect(try remote.position() >= 4)
            try playerctl(stage, "next")
            try wait(2)
            try playerctl(stage, "previous")
            try wait(1)
            try playerctl(stage, "next")
            try wait(2)
            let told = remote.signals("CurrentChanged").compactMap { $0.arguments.first?.asInt32 }
            #expect(told == [0, 1, 2, 1, 2])
            try playerctl(stage, "next")
            try remote.wait("the second item") { remote.index == 1 }
        }
    }

    @Test func positions() throws {
        try perform { stage in
            let remote = stage.remote
            func seek(_ argument: String, to expected: ClosedRange<Double>) throws {
                try remote.forget()
                try playerctl(stage, "position", argument)
                try remote.wait("the landing of \(argument)") { !remote.signals("Seeked").isEmpty }
                let landed = Double(remote.signals("Seeked").last?.arguments.first?.asInt64 ?? -1) / 1e6
                #expect(expected.contains(landed), "position \(argument)")
                let told = Double(try playerctl(stage, "position")) ?? -1
                #expect(told >= landed && told < landed + 1)
            }
            try playerctl(stage, "pause")
            try remote.wait("the pause") { remote.status == "Paused" }
            try seek("5", to: 4.999...5.05)
            try seek("2.5+", to: 7.49...7.56)
            try seek("3-", to: 4.48...4.56)
            try playerctl(stage, "play")
            try remote.waitForMovement()
            try seek("9", to: 8.999...9.1)
            // Past the end is the next item.
            try playerctl(stage, "position", "60+")
            try remote.wait("the next item") { remote.index == 1 }
        }
    }

    /// `playerctl open X && playerctl position 30`: where it begins is remembered while it is opened.
    @Test(arguments: ["episode-1.mkv", "tone.flac", "tone.mp3", "clip.mp4"])
    func aPositionRightAfterOpening(name: String) throws {
        try perform(playing: []) { stage in
            let remote = stage.remote
            for round in 0..<5 {
                try playerctl(stage, "open", Fixtures.uri(name))
                try playerctl(stage, "position", "1.5")
                try remote.wait("round \(round)") { remote.value(.queue, "Length")?.asInt64 == Int64(round + 1) }
                try remote.waitForMovement()
                #expect(try remote.position() >= 1.5)
            }
        }
    }

    @Test func volumeLoopAndShuffle() throws {
        try perform { stage in
            let remote = stage.remote
            try playerctl(stage, "volume", "0.5")
            try remote.wait("the volume") { remote.value(.player, "Volume")?.asDouble == 0.5 }
            try playerctl(stage, "volume", "0.25+")
            #expect(Double(try playerctl(stage, "volume")) == 0.75)
            try playerctl(stage, "volume", "0.5-")
            #expect(Double(try playerctl(stage, "volume")) == 0.25)
            for loop in ["Track", "Playlist", "None"] {
                try playerctl(stage, "loop", loop)
                #expect(try playerctl(stage, "loop") == loop)
                try remote.wait("loop \(loop)") { remote.value(.player, "LoopStatus")?.asString == loop }
            }
            try playerctl(stage, "shuffle", "On")
            #expect(try playerctl(stage, "shuffle") == "On")
            try playerctl(stage, "shuffle", "Toggle")
            #expect(try playerctl(stage, "shuffle") == "Off")
            #expect(remote.index == 0)
        }
    }

    @Test func openingAURI() throws {
        try perform(playing: []) { stage in
            let remote = stage.remote
            // playerctl leaves a line out for a player without a status; mediad has one.
            #expect(try playerctl(stage, "status") == "Stopped")
            try playerctl(stage, "open", Fixtures.uri("tone.mp3"))
            try remote.wait("the item") { remote.title == "Three Seconds" && remote.status == "Playing" }
            try playerctl(stage, "open", Fixtures.path("episode-2.mkv"))
            try remote.wait("the file") { remote.title == "The Long Way Home" }
            try remote.waitForMovement()
            #expect(remote.value(.queue, "Length")?.asInt64 == 2)
        }
    }

    @Test func metadata() throws {
        try perform(playing: [Fixtures.uri("tone.flac")]) { stage in
            let remote = stage.remote
            try remote.wait("the art") { remote.metadata["mpris:artUrl"] != nil }
            #expect(try playerctl(stage, "metadata", "xesam:title") == "Three Seconds")
            let format = "{{artist}}|{{album}}|{{title}}|{{duration(mpris:length)}}|{{playerName}}|{{lc(status)}}"
            let told = try playerctl(stage, "metadata", "--format", format)
            #expect(told == "The Mediad Players|Fixtures|Three Seconds|0:03|mediad|playing")
            #expect(try playerctl(stage, "metadata", "xesam:url") == Fixtures.uri("tone.flac"))
            let art = try playerctl(stage, "metadata", "mpris:artUrl")
            #expect(art.hasPrefix("file://\(stage.sandbox.directory)/cache/mediad/art/"))
            #expect(FileManager.default.fileExists(atPath: String(art.dropFirst(7))))
            let all = try playerctl(stage, "metadata")
            #expect(all.contains("mpris:trackid") && all.contains("xesam:trackNumber"), "\(all)")
        }
    }

    @Test func brokenTagsDoNoHarm() throws {
        try perform(playing: [Fixtures.uri("broken-tags.mp3")]) { stage in
            let remote = stage.remote
            try remote.wait("the length") { remote.metadata["mpris:length"] != nil }
            let title = try playerctl(stage, "metadata", "xesam:title")
            let all = try playerctl(stage, "metadata")
            #expect(!title.isEmpty && all.contains("mpris:length"), "\(all)")
        }
    }

    @Test func statusFollows() throws {
        try perform { stage in
            let remote = stage.remote
            let follower = try ChildProcess(
                "playerctl", ["-p", "mediad", "status", "--follow"], environment: stage.environment)
            defer { follower.stop() }
            _ = try follower.output.line("the present status", within: 5) { $0 == "Playing" }
            for (member, status) in [
                ("Pause", "Paused"), ("Play", "Playing"), ("Next", "Playing"), ("Stop", "Stopped"),
            ] {
                try remote.call(.player, member)
                try remote.wait(status) { remote.status == status }
            }
            _ = try follower.output.line("the stop", within: 5) { $0 == "Stopped" }
            // Only real changes: Next plays on.
            #expect(follower.output.lines == ["Playing", "Paused", "Playing", "Stopped"])
        }
    }

    @Test func mediaKeysThroughPlayerctld() throws {
        try perform { stage in
            let remote = stage.remote
            let keys = "playerctld"
            #expect(try playerctl(stage, "status", player: keys) == "Playing")
            try playerctl(stage, "play-pause", player: keys)
            try remote.wait("the pause") { remote.status == "Paused" }
            try playerctl(stage, "play-pause", player: keys)
            try remote.waitForMovement()
            try playerctl(stage, "next", player: keys)
            try remote.wait("the second item") { remote.index == 1 && remote.title == "The Long Way Home" }
            try playerctl(stage, "position", "4", player: keys)
            try remote.wait("the landing") { !remote.signals("Seeked").isEmpty }
            try playerctl(stage, "previous", player: keys)
            try remote.wait("the start") { try remote.position() < 2 }
            #expect(try playerctl(stage, "metadata", "title", player: keys) == remote.title)
            try playerctl(stage, "stop", player: keys)
            try remote.wait("the stop") { remote.status == "Stopped" }
        }
    }
}
