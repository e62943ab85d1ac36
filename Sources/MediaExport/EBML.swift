/// The heads of elements of Matroska files (RFC 8794).
enum EBML {
    struct Element {
        var id: UInt32
        /// Bytes of the head.
        var head: Int
        /// Bytes of what follows the head; nil where that reaches to the end of the file.
        var size: Int64?
    }

    static let void: UInt32 = 0xEC

    /// The element that begins with these bytes; nil where none does, or not enough of them are there.
    static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
        guard let first = bytes.first, first != 0 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength else { return nil }
        let id = bytes.prefix(idLength).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let rest = bytes.dropFirst(idLength)
        guard let mark = rest.first, mark != 0 else { return nil }
        let length = mark.leadingZeroBitCount + 1
        guard rest.count >= length else { return nil }
        let mask: Int64 = 1 << Int64(7 * length)
        let value = rest.prefix(length).reduce(Int64(0)) { $0 << 8 | Int64($1) } & (mask - 1)
        return Element(id: id, head: idLength + length, size: value == mask - 1 ? nil : value)
    }

    /// An element of these bytes; its size takes as little room as it can.
    static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        let length = (1...8).first { content.count < (1 << (7 * $0)) - 1 } ?? 8
        return self.id(id) + size(content.count, bytes: length) + content
    }

    /// As it is written.
    static func id(_ id: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: id >> UInt32(8 * $0)) }.drop { $0 == 0 } + []
    }

    /// A size in so many bytes.
    static func size(_ value: Int, bytes: Int = 8) -> [UInt8] {
        let marked = UInt64(value) | 1 << UInt64(7 * bytes)
        return (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * $0)) }
    }

    /// Nothing, in so many bytes; nil where there is no such void: of a single byte.
    static func void(_ count: Int) -> [UInt8]? {
        switch count {
        case 0: []
        case 2...9: id(void) + size(count - 2, bytes: 1) + [UInt8](repeating: 0, count: count - 2)
        case 10...: id(void) + size(count - 9) + [UInt8](repeating: 0, count: count - 9)
        default: nil
        }
    }
}
