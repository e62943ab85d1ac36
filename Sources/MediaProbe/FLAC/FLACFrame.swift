internal import MediaContainers

/// The header of a frame (RFC 9639 section 9.1).
struct FLACFrame {
    /// No header is longer, in bytes.
    static let headerLength = 16

    /// The number of its first sample.
    let start: UInt64
    /// Per channel.
    let samples: UInt64
    /// Of the header, in bytes.
    let length: Int

    var end: UInt64 { start + samples }

    /// Nil for anything else, and for a frame of another stream.
    init?(_ bytes: ArraySlice<UInt8>, of info: FLACStreamInfo) {
        guard bytes.count > 5, bytes[bytes.startIndex] == 0xFF, bytes[bytes.startIndex + 1] & 0xFE == 0xF8 else {
            return nil
        }
        var cursor = ByteCursor(bytes.dropFirst(2))
        guard let sizes = cursor.big(1), let format = cursor.big(1), format & 1 == 0 else { return nil }
        // Left and side, side and right, mid and side have two channels.
        let layout = Int(format >> 4)
        guard layout < 11, (layout < 8 ? layout + 1 : 2) == info.channels, format >> 1 & 7 != 3 else { return nil }
        guard let number = Self.number(&cursor) else { return nil }
        switch sizes >> 4 {
        case 0: return nil
        case 1: samples = 192
        case 2...5: samples = 576 << (sizes >> 4 - 2)
        case 6:
            guard let count = cursor.big(1) else { return nil }
            samples = count + 1
        case 7:
            guard let count = cursor.big(2) else { return nil }
            samples = count + 1
        default: samples = 256 << (sizes >> 4 - 8)
        }
        switch sizes & 0xF {
        case 12: guard cursor.take(1) != nil else { return nil }
        case 13, 14: guard cursor.take(2) != nil else { return nil }
        case 15: return nil
        default: break
        }
        let isVariable = bytes[bytes.startIndex + 1] & 1 == 1
        start = isVariable ? number : number * info.blockSize
        let count = bytes.count - cursor.remaining
        guard let sum = cursor.big(1), UInt64(Self.checksum8(bytes.prefix(count))) == sum else { return nil }
        length = count + 1
    }

    /// A number of up to 36 bits, coded as UTF-8 codes characters.
    private static func number(_ cursor: inout ByteCursor) -> UInt64? {
        guard let first = cursor.big(1) else { return nil }
        let ones = (~UInt8(first)).leadingZeroBitCount
        guard ones != 1, ones < 8 else { return nil }
        var number = ones == 0 ? first : first & (0x7F >> UInt64(ones))
        for _ in 0..<max(0, ones - 1) {
            guard let next = cursor.big(1), next & 0xC0 == 0x80 else { return nil }
            number = number << 6 | next & 0x3F
        }
        return number
    }

    private static func checksum8(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
        }
    }

    private static let checksums16: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }

    /// Whether the bytes are a whole frame: its checksum is at its end.
    static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.reduce(UInt16(0)) { sum, byte in sum << 8 ^ checksums16[Int(UInt8(sum >> 8) ^ byte)] } == 0
    }
}

/// Finds the last frame of a FLAC stream: an encoder that wrote into a pipe did not know the number of samples, and a file that
/// was cut off has fewer than it says.
struct FLACEnd {
    let bytes: ByteReader
    let info: FLACStreamInfo
    /// Where the frames begin.
    let start: Int64

    /// How much of the end is searched, in bytes: little first. A frame of eight channels has more than a megabyte.
    private static let tails: [Int64] = [64 << 10, 1 << 20, 4 << 20]

    /// The number of samples up to the last whole frame; nil if none is found, and if another stream follows this one.
    func samples() throws(ProbeError) -> UInt64? {
        guard let length = bytes.length, length > start else { return nil }
        for tail in Self.tails {
            let begin = max(start, length - tail)
            let found = try bytes.available(at: begin, count: Int(length - begin))
            if let end = end(in: Self.withoutTags(found[...])) {
                return try isOne(upTo: end, length) ? end : nil
            }
            if begin == start { break }
        }
        return nil
    }

    /// Whether the samples in the middle are before those at the end. They may not be in files that were put together.
    private func isOne(upTo end: UInt64, _ length: Int64) throws(ProbeError) -> Bool {
        let middle = start + (length - start) / 2
        let found = try bytes.available(at: middle, count: Int(min(Self.tails[0], length - middle)))
        let frame = found.indices.lazy.filter { found[$0] == 0xFF }
            .compactMap { FLACFrame(found[$0...].prefix(FLACFrame.headerLength), of: info) }.first
        return frame.map { $0.end <= end } ?? true
    }

    /// A frame is believed if another one begins where it ends, or if its checksum is right.
    private func end(in tail: ArraySlice<UInt8>) -> UInt64? {
        // The frames that follow the one that is looked at, the next one first.
        var later: [(place: Int, frame: FLACFrame)] = []
        for place in tail.indices.reversed() where tail[place] == 0xFF {
            guard let frame = FLACFrame(tail[place...].prefix(FLACFrame.headerLength), of: info) else { continue }
            if later.isEmpty, FLACFrame.isWhole(tail[place...]) { return frame.end }
            for next in later where next.frame.start == frame.end && FLACFrame.isWhole(tail[place..<next.place]) {
                return frame.end
            }
            later.append((place, frame))
            if later.count > Self.candidates { later.removeLast() }
        }
        return nil
    }

    /// How many places behind a frame are tried as the beginning of the next one.
    private static let candidates = 4

    /// Without a tag of ID3v1.
    private static func withoutTags(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        tail.count > 128 && tail.suffix(128).starts(with: "TAG".utf8) ? tail.dropLast(128) : tail
    }
}
