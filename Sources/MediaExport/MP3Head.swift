/// The frame at the head of an MP3 file that says how long it is (Xing's), corrected.
///
/// xingmux counts that frame itself, and does not say how much silence the encoder put before the first sample.
enum MP3Head {
    /// What LAME puts before the first sample; decoders leave out 529 more of their own.
    private static let encoderDelay = 576

    /// - Parameter samples: how many there are to be; nil where the frames were not made by an encoder of ours.
    static func correct(_ file: PartFile, samples: Int64?) throws(PartFile.Refusal) {
        let start = sizeOfID3(file.read(at: 0, count: 10))
        let frame = file.read(at: start, count: 1_500)
        guard frame.count > 200, frame[0] == 0xFF, frame[1] & 0xE0 == 0xE0 else { return }
        let isVersion1 = frame[1] & 0x18 == 0x18
        let isMono = frame[3] & 0xC0 == 0xC0
        let place = 4 + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        guard frame.count > place + 180, ["Xing", "Info"].contains(text(frame[place..<place + 4])),
            frame[place + 7] & 1 == 1
        else { return }
        let counted = number(frame[place + 8..<place + 12])
        guard counted > 1 else { return }
        let frames = counted - 1
        try file.write(bytes(UInt32(frames)), at: start + Int64(place) + 8)
        guard let samples else { return }
        let padding = Int64(frames) * (isVersion1 ? 1_152 : 576) - Int64(encoderDelay) - samples
        guard (0...4_095).contains(padding) else { return }
        // Behind what Xing's frame has, LAME's part, which begins with its name.
        let flags = Int(frame[place + 7])
        let extent = 8 + (flags & 1) * 4 + (flags >> 1 & 1) * 4 + (flags >> 2 & 1) * 100 + (flags >> 3 & 1) * 4
        var extra = Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 27)
        extra[21] = UInt8(encoderDelay >> 4)
        extra[22] = UInt8((encoderDelay & 15) << 4 | Int(padding >> 8))
        extra[23] = UInt8(padding & 255)
        guard let old = length(of: frame, isVersion1) else { return }
        var new = Array(frame[..<(place + extent)]) + extra
        new[place + 8..<place + 12] = bytes(UInt32(frames))[...]
        // The next larger frame that has room; it begins in the tag's padding.
        var size = old
        while size < new.count, new[2] >> 4 < 14 {
            new[2] += 16
            size = length(of: new, isVersion1) ?? size
        }
        let earlier = Int64(size - old)
        guard size >= new.count else { return }
        if earlier > 0 {
            guard start - earlier > 10, file.read(at: start - earlier, count: Int(earlier)).allSatisfy({ $0 == 0 })
            else {
                return
            }
            try file.write(synchsafe(start - earlier - 10), at: 6)
        }
        try file.write(new + [UInt8](repeating: 0, count: size - new.count), at: start - earlier)
    }

    private static func synchsafe(_ value: Int64) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0 & 0x7F) }
    }

    /// Of the tag before the first frame, in bytes.
    private static func sizeOfID3(_ head: [UInt8]) -> Int64 {
        guard head.count == 10, text(head[0..<3]) == "ID3" else { return 0 }
        return 10 + head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
    }

    /// Of a frame of layer III, in bytes.
    private static func length(of frame: [UInt8], _ isVersion1: Bool) -> Int? {
        let rates = isVersion1 ? [44_100, 48_000, 32_000] : [22_050, 24_000, 16_000]
        let bitrates =
            isVersion1
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let (rate, bitrate) = (Int(frame[2] >> 2 & 3), Int(frame[2] >> 4))
        guard rates.indices.contains(rate), bitrates.indices.contains(bitrate), bitrate > 0 else { return nil }
        return (isVersion1 ? 144_000 : 72_000) * bitrates[bitrate] / rates[rate] + Int(frame[2] >> 1 & 1)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
