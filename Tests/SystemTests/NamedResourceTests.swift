import DBusKit
import Foundation
import TestSupport
import Testing

/// What manifests name: those of a server reach no files of this machine, and none reaches a pipe or a device.
@Suite(.patient, .needs("dbus-daemon", "ffmpeg"))
struct NamedResourceTests {
    /// How a manifest names the files of the test's folder.
    enum Way: String, CaseIterable, Sendable {
        case segment, map, variant, rendition, key, baseURL

        /// The name of the manifest that is written beside the media, with a prefix for what it names elsewhere.
        func write(naming prefix: String, in folder: String) throws -> String {
            let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n"
            let end = "#EXT-X-ENDLIST\n"
            func put(_ text: String, _ name: String) throws {
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            func segments(_ prefix: String) -> String {
                (0..<3).map { "#EXTINF:2,\n\(prefix)s\($0).ts\n" }.joined()
            }
            switch self {
            case .segment: try put(head + segments(prefix) + end, "list.m3u8")
            case .map:
                let parts = (0..<3).map { "#EXTINF:2,\nm\($0).m4s\n" }.joined()
                try put(head + "#EXT-X-MAP:URI=\"\(prefix)init.mp4\"\n" + parts + end, "list.m3u8")
            case .variant:
                try put(head + segments("") + end, "media.m3u8")
                try put("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n\(prefix)media.m3u8\n", "list.m3u8")
            case .rendition:
                try put(head + segments("") + end, "media.m3u8")
                try put(
                    """
                    #EXTM3U
                    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,AUTOSELECT=YES,URI="\(prefix)media.m3u8"
                    #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.42c00d,mp4a.40.2",AUDIO="a"
                    picture.m3u8

                    """, "list.m3u8")
                try put(head + (0..<3).map { "#EXTINF:2,\nv\($0).ts\n" }.joined() + end, "picture.m3u8")
            case .key:
                try put(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"\(prefix)key\"\n" + segments("") + end, "list.m3u8")
            case .baseURL:
                let made = try String(contentsOfFile: "\(folder)/made.mpd", encoding: .utf8)
                let place = try #require(made.range(of: "<Period"))
                try put(
                    made.replacingCharacters(in: place, with: "<BaseURL>\(prefix)</BaseURL>\n<Period"), "list.mpd")
                return "list.mpd"
            }
            return "list.m3u8"
        }
    }

    private static func make(in folder: String) throws {
        let script = """
            set -e
            cd '\(folder)'
            ffmpeg -v error -f lavfi -i sine=d=6 -c:a aac -f hls -hls_time 2 -hls_list_size 0 -hls_segment_filename s%d.ts x.m3u8
            ffmpeg -v error -f lavfi -i sine=d=6 -c:a aac -f hls -hls_time 2 -hls_list_size 0 -hls_segment_type fmp4 \
                -hls_segment_filename m%d.m4s y.m3u8
            ffmpeg -v error -f lavfi -i testsrc2=s=160x120:d=6 -c:v libx264 -profile:v baseline -g 50 -f hls -hls_time 2 \
                -hls_list_size 0 -hls_segment_filename v%d.ts z.m3u8
            ffmpeg -v error -f lavfi -i sine=d=6 -c:a aac -f dash -seg_duration 2 made.mpd
            printf 0123456789abcdef > key
            """
        let result = try ChildProcess.run("sh", ["-c", script])
        try #require(result.end == .exited(0), "\(result.errors)")
    }

    @Test(arguments: Way.allCases)
    func aManifestOfAServerNamesNoFileHere(way: Way) throws {
        try Stage.perform(configuration: Stage.silent) { stage in
            let folder = "\(stage.sandbox.directory)/media"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.make(in: folder)
            let server = try MediaServer(folder: folder)
            defer { server.stop() }
            let name = try way.write(naming: "file://\(folder)/", in: folder)
            try stage.remote.replace([server.uri(name)])
            try stage.remote.wait("the refusal", within: 40) { try Self.state(stage).name == "failed" }
            let message = try Self.state(stage).message
            #expect(!message.contains("SourceDoor"), "\(message)")
            // The demuxer says of a key that it cannot have what is encrypted.
            #expect(message.contains("a file on this machine") || way == .key, "\(message)")
            // The same, with what it names on its server.
            if way != .key {
                _ = try way.write(naming: server.uri(""), in: folder)
                try stage.remote.replace([server.uri(name)])
                try stage.remote.waitForMovement()
            }
        }
    }

    /// Local manifests may name local files, and no pipes.
    @Test func aLocalManifestNamesFilesButNoPipes() throws {
        try Stage.perform(configuration: Stage.silent) { stage in
            let folder = "\(stage.sandbox.directory)/media"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.make(in: folder)
            let list = "file://\(folder)/" + (try Way.segment.write(naming: "file://\(folder)/", in: folder))
            try stage.remote.replace([list])
            try stage.remote.waitForMovement()
            try stage.remote.call(.player, "Stop")
            try FileManager.default.removeItem(atPath: "\(folder)/s0.ts")
            #expect(mkfifo("\(folder)/s0.ts", 0o600) == 0)
            try stage.remote.replace([list])
            try stage.remote.wait("the refusal", within: 40) { try Self.state(stage).name == "failed" }
            let message = try Self.state(stage).message
            #expect(message.contains("which is not a file"), "\(message)")
        }
    }

    private static func state(_ stage: Stage) throws -> (name: String, message: String) {
        let items = try stage.remote.call(.queue, "Items", [.uint32(0), .uint32(1)]).first?.asArray ?? []
        let item = items.first?.asDictionary ?? [:]
        return (item["state"]?.asString ?? "", item["error"]?.asDictionary?["message"]?.asString ?? "")
    }
}
