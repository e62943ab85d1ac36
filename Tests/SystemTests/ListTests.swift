import DBusKit
import Foundation
import TestSupport
import Testing

/// Lists wherever a URI is taken, and the playlists of the configured folders.
@Suite(.patient, .needs("dbus-daemon", "playerctl", "gdbus", "python3"))
struct ListTests {
    /// Each kind of list, with an entry that is not there in front of one that plays.
    private static let lists = [
        ("list.m3u", "#EXTM3U\n#EXTINF:3,Nobody - Gone\ngone.flac\n#EXTINF:3,Somebody - A Tone\nsub dir/tone.flac\n"),
        ("list.m3u8", "\u{FEFF}sub dir\\tone.flac\r\n"),
        ("list.pls", "[playlist]\nFile2=sub dir/tone.flac\nTitle2=A Tone\nFile1=gone.flac\nNumberOfEntries=2\n"),
        (
            "list.xspf",
            """
            <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
            <track><location>gone.flac</location></track>
            <track><location>sub%20dir/tone.flac</location><title>A Tone</title></track></trackList></playlist>
            """
        ),
        (
            "feed.rss",
            """
            <rss version="2.0"><channel><title>Show</title>
            <item><title>Old</title><enclosure url="gone.flac" type="audio/flac"/><pubDate>Tue, 8 Jan 2019 01:15:00 GMT</pubDate></item>
            <item><title>A Tone</title><enclosure url="sub%20dir/tone.flac" type="audio/flac"/><pubDate>Wed, 9 Jan 2019 01:15:00 GMT</pubDate></item>
            </channel></rss>
            """
        ),
        ("nameless", "#EXTM3U\ngone.flac\nsub dir/tone.flac\n"),
        ("outer.m3u", "list.pls\n"),
    ]

    private static func fill(_ sandbox: Sandbox) throws {
        for (name, text) in lists { try sandbox.write(text, to: "media/\(name)") }
        try sandbox.write("", to: "media/sub dir/x")
        _ = try sandbox.copy("tone.flac", as: "media/sub dir/tone.flac")
    }

    private func open(_ uri: String, on stage: Stage) throws {
        let result = try stage.run("playerctl", "-p", "mediad", "open", uri)
        guard result.end == .exited(0) else { throw Failure("playerctl open \(uri): \(result.output)\(result.errors)") }
        try stage.remote.wait("\(uri) plays") {
            stage.remote.status == "Playing"
                && stage.remote.metadata["xesam:url"]?.asString?.hasSuffix("/sub%20dir/tone.flac") == true
        }
        try stage.remote.waitForMovement()
        try stage.remote.call(.queue, "Clear")
        try stage.remote.wait("an empty queue") { stage.remote.status == "Stopped" }
    }

    @Test func everyKindOfListPlaysItsFirstPlayableEntry() throws {
        try Stage.perform { stage in
            try Self.fill(stage.sandbox)
            for (name, _) in Self.lists { try open("\(stage.sandbox.directory)/media/\(name)", on: stage) }
        }
    }

    @Test func andOverHTTP() throws {
        try Stage.perform { stage in
            try Self.fill(stage.sandbox)
            let server = try MediaServer(folder: "\(stage.sandbox.directory)/media")
            defer { server.stop() }
            for (name, _) in Self.lists { try open(server.uri(name), on: stage) }
            for way in ["norange", "nolength", "redirect"] { try open(server.uri("\(way)/list.m3u"), on: stage) }
        }
    }

    @Test func aListIsOneChangeOfTheQueueAndOneOfTheTrackList() throws {
        try Stage.perform { stage in
            try Self.fill(stage.sandbox)
            let remote = stage.remote
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            try remote.waitForMovement()
            try remote.forget()
            let uri = "file://\(stage.sandbox.directory)/media/list.pls"
            try remote.call(.queue, "Insert", [.propertyLists([["uri": .string(uri)]]), .uint32(1)])
            try remote.wait("the entries") {
                remote.value(.queue, "Length") == .uint32(3) && remote.signals("ItemsChanged").count > 1
                    && !remote.signals("TrackListReplaced").isEmpty
            }
            let changes = remote.signals("ItemsChanged").map { $0.arguments.compactMap(\.asInt64) }
            // What is read of the entries may change single ones afterwards.
            #expect(changes.prefix(2) == [[1, 0, 1], [1, 1, 2]])
            #expect(changes.dropFirst(2).allSatisfy { $0.dropFirst() == [1, 1] })
            #expect(remote.signals("TrackListReplaced").count == 1)
            #expect(remote.status == "Playing")
            #expect(remote.index == 0)
        }
    }

    @Test func aSlowServerHoldsNothingElse() throws {
        try Stage.perform { stage in
            let server = try MediaServer()
            defer { server.stop() }
            let remote = stage.remote
            try remote.replace([server.uri("hang/list.m3u")])
            try server.waitForConnection()
            try remote.call(.player, "OpenUri", [.string(Fixtures.uri("tone.flac"))])
            try remote.waitForMovement(within: 1.5)
            #expect(remote.index == 1)
            // What hangs is told of when its turn comes again.
            try remote.call(.player, "Previous")
            try remote.wait("the fault") { !remote.signals("ItemFailed").isEmpty }
        }
    }

    @Test func emptyAndCircularListsSayWhyTheyFail() throws {
        try Stage.perform { stage in
            try stage.sandbox.write("#EXTM3U\n", to: "empty.m3u")
            try stage.sandbox.write("circle.m3u\n./circle.m3u\n", to: "circle.m3u")
            for (name, reason) in [("empty.m3u", "without playable entries"), ("circle.m3u", "only contains itself")] {
                try stage.remote.replace(["file://\(stage.sandbox.directory)/\(name)"])
                try stage.remote.wait(reason) {
                    let error = stage.remote.value(.queue, "Error")?.asDictionary
                    return error?["message"]?.asString?.contains(reason) == true && stage.remote.status == "Stopped"
                }
            }
        }
    }

    @Test func anEpisodeIsKnownByItsGUID() throws {
        try Stage.perform { stage in
            let server = try MediaServer()
            defer { server.stop() }
            func feed(_ address: String) throws {
                try stage.sandbox.write(
                    """
                    <rss><channel><title>Show</title><item><title>One</title><guid>abc-1</guid>
                    <enclosure url="\(address)" type="video/x-matroska"/></item></channel></rss>
                    """, to: "feed.rss")
            }
            let list = "file://\(stage.sandbox.directory)/feed.rss"
            let remote = stage.remote
            try feed(server.uri("episode-1.mkv?token=1"))
            try remote.replace([list])
            try remote.waitForMovement()
            try remote.call(.queue, "Clear")
            try feed(server.uri("episode-1.mkv?token=2"))
            try remote.replace([list])
            try remote.waitForMovement()
            try remote.call(.queue, "Clear")
            try remote.wait("the second playing") {
                let history = try remote.call(.session, "History", [.uint32(0), .uint32(9)]).first?.asDictionaries
                return history?.map { $0["uri"]?.asString } == [server.uri("episode-1.mkv?token=2")]
            }
        }
    }

    // MARK: Playlists

    private func gdbus(_ stage: Stage, _ arguments: String...) throws -> String {
        let result = try ChildProcess.run(
            "gdbus",
            ["call", "--session", "-d", "org.mpris.MediaPlayer2.mediad", "-o", "/org/mpris/MediaPlayer2", "-m"]
                + arguments, environment: stage.environment)
        guard result.end == .exited(0) else { throw Failure("gdbus \(arguments): \(result.output)\(result.errors)") }
        return result.output
    }

    private func names(_ stage: Stage, _ order: String, _ isReversed: Bool = false) throws -> [String] {
        let text = try gdbus(
            stage, "org.mpris.MediaPlayer2.Playlists.GetPlaylists", "0", "100", order, "\(isReversed)")
        return text.matches(of: /'([^'\/]*)', ''\)/).map { String($0.output.1) }
    }

    @Test func anIndependentClientListsOrdersAndActivates() throws {
        let configuration = Stage.silent + "[playlists]\nfolders = [\"~/lists\"]\n"
        try Stage.perform(configuration: configuration) { stage in
            let remote = stage.remote
            #expect(try names(stage, "Alphabetical") == [])
            // The folder itself comes later.
            try Self.fill(stage.sandbox)
            let media = "\(stage.sandbox.directory)/media"
            for name in ["10", "9", "an apple"] {
                try stage.sandbox.write("#EXTM3U\n\(media)/sub dir/tone.flac\n", to: "home/lists/\(name).m3u")
                try remote.wait(name) { try names(stage, "Alphabetical").contains(name) }
            }
            try stage.sandbox.write("no list", to: "home/lists/readme.txt")
            #expect(try names(stage, "Alphabetical") == ["9", "10", "an apple"])
            #expect(try names(stage, "CreationDate") == ["10", "9", "an apple"])
            #expect(try names(stage, "Alphabetical", true) == ["an apple", "10", "9"])
            try stage.sandbox.write("#EXTM3U\n\(media)/sub dir/tone.flac\n", to: "home/lists/10.m3u")
            try remote.wait("the change") { try names(stage, "ModifiedDate").last == "10" }

            let all = try gdbus(
                stage, "org.mpris.MediaPlayer2.Playlists.GetPlaylists", "0", "1", "Alphabetical", "false")
            let path = try #require(all.firstMatch(of: /\/org\/mediad\/playlist\/[0-9a-f]+/)).output
            _ = try gdbus(stage, "org.mpris.MediaPlayer2.Playlists.ActivatePlaylist", String(path))
            // Three seconds of sound: whoever looks later finds that it is over.
            try remote.wait("its entry") {
                remote.status == "Playing" && remote.metadata["xesam:url"]?.asString?.hasSuffix("/tone.flac") == true
            }
            let active = try gdbus(
                stage, "org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2.Playlists", "ActivePlaylist")
            #expect(active.contains("true") && active.contains("'9'"))
            try remote.wait("the date") { try names(stage, "LastPlayDate").last == "9" }

            // mediactl does the same by name, and the dates outlive the daemon.
            let result = try stage.run(Daemon.control, "playlists", "play", "an")
            #expect(result.end == .exited(0), "\(result.errors)")
            try remote.wait("the date") { try names(stage, "LastPlayDate") == ["10", "9", "an apple"] }
            try FileManager.default.removeItem(atPath: "\(stage.sandbox.directory)/home/lists/10.m3u")
            try remote.wait("the removal") { try names(stage, "LastPlayDate") == ["9", "an apple"] }
            stage.daemon.finish()
            try stage.restart()
            try stage.remote.wait("the lists") { try names(stage, "LastPlayDate") == ["9", "an apple"] }
        }
    }
}
