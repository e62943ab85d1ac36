import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// Ogg files whose granules count from the beginning of a longer recording.
@Suite(.needs("ffmpeg"))
struct OggStartTests {
    @Test("the length counts from the first sample", arguments: ["libopus", "libvorbis"], [0, 1, 5, 9, 100, 3_600])
    func length(codec: String, start: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-ogg-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.ogg")
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=d=8", "-c:a", codec, "-output_ts_offset", "\(start)", "-f",
                "ogg",
                file.path,
            ])
        try #require(made.end == .exited(0), "\(made.errors)")
        let found = MediaProbe.container(ByteSource(Array(try Data(contentsOf: file))), uri: file.absoluteString)
        let seconds = found.duration?.seconds ?? 0
        #expect(abs(seconds - 8) < 0.1, "\(seconds)")
    }
}
