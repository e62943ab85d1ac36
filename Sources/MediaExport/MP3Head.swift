internal import MediaContainers
internal import PlayerCore

/// Corrects the Xing frame at the start of an MP3 file, which contains the length.
///
/// xingmux counts the Xing frame itself, and does not store how much silence the encoder inserted before the first
/// sample.
enum MP3Head {
    /// The number of samples that LAME inserts before the first sample; decoders discard another 529.
    private static let encoderDelay = 576

    /// What surrounds the sound of the result.
    enum Sound {
        /// The frames are from mediad's own encoder; this many samples were given to it.
        case encoded(Int64)
        /// All frames of a file were copied, whose header says this.
        case copied(EncoderSilence)
    }

    /// - Parameter sound: nil if nothing is known of it.
    static func correct(_ file: PartFile, _ sound: Sound?) throws(PartFile.Refusal) {
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
        let (delay, padding): (Int, Int64)
        switch sound {
        case nil: return
        case .encoded(let samples):
            (delay, padding) = (encoderDelay, Int64(frames * header.samples) - Int64(encoderDelay) - samples)
        case .copied(let silence): (delay, padding) = (Int(clamping: silence.before), Int64(clamping: silence.after))
        }
        guard (0...4_095).contains(delay), (0...4_095).contains(padding) else { return }
        // LAME's part follows the Xing fields and begins with the encoder's name.
        let flags = Int(frame[place + 7])
        let extent = 8 + (flags & 1) * 4 + (flags >> 1 & 1) * 4 + (flags >> 2 & 1) * 100 + (flags >> 3 & 1) * 4
        var extra = Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 27)
        extra[21] = UInt8(delay >> 4)
        extra[22] = UInt8((delay & 15) << 4 | Int(padding >> 8))
        extra[23] = UInt8(padding & 255)
        var new = Array(frame[..<(place + extent)]) + extra
        new[place + 8..<place + 12] = bytes(UInt32(frames))[...]
        // The next larger frame with enough room. It begins in the padding of the tag.
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

    /// What the header of an MP3 file says that its encoder added; nil if it says nothing.
    static func silence(path: [UInt8]) -> EncoderSilence? {
        do throws(ProbeError) {
            let bytes = ByteReader(try ByteSource.file(path))
            let tag = ID3Header(try bytes.available(at: 0, count: ID3Header.length)[...])?.tagLength ?? 0
            let first = Array(try bytes.available(at: Int64(tag), count: 4_096))
            return MPEGFrame(first).flatMap { $0.layer == 3 ? XingHeader($0, first)?.silence : nil }
        } catch {
            return nil
        }
    }

    private static func synchsafe(_ value: Int64) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0 & 0x7F) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

extension MP3Head.Sound {
    /// What is known of the sound of an export.
    ///
    /// - Parameters:
    ///   - actual: where its stretches really begin and end.
    ///   - rate: of the encoder in samples a second; nil if frames were copied.
    /// - Returns: nil if nothing is known.
    init?(of order: ExportOrder, _ actual: [ExportOrder.Stretch], encodedAt rate: Int64?) {
        if let rate {
            let length = actual.compactMap(\.range).reduce(MediaTime.zero) { $0 + $1.duration }
            let (samples, overflow) = (length.nanoseconds / 1_000).multipliedReportingOverflow(by: rate)
            guard !overflow else { return nil }
            self = .encoded(samples / 1_000_000)
            return
        }
        // Only the whole begins and ends with what the header tells.
        guard let path = FileURI.path(of: order.uri), let only = order.stretches.first, order.stretches.count == 1,
            only.start == 0, order.duration > 0, only.end >= order.duration, let silence = MP3Head.silence(path: path)
        else { return nil }
        self = .copied(silence)
    }
}
