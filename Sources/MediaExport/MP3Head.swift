internal import MediaContainers

/// The frame at the head of an MP3 file that says how long it is (Xing's), corrected.
///
/// xingmux counts that frame itself, and does not say how much silence the encoder put before the first sample.
enum MP3Head {
    /// What LAME puts before the first sample; decoders leave out 529 more of their own.
    private static let encoderDelay = 576

    /// - Parameter samples: how many there are to be; nil where the frames were not made by an encoder of ours.
    static func correct(_ file: PartFile, samples: Int64?) throws(PartFile.Refusal) {
        let start = Int64(ID3Header(file.read(at: 0, count: ID3Header.length)[...])?.tagLength ?? 0)
        let frame = file.read(at: start, count: 1_500)
        guard frame.count > 200, let header = MPEGFrame(frame), header.layer == 3 else { return }
        let place = header.xingPlace
        guard frame.count > place + 180, ["Xing", "Info"].contains(text(frame[place..<place + 4])),
            frame[place + 7] & 1 == 1
        else { return }
        let counted = Int(frame[place + 8..<place + 12].bigEndian)
        guard counted > 1 else { return }
        let frames = counted - 1
        try file.write(bytes(UInt32(frames)), at: start + Int64(place) + 8)
        guard let samples else { return }
        let padding = Int64(frames * header.samples) - Int64(encoderDelay) - samples
        guard (0...4_095).contains(padding) else { return }
        // Behind what Xing's frame has, LAME's part, which begins with its name.
        let flags = Int(frame[place + 7])
        let extent = 8 + (flags & 1) * 4 + (flags >> 1 & 1) * 4 + (flags >> 2 & 1) * 100 + (flags >> 3 & 1) * 4
        var extra = Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 27)
        extra[21] = UInt8(encoderDelay >> 4)
        extra[22] = UInt8((encoderDelay & 15) << 4 | Int(padding >> 8))
        extra[23] = UInt8(padding & 255)
        var new = Array(frame[..<(place + extent)]) + extra
        new[place + 8..<place + 12] = bytes(UInt32(frames))[...]
        // The next larger frame that has room; it begins in the tag's padding.
        var size = header.length
        while size < new.count, new[2] >> 4 < 14 {
            new[2] += 16
            size = MPEGFrame(new)?.length ?? size
        }
        let earlier = Int64(size - header.length)
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

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
