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
    /// Of the number in the header, in bytes.
    let numberLength: Int

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
        let before = cursor.remaining
        guard let number = Self.number(&cursor) else { return nil }
        numberLength = before - cursor.remaining
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
        checksum16(bytes) == 0
    }

    private static func checksum16(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        let table = checksums16
        return bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
    }

    // MARK: Another number

    /// How many bytes a sample number takes in a header.
    static func length(ofNumber number: UInt64) -> Int {
        number < 0x80 ? 1 : (UInt64.bitWidth - number.leadingZeroBitCount + 3) / 5
    }

    /// Returns the frame with the number of another first sample. A damaged frame stays one.
    ///
    /// - Parameter bytes: the whole frame.
    func renumbered(_ bytes: ArraySlice<UInt8>, start: UInt64) -> [UInt8] {
        let number = bytes.startIndex + 4
        var frame = Array(bytes[..<number])
        // The number is that of a sample and not of a frame: those of several streams have no common length.
        frame[1] |= 1
        let count = Self.length(ofNumber: start)
        if count == 1 {
            frame.append(UInt8(start))
        } else {
            let lead = UInt8(truncatingIfNeeded: 0xFF00 >> count)
            frame.append(lead | UInt8(truncatingIfNeeded: start >> UInt64(6 * (count - 1))))
            for place in (0..<count - 1).reversed() {
                frame.append(0x80 | UInt8(start >> UInt64(6 * place) & 0x3F))
            }
        }
        frame += bytes[(number + numberLength)..<(bytes.startIndex + length - 1)]
        frame.append(Self.checksum8(frame[...]))
        frame += bytes[(bytes.startIndex + length)...].dropLast(2)
        let sum = Self.checksum16(frame[...]) ^ (Self.isWhole(bytes) ? 0 : 1)
        return frame + [UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum)]
    }
}
