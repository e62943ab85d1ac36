import Foundation
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite(.timeLimit(.minutes(10))) struct AudioTruncationTests {
    /// Here and there; ``TruncationTests`` cuts after each byte.
    @Test(arguments: AudioFixture.all) func aPrefixHasNoMoreChaptersThanTheWhole(_ name: String) async throws {
        let bytes = try AudioFixture.bytes(name)
        let whole = try AudioFixture.findings(name)
        #expect(whole.problems.allSatisfy { !$0.isEmpty })
        for count in stride(from: 0, to: bytes.count, by: max(19, bytes.count / 200)) {
            await Task.yield()
            let found = MediaProbe.container(ByteSource(Array(bytes[..<count])), uri: "file:///\(name)")
            #expect(found.chapters.count <= whole.chapters.count + 1, "\(name) cut to \(count) bytes")
        }
    }

    /// Many bytes once all ones and once with their highest bit turned: sizes and counts become absurd.
    @Test(arguments: AudioFixture.all) func anyBrokenByteEndsInAResult(_ name: String) async throws {
        var bytes = try AudioFixture.bytes(name)
        for index in Array(0..<min(bytes.count, 64)) + stride(from: 64, to: min(bytes.count, 500), by: 5) {
            await Task.yield()
            let byte = bytes[index]
            for broken in [0xFF, byte ^ 0x80] where broken != byte {
                bytes[index] = broken
                _ = MediaProbe.container(ByteSource(bytes), uri: "file:///\(name)")
            }
            bytes[index] = byte
        }
    }
}
