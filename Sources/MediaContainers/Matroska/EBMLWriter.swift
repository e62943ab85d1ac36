/// Writes elements of Matroska files (RFC 8794).
public enum EBMLWriter {
    /// Returns an element with these bytes; its size is encoded as short as possible.
    public static func element(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
        let length = (1...8).first { content.count < (1 << (7 * $0)) - 1 } ?? 8
        return self.id(id) + size(content.count, bytes: length) + content
    }

    /// Returns an encoded ID.
    public static func id(_ id: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: id >> UInt64(8 * $0)) }.drop { $0 == 0 } + []
    }

    /// Returns a size encoded in a number of bytes.
    public static func size(_ value: Int, bytes: Int = 8) -> [UInt8] {
        let marked = UInt64(value) | 1 << UInt64(7 * bytes)
        return (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * $0)) }
    }

    /// Returns a void element of `count` bytes; nil for a single byte, which is not possible.
    public static func void(_ count: Int) -> [UInt8]? {
        switch count {
        case 0: []
        case 2...9: id(MatroskaID.void) + size(count - 2, bytes: 1) + [UInt8](repeating: 0, count: count - 2)
        case 10...: id(MatroskaID.void) + size(count - 9) + [UInt8](repeating: 0, count: count - 9)
        default: nil
        }
    }
}
