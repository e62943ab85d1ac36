import Foundation
import MediaContainers
import TestSupport
import Testing

@testable import MediaProbe

/// Servers and file systems claim lengths that nothing has.
@Suite struct ClaimedLengthTests {
    @Test(
        "A file of any claimed length is read, and ends nothing",
        arguments: [
            "tone.mp3", "tone.flac", "tone.m4a", "tone.ogg", "tone.opus", "clip.mp4", "clip.webm", "episode-1.mkv",
        ])
    func claimed(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
        for length in [Int64.min, -1, 0, 1, 1 << 40, 1 << 50, 1 << 62, .max - 1, .max] {
            let source = ByteSource(length: length, read: ByteSource(bytes).read)
            #expect(source.length == min(max(0, length), 1 << 50))
            _ = MediaProbe.container(source, uri: "file:///\(name)")
            _ = MediaProbe.outline(source)
        }
    }
}
