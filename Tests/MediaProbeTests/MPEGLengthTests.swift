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

    @Test func partsOfOneRateAreCountedWithoutThePictureBetweenThem() {
        let (short, long) = (Self.frames(Array(repeating: 9, count: 300)), Self.frames(Array(repeating: 9, count: 800)))
        // A cover of 300 KB, more than the sound of the first part.
        let picture = Array("ID3".utf8) + [3, 0, 0, 0, 0x12, 0x27, 0x60] + [UInt8](repeating: 0x55, count: 0x493E0)
        let first = Self.header(frames: 300, bytes: UInt32(short.count + 417)) + short
        for part in [first, short] {
            let length = Self.length(part + picture + long)
            #expect(length.isMeasured && abs((length.seconds ?? 0) - 1_100 * Self.frame) < 0.06, "\(length)")
        }
    }

    @Test func aTagOfMonkeysAudioEndsNoFileThatGoesOn() {
        let (short, long) = (Self.frames((0..<100).map { 5 + $0 % 5 }), Self.frames((0..<400).map { 7 + $0 % 3 }))
        // 40 bytes of items, then a footer of 32, which counts.
        func mark(_ flag: UInt8) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 72, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, flag]
                + [UInt8](repeating: 0, count: 8)
        }
        let items = [UInt8](repeating: 0x20, count: 40)
        // Encoders do not always know their own end.
        for (tag, excess) in [
            (mark(0xA0) + items + mark(0x80), 0), (mark(0xA0) + items + mark(0x80), 113), (items + mark(0), 0),
        ] {
            let first = Self.header(frames: 100, bytes: UInt32(short.count + 417 + excess)) + short
            let one = Self.length(first + tag)
            #expect(!one.isMeasured && abs((one.seconds ?? 0) - 100 * Self.frame) < 0.001, "\(one)")
            let both = Self.length(first + tag + long)
            #expect(both.isMeasured && abs((both.seconds ?? 0) - 500 * Self.frame) < 0.05, "\(both)")
        }
    }
}
