import Testing

@testable import GstWorkarounds

/// The description of Opus in MP4, in both orders of bytes.
@Suite struct MP4OpusHeaderTests {
    @Test("what mp4mux writes in the order of Ogg is turned around, and what is right stays")
    func order() {
        let ogg: [UInt8] = [0, 2, 0x38, 0x01, 0x80, 0xBB, 0, 0, 0x00, 0x01]
        let right: [UInt8] = [0, 2, 0x01, 0x38, 0, 0, 0xBB, 0x80, 0x01, 0x00]
        #expect(MP4OpusHeader.turned(ogg) == right)
        #expect(MP4OpusHeader.turned(right) == nil)
        // No rate is stated.
        #expect(MP4OpusHeader.turned([0, 1, 0x01, 0x38, 0, 0, 0, 0, 0, 0]) == nil)
    }
}
