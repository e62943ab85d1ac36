import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Lengths of MP3 files whose header is absent, empty, or that of another file.
struct MPEGLengthTests {
    /// Frames of layer 3 at 44,100 Hz, each with the index of its bit rate: 9 is 128 kbit/s.
    private static func frames(_ indices: [Int]) -> [UInt8] {
        indices.flatMap { index in
            let head: [UInt8] = [0xFF, 0xFB, UInt8(index) << 4, 0x44]
            return head + [UInt8](repeating: 0, count: (MPEGFrame(head)?.length ?? 4) - 4)
        }
    }

    /// A first frame with a header of Xing.
    private static func header(frames: UInt32, bytes: UInt32) -> [UInt8] {
        var frame = Self.frames([9])
        let fields = Array("Info".utf8) + [0, 0, 0, 3] + MP4Bytes.number(frames) + MP4Bytes.number(bytes)
        frame.replaceSubrange(36..<36 + fields.count, with: fields)
        return frame
    }

    private static func length(_ bytes: [UInt8]) -> (seconds: Double?, isMeasured: Bool) {
        let found = MediaProbe.container(ByteSource(bytes), uri: "file:///a.mp3")
        return (found.duration?.seconds, found.isMeasured)
    }

    private static let frame = 1_152.0 / 44_100

    @Test func framesOfManyRatesAreCounted() {
        // Low at first, high later: the first frame tells five times the length.
        let indices = (0..<900).map { $0 < 300 ? 1 : $0 < 600 ? 9 : 14 }
        let length = Self.length(Self.frames(indices))
        #expect(length.isMeasured && abs((length.seconds ?? 0) - 900 * Self.frame) < 0.03)
    }

    @Test func framesOfOneRateFollowFromTheSize() {
        let length = Self.length(Self.frames(Array(repeating: 9, count: 900)))
        #expect(!length.isMeasured && abs((length.seconds ?? 0) - 900 * Self.frame) < 0.1)
    }

    @Test func aHeaderThatHoldsIsBelieved() {
        let sound = Self.frames((0..<300).map { 5 + $0 % 5 })
        let frame = Self.frames([9])
        let whole = Self.header(frames: 300, bytes: UInt32(sound.count + frame.count)) + sound
        // A tag behind the sound is no sound.
        for tail in [[], Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)] {
            let length = Self.length(whole + tail)
            #expect(!length.isMeasured && abs((length.seconds ?? 0) - 300 * Self.frame) < 0.001)
        }
    }

    @Test func theHeaderOfTheFirstPartIsNotThatOfAllParts() {
        let (short, long) = (Self.frames((0..<100).map { 5 + $0 % 5 }), Self.frames((0..<400).map { 7 + $0 % 3 }))
        let frame = Self.frames([9])
        func part(_ sound: [UInt8], _ count: UInt32) -> [UInt8] {
            Self.header(frames: count, bytes: UInt32(sound.count + frame.count)) + sound
        }
        let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        for between in [[], tag, tag + Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)] {
            let length = Self.length(part(short, 100) + between + part(long, 400))
            #expect(length.isMeasured && abs((length.seconds ?? 0) - 501 * Self.frame) < 0.05)
        }
    }

    @Test func aFileThatWasCutOffIsAsLongAsWhatIsLeft() {
        let sound = Self.frames((0..<400).map { 5 + $0 % 5 })
        let whole = Self.header(frames: 400, bytes: UInt32(sound.count + 417)) + sound
        let length = Self.length(Array(whole.prefix(whole.count / 2)))
        #expect(length.isMeasured && abs((length.seconds ?? 0) - 200 * Self.frame) < 0.1)
    }

    @Test func aHeaderWithoutFramesStatesNothing() {
        let sound = Self.frames((0..<300).map { 5 + $0 % 5 })
        let length = Self.length(Self.header(frames: 0, bytes: 0) + sound)
        #expect(length.isMeasured && abs((length.seconds ?? 0) - 300 * Self.frame) < 0.05)
    }
}
