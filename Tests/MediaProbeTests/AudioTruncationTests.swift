import Foundation
import PlayerCore
import Testing

@testable import MediaProbe

@Suite(.timeLimit(.minutes(5))) struct AudioTruncationTests {
    /// Small files are cut after each byte, larger ones after each of the first 2,000, where their tags are, and after
    /// many of the others.
    @Test(arguments: AudioFixture.all) func everyPrefixEndsInAResult(_ name: String) throws {
        let bytes = try AudioFixture.bytes(name)
        let whole = try AudioFixture.findings(name)
        #expect(whole.problems.allSatisfy { !$0.isEmpty })
        let dense = min(bytes.count, bytes.count < 5_000 ? 5_000 : 2_000)
        for count in Array(0..<dense) + stride(from: dense, to: bytes.count, by: 23) {
            let found = MediaProbe.container(ByteSource(Array(bytes[..<count])), uri: "file:///\(name)")
            #expect(found.chapters.count <= whole.chapters.count + 1, "\(name) cut to \(count) bytes")
        }
    }

    /// Every byte once all ones and once with its highest bit turned: sizes and counts become absurd.
    @Test(arguments: AudioFixture.all) func anyBrokenByteEndsInAResult(_ name: String) throws {
        var bytes = try AudioFixture.bytes(name)
        for index in 0..<min(bytes.count, 500) {
            let byte = bytes[index]
            for broken in [0xFF, byte ^ 0x80] where broken != byte {
                bytes[index] = broken
                _ = MediaProbe.container(ByteSource(bytes), uri: "file:///\(name)")
            }
            bytes[index] = byte
        }
    }
}
