import DBusKit
import Foundation
import TestSupport
import Testing

/// What mediad asks servers for by itself, and where public servers send it.
@Suite(.patient, .needs("dbus-daemon", "cc"))
struct FetchedResourceTests {
    /// A public server, and one that only this machine reaches.
    private static func perform(
        configuration: String = Stage.silent,
        _ body: (_ stage: Stage, _ folder: URL, _ away: MediaServer, _ home: MediaServer, PublicInternet) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let internet = try PublicInternet(in: sandbox.directory)
        let folder = URL(fileURLWithPath: "\(sandbox.directory)/media")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["tone.flac", "sine-a.flac"] {
            try FileManager.default.copyItem(
                atPath: Fixtures.path(name), toPath: folder.appendingPathComponent(name).path)
        }
        let away = try MediaServer(folder: folder.path)
        defer { away.stop() }
        let home = try MediaServer(folder: folder.path)
        defer { home.stop() }
        let stage = try Stage(configuration: configuration, extra: internet.environment, in: sandbox)
        defer { stage.close() }
        try body(stage, folder, away, home, internet)
    }

    private static func address(_ path: String, of server: MediaServer, _ host: String = PublicInternet.address)
        -> String
    {
        "http://\(host):\(server.port)/\(path)"
    }

    private static func items(_ stage: Stage) throws -> [(uri: String, state: String, message: String)] {
        let items = try stage.remote.call(.queue, "Items", [.uint32(0), .uint32(9)]).first?.asArray ?? []
        return items.map { item in
            let item = item.asDictionary ?? [:]
            return (
                item["uri"]?.asString ?? "", item["state"]?.asString ?? "",
                item["error"]?.asDictionary?["message"]?.asString ?? ""
            )
        }
    }

    /// A list that redirects, and a name in a list that leads to this machine the second time.
    @Test func listsLeadNobodyHome() throws {
        try Self.perform { stage, folder, away, home, internet in
            try Data("#EXTM3U\n#EXTINF:9,One\ntone.flac\n".utf8).write(to: folder.appendingPathComponent("one.m3u"))
            try stage.remote.replace([Self.address("elsewhere-\(home.port)/one.m3u", of: away)])
            try stage.remote.wait("the refusal", within: 40) { try Self.items(stage).first?.state == "failed" }
            let message = try Self.items(stage).first?.message ?? ""
            #expect(message.contains("public server"), "\(message)")

            let entries = ["home.example", "rebind.example"].map { Self.address("tone.flac", of: home, $0) }
            try Data(("#EXTM3U\n" + entries.joined(separator: "\n") + "\n").utf8)
                .write(to: folder.appendingPathComponent("two.m3u"))
            try stage.remote.replace([Self.address("two.m3u", of: away)])
            try stage.remote.wait("two refusals", within: 60) {
                let items = try Self.items(stage)
                return items.count == 2 && items[0].state == "failed"
            }
            let refusal = try Self.items(stage)[0].message
            #expect(refusal.contains("names home.example"), "\(refusal)")
            #expect(try home.requests().allSatisfy { $0.path == "/requests" || $0.path == "/tone.flac" })
            #expect(internet.log().filter { $0.hasPrefix("connect") } == [])
        }
    }

    /// The picture and the chapters of an episode, which redirect.
    @Test func companionsOfAnEpisodeLeadNobodyHome() throws {
        try Self.perform { stage, folder, away, home, internet in
            let there = Self.address("elsewhere-\(home.port)/", of: away)
            let feed = """
                <?xml version="1.0"?>
                <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
                  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><item>
                  <title>One</title><enclosure url="\(Self.address("sine-a.flac", of: away))" type="audio/flac" length="1"/>
                  <itunes:image href="\(there)cover.png"/>
                  <podcast:chapters url="\(there)c.json" type="application/json+chapters"/>
                </item></channel></rss>
                """
            try Data(feed.utf8).write(to: folder.appendingPathComponent("feed.rss"))
            try stage.remote.replace([Self.address("feed.rss", of: away)])
            try stage.remote.wait("both requests", within: 40) {
                let paths = Set(try away.requests().map(\.path))
                return ["cover.png", "c.json"].allSatisfy { paths.contains("/elsewhere-\(home.port)/\($0)") }
            }
            try stage.remote.waitForMovement()
            try stage.remote.wait("the chapters' failure", within: 40) {
                stage.daemon.log.contains(
                    "c.json: the chapters are ignored: it is on a public server that leads to 127.0.0.1")
            }
            try stage.remote.wait("the picture's failure", within: 40) {
                stage.daemon.log.contains("cover.png cannot be shown: it is on a public server that leads to 127.0.0.1")
            }
            #expect(try home.requests().allSatisfy { $0.path == "/requests" })
            #expect(internet.log().filter { $0.hasPrefix("connect") } == [])
        }
    }

    /// Who trusts a server allows it.
    @Test func localAddressesMayBePermitted() throws {
        try Self.perform(configuration: Stage.silent + "local-addresses = true\n") {
            stage, folder, away, home, internet in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("token"), withIntermediateDirectories: true)
            try Data("#EXTM3U\n\(Self.address("sine-a.flac", of: home, "127.0.0.1"))\n".utf8)
                .write(to: folder.appendingPathComponent("one.m3u"))
            try stage.remote.replace([Self.address("one.m3u", of: away)])
            try stage.remote.waitForMovement()
            #expect(internet.log().contains("connect 127.0.0.1 \(home.port)"))
        }
    }
}
