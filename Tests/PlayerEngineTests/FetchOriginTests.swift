import Foundation
import GLibLoop
import Gst
import MediaContainers
import MediaProbe
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// What mediad fetches for an item or a list on a public server does not come from this machine.
@Suite(.timeLimit(.minutes(5)))
struct FetchOriginTests {
    /// On a public address, which nothing here connects to.
    private static let item = "http://93.184.216.34/feed.xml"

    private static func configuration(localAddresses: Bool = false) -> EngineConfiguration {
        var configuration = EngineConfiguration(networkTimeout: 10, artworkDirectory: "/nonexistent")
        configuration.reachesLocalAddresses = localAddresses
        return configuration
    }

    /// A server with a list, a chapter file, a picture and subtitles; `body` is told whether they may be fetched.
    private static func serve(
        _ body: (MediaServer, _ origin: String?, EngineConfiguration, _ isPermitted: Bool) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fetched-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func put(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        try put("#EXTM3U\n#EXTINF:1,One\na.mp3\n", "list.m3u")
        try put(
            #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"One","img":"http://10.0.0.1/a.png"}]}"#, "c.json")
        try put("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "s.srt")
        try put(#"{"ASSETS":[{"URI":"a.mp4","DURATION":1}]}"#, "assets.json")
        let server = try MediaServer(folder: folder.path)
        defer { server.stop() }
        try await body(server, item, configuration(), false)
        #expect(try server.requests().allSatisfy { $0.path == "/requests" })
        try await body(server, item, configuration(localAddresses: true), true)
        try await body(server, "file:///a/b.mp3", configuration(), true)
        try await body(server, server.uri("feed.xml"), configuration(), true)
        try await body(server, nil, configuration(), true)
    }

    @Test func lists() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let uri = server.uri("list.m3u")
            let answer = await withCheckedContinuation { continuation in
                ListProbe().read(uri, namedBy: origin, configuration: configuration) { answer, _ in
                    continuation.resume(returning: answer)
                }
            }
            if isPermitted {
                guard case .entries(let entries) = answer else { throw Deadline.Missed("\(answer)") }
                #expect(entries.map(\.description.uri) == [server.uri("a.mp3")])
            } else {
                guard case .unread(let fault) = answer else { throw Deadline.Missed("\(answer)") }
                #expect(fault.message.contains("it is on a public server and names 127.0.0.1"), "\(fault.message)")
            }
        }
    }

    @Test func chapterFiles() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let chapters = await withCheckedContinuation { continuation in
                ItemProbe().readChapters(server.uri("c.json"), namedBy: origin, configuration: configuration) {
                    chapters, _ in continuation.resume(returning: chapters)
                }
            }
            #expect(chapters.count == (isPermitted ? 1 : 0))
            // A chapter file names pictures by the rule of its own server.
            #expect(chapters.allSatisfy { $0.image != nil })
        }
    }

    @Test func items() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            // Subtitles stand for any item: what matters is whether it is asked for.
            let findings = await withCheckedContinuation { continuation in
                ItemProbe().read(
                    Generation(rawValue: 1), ItemRequest(uri: server.uri("s.srt"), of: origin), keeping: [],
                    configuration: configuration
                ) { continuation.resume(returning: $0) }
            }
            #expect(findings?.problems.contains { $0.contains("public server") } == !isPermitted, "\(findings as Any)")
        }
    }

    @Test func subtitles() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let options = Self.options(configuration)
            let answer = await withCheckedContinuation { continuation in
                Task { @MediaActor in
                    FileDoor().read(nil, server.uri("s.srt"), namedBy: origin, options, fonts: nil) {
                        continuation.resume(returning: $0)
                    }
                }
            }
            switch answer {
            case .success: #expect(isPermitted)
            case .failure(let fault):
                #expect(!isPermitted && fault.message.contains("public server"), "\(fault.message)")
            }
        }
    }

    private static func options(_ configuration: EngineConfiguration) -> DecodeSource.Options {
        .init(networkTimeout: 10, resources: configuration.permissions)
    }

    @Test func pictures() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let loader = ImageLoader(bounds: ImageBounds(configuration))
            do throws(PlaybackFault) {
                _ = try loader.bytes(of: server.uri("s.srt"), namedBy: origin, ifNoneMatch: nil)
                #expect(isPermitted)
            } catch {
                #expect(!isPermitted && error.message.contains("public server"), "\(error.message)")
            }
        }
    }

    @Test func listsOfAssets() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let (uris, problem) = AssetProbe.assets(server.uri("assets.json"), namedBy: origin, configuration)
            #expect(uris == (isPermitted ? [server.uri("a.mp4")] : []))
            #expect(problem?.contains("public server") == (isPermitted ? nil : true))
        }
    }

    @Test func playlistsOfStreams() async throws {
        try await Self.serve { server, origin, configuration, isPermitted in
            let before = try server.requests().count
            _ = PlaylistFollower.variants(
                of: ItemRequest(uri: server.uri("list.m3u"), of: origin), most: 1, configuration)
            #expect(try server.requests().count - before == (isPermitted ? 1 : 0))
        }
    }

    /// Pictures and files that a client names may be anywhere.
    @Test func whatAClientNames() async throws {
        let rule = Self.configuration().rule(of: "http://10.0.0.1/a.png", namedBy: Self.item)
        #expect(rule.refusal(of: "http://10.0.0.1/a.png") != nil)
        #expect(Self.configuration().rule(of: "http://10.0.0.1/a.png").refusal(of: "http://10.0.0.1/a.png") == nil)
    }
}
