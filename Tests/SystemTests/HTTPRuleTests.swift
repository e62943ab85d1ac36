import DBusKit
import Foundation
import TestSupport
import Testing

/// What an item's requests carry, and which servers are trusted.
@Suite(.serialized, .patient, .needs("dbus-daemon", "python3", "openssl")) struct HTTPRuleTests {
    private static let token: DBusValue = .properties(["X-Token": .string("open sesame")])

    /// A folder with a tone and an HLS stream of two levels.
    private static func media(in stage: Stage) throws -> String {
        let folder = stage.sandbox.directory + "/media"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["tone.flac", "tone.mp3"] {
            try FileManager.default.copyItem(atPath: Fixtures.path(name), toPath: "\(folder)/\(name)")
        }
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\ntone.mp3\n#EXT-X-ENDLIST\n"
        try Data(list.utf8).write(to: URL(fileURLWithPath: "\(folder)/audio.m3u8"))
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\naudio.m3u8\n"
        try Data(main.utf8).write(to: URL(fileURLWithPath: "\(folder)/main.m3u8"))
        return folder
    }

    private static func open(_ uri: String, headers: DBusValue? = nil, on remote: Remote) throws {
        var item: [String: DBusValue] = ["uri": .string(uri)]
        item["headers"] = headers
        try remote.forget()
        try remote.call(.queue, "Replace", [.propertyLists([item]), .properties(["play": .boolean(true)])])
    }

    private static func waitForSound(_ uri: String, on remote: Remote) throws {
        try remote.wait("\(uri) plays") {
            try remote.metadata["xesam:url"]?.asString == uri && remote.position() > 0.1
        }
        #expect(remote.signals("ItemFailed").isEmpty, "\(uri)")
    }

    @Test func headersGoToTheItemsServerAndNobodyElse() throws {
        try Stage.perform { stage in
            let folder = try Self.media(in: stage)
            let (server, other) = (try MediaServer(folder: folder), try MediaServer(folder: folder))
            defer {
                server.stop()
                other.stop()
            }
            let remote = stage.remote
            // Playlists, segments and plain files.
            for name in ["tone.flac", "main.m3u8"] {
                let uri = server.uri("token/\(name)")
                try Self.open(uri, headers: Self.token, on: remote)
                try Self.waitForSound(uri, on: remote)
            }
            let items = try remote.call(.queue, "Items", [.uint32(0), .uint32(10)])
            #expect(items.first?.asDictionaries?.first?["headers"] == nil)
            #expect(items.first?.asDictionaries?.first?["uri"]?.asString == server.uri("token/main.m3u8"))

            // An item without headers is not sent those of another.
            try Self.open(server.uri("token/tone.mp3"), on: remote)
            try remote.wait("a refusal") { !remote.signals("ItemFailed").isEmpty }
            try Self.open(server.uri("token/tone.flac"), headers: Self.token, on: remote)
            try Self.waitForSound(server.uri("token/tone.flac"), on: remote)

            let away = server.uri("elsewhere-\(other.port)/tone.flac")
            try Self.open(away, headers: Self.token, on: remote)
            try remote.wait("a refusal") { !remote.signals("ItemFailed").isEmpty }
            #expect(try other.requests().contains { $0.path == "/token/tone.flac" })
        }
    }

    @Test func exportsSendTheHeadersOfTheirItem() throws {
        try Stage.perform { stage in
            let server = try MediaServer(folder: try Self.media(in: stage))
            defer { server.stop() }
            let uri = server.uri("token/tone.flac")
            try Self.open(uri, headers: Self.token, on: stage.remote)
            try Self.waitForSound(uri, on: stage.remote)
            let rig = try ExportRig(stage)
            let job = try rig.end(of: rig.export(to: "\(rig.folder)/out.flac", ranges: [(0.5, 1.5)]))
            #expect(job.status == "completed", "\(job.error)")
        }
    }

    @Test func cookiesOfAPlaylistAreSentWithItsSegments() throws {
        // With the usual timeout: souphttpsrc shares no session where it is another one.
        let configuration = Stage.silent.replacing("timeout = 2", with: "timeout = 15")
        try Stage.perform(configuration: configuration) { stage in
            let server = try MediaServer(folder: try Self.media(in: stage))
            defer { server.stop() }
            let uri = server.uri("cookie/main.m3u8")
            try Self.open(uri, on: stage.remote)
            try Self.waitForSound(uri, on: stage.remote)
        }
    }

    @Test(arguments: ["Range", "bad name", "X-A\r\nX-B"])
    func headersThatCannotBeSentAreRefused(_ name: String) throws {
        try Stage.perform { stage in
            #expect(throws: (any Error).self) {
                try Self.open(
                    "http://127.0.0.1:9/x.mp3", headers: .properties([name: .string("1")]), on: stage.remote)
            }
        }
    }

    @Test(arguments: [false, true]) func aCertificateIsTrustedWhereTheConfigurationSaysSo(_ isTrusted: Bool) throws {
        let sandbox = try Sandbox()
        let (key, certificate) = (sandbox.directory + "/key.pem", sandbox.directory + "/certificate.pem")
        let maker = try ChildProcess(
            "openssl",
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", key + ".crt", "-days", "2"]
                + ["-subj", "/CN=localhost"])
        _ = try maker.waitForEnd()
        let parts = try [key, key + ".crt"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        try (parts[0] + parts[1]).write(to: URL(fileURLWithPath: certificate))
        let server = try MediaServer(certificate: certificate)
        defer { server.stop() }
        let trusted = isTrusted ? "trusted-hosts = [\"127.0.0.1:\(server.port)\"]\n" : ""
        try Stage.perform(configuration: Stage.silent + trusted) { stage in
            let uri = "https://127.0.0.1:\(server.port)/tone.flac"
            try Self.open(uri, on: stage.remote)
            guard !isTrusted else { return try Self.waitForSound(uri, on: stage.remote) }
            try stage.remote.wait("a refusal") { !stage.remote.signals("ItemFailed").isEmpty }
            let message = stage.remote.value(.queue, "Error")?.asDictionary?["message"]?.asString
            #expect(message?.contains("network.trusted-hosts") == true, "\(message ?? "none")")
        }
    }
}
