/// The four-letter type of a box, as one number.
public struct MP4BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let code: UInt32

    public init(code: UInt32) { self.code = code }

    /// Letters of the Macintosh's character set, which are ASCII except for `©`: one byte, the last of its two in
    /// UTF-8.
    public init(stringLiteral text: StaticString) {
        code = text.withUTF8Buffer { bytes in
            var code: UInt32 = 0
            for byte in bytes where byte != 0xC2 { code = code << 8 | UInt32(byte) }
            return code
        }
    }

    public var description: String {
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        return String(decoding: letters.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

/// A box (QuickTime: atom) in the file: its type and the place of its content (ISO/IEC 14496-12 section 4.2).
public struct MP4Box: Hashable, Sendable {
    public let type: MP4BoxType
    /// The offset of its header.
    public let start: Int64
    /// After its header (and a `uuid` box's identifier); never beyond the enclosing box.
    public let content: Range<Int64>

    public init(type: MP4BoxType, start: Int64, content: Range<Int64>) {
        self.type = type
        self.start = start
        self.content = content
    }

    /// In bytes.
    public var length: Int64 { content.upperBound - content.lowerBound }

    /// Returns the same box without the first bytes of its content.
    public func dropping(_ count: Int64) -> MP4Box {
        let lower = min(content.upperBound, content.lowerBound + max(0, count))
        return MP4Box(type: type, start: start, content: lower..<content.upperBound)
    }
}
