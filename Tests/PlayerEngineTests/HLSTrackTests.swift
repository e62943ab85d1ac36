import Foundation
import PlayerCore
import TestSupport
import Testing

/// The tracks of an HLS stream, which only its playlist names.
@Suite(.serialized, .timeLimit(.minutes(5)), .needs("ffmpeg"))
struct HLSTrackTests {
    /// Six seconds with sound in two languages and subtitles.
    private static func stream() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-hls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-i", Fixtures.path("clip.mp4"), "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c",
                "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-var_stream_map",
                "v:0,agroup:a a:0,agroup:a,language:eng a:1,agroup:a,language:deu", "\(folder.path)/v%v.m3u8",
            ], within: 60)
        try #require(made.end == .exited(0), "\(made.errors)")
        let files = [
            "main.m3u8": """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,LANGUAGE="eng",URI="v1.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",DEFAULT=NO,LANGUAGE="de",URI="v2.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Missing",LANGUAGE="fr",URI="missing.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.42c00c,mp4a.40.2",AUDIO="a",SUBTITLES="s"
            v0.m3u8

            """,
            "s.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\ns.vtt\n#EXT-X-ENDLIST\n",
            // hlsdemux reads all lists, but no segments of subtitles.
            "missing.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nmissing.vtt\n#EXT-X-ENDLIST\n",
            "s.vtt": "WEBVTT\n\n00:00.000 --> 00:06.000\nA line\n",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder.path
    }

    @Test(arguments: [false, true]) func languagesAndSubtitlesAreKnown(isLocal: Bool) async throws {
        let folder = try Self.stream()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try MediaServer(folder: folder)
        let session = try await Session()
        await session.perform(.setLoop(.track))
        // A server's address need not name the format.
        try FileManager.default.copyItem(atPath: "\(folder)/main.m3u8", toPath: "\(folder)/main")
        await session.perform(.openURI(isLocal ? "file://\(folder)/main.m3u8" : server.uri("main")))
        try await session.wait("the tracks") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.tracks.audio.map(\.language) == ["en", "de"]
        }
        let tracks = session.snapshot.tracks
        #expect(session.snapshot.trim.whyNot?.contains("HLS") == true)
        #expect(tracks.audio.map(\.title) == ["English", "Deutsch"])
        #expect(tracks.audio.first?.traits == .isDefault)
        #expect(tracks.subtitles.map(\.language) == ["en", "fr"])
        let missing = try #require(tracks.subtitles.last?.id)
        try await session.perform(.tracks(.selectAudio(1)), until: "the other sound") { snapshot, _ in
            snapshot.tracks.selectedAudio == 1 && snapshot.position.rate == 1
        }
        try await session.perform(.tracks(.selectSubtitles(tracks.subtitles.first?.id)), until: "lines") {
            snapshot, _ in
            snapshot.tracks.selectedSubtitles == tracks.subtitles.first?.id
        }
        // Its segments cannot be read.
        await session.perform(.tracks(.selectSubtitles(missing)))
        try await session.wait("one of them") { snapshot, _ in snapshot.tracks.subtitles.map(\.language) == ["en"] }
        await session.close()
    }
}
