/// The type and size of a picture from its first bytes, so that files that are too large or no pictures are not
/// decoded.
struct ImageHeader: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable { case png, jpeg, gif, webp, bmp }

    let kind: Kind
    /// In pixels.
    let width: Int
    let height: Int

    /// The usual file extension.
    var suffix: String { kind == .jpeg ? "jpg" : kind.rawValue }

    /// Returns nil if the data is of another type, ends before the size, or has no pixels.
    init?(_ bytes: [UInt8]) {
        let fields = Fields(bytes: bytes)
        guard
            let found = Self.png(fields) ?? Self.jpeg(fields) ?? Self.gif(fields) ?? Self.webp(fields)
                ?? Self.bmp(fields),
            found.width > 0, found.height > 0
        else { return nil }
        self = found
    }

    private init(_ kind: Kind, _ width: Int, _ height: Int) {
        self.kind = kind
        self.width = width
        self.height = height
    }

    /// Reads numbers from bytes; nil after the end.
    private struct Fields {
        let bytes: [UInt8]

        func has(_ text: String, at offset: Int) -> Bool { has(Array(text.utf8), at: offset) }
        func has(_ wanted: [UInt8], at offset: Int) -> Bool {
            offset + wanted.count <= bytes.count && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
        }
        func byte(_ offset: Int) -> Int? { offset < bytes.count ? Int(bytes[offset]) : nil }
        func big(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        func little(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// PNG (third edition) sections 5.2 and 11.2.1: the IHDR chunk comes first.
    private static func png(_ fields: Fields) -> ImageHeader? {
        guard fields.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0), fields.has("IHDR", at: 12),
            let width = fields.big(16, 4), let height = fields.big(20, 4)
        else { return nil }
        return ImageHeader(.png, width, height)
    }

    /// ITU-T T.81 annex B: segments with lengths, up to the first frame header (SOF0 to SOF15).
    private static func jpeg(_ fields: Fields) -> ImageHeader? {
        guard fields.has([0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var offset = 2
        while let mark = fields.byte(offset), let marker = fields.byte(offset + 1) {
            guard mark == 0xFF else { return nil }
            switch marker {
            case 0xFF: offset += 1  // Fill bytes may precede a marker.
            case 0x01, 0xD0...0xD7: offset += 2
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard let height = fields.big(offset + 5, 2), let width = fields.big(offset + 7, 2) else { return nil }
                return ImageHeader(.jpeg, width, height)
            case 0xD8, 0xD9, 0xDA: return nil
            default:
                guard let length = fields.big(offset + 2, 2), length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }

    /// GIF89a section 18, the logical screen.
    private static func gif(_ fields: Fields) -> ImageHeader? {
        guard fields.has("GIF87a", at: 0) || fields.has("GIF89a", at: 0), let width = fields.little(6, 2),
            let height = fields.little(8, 2)
        else { return nil }
        return ImageHeader(.gif, width, height)
    }

    /// RFC 9649 section 2: lossy (VP8), lossless (VP8L) or extended (VP8X).
    private static func webp(_ fields: Fields) -> ImageHeader? {
        guard fields.has("RIFF", at: 0), fields.has("WEBP", at: 8) else { return nil }
        if fields.has("VP8X", at: 12), let width = fields.little(24, 3), let height = fields.little(27, 3) {
            return ImageHeader(.webp, width + 1, height + 1)
        }
        if fields.has("VP8L", at: 12), fields.byte(20) == 0x2F, let bits = fields.little(21, 4) {
            return ImageHeader(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if fields.has("VP8 ", at: 12), fields.has([0x9D, 0x01, 0x2A], at: 23), let width = fields.little(26, 2),
            let height = fields.little(28, 2)
        {
            return ImageHeader(.webp, width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }

    /// BITMAPCOREHEADER and BITMAPINFOHEADER. The height is negative if the first row is at the top.
    private static func bmp(_ fields: Fields) -> ImageHeader? {
        guard fields.has("BM", at: 0), let length = fields.little(14, 4) else { return nil }
        if length == 12, let width = fields.little(18, 2), let height = fields.little(20, 2) {
            return ImageHeader(.bmp, width, height)
        }
        guard length >= 40, let width = fields.little(18, 4), let height = fields.little(22, 4) else { return nil }
        let signed = Int32(truncatingIfNeeded: height)
        return ImageHeader(.bmp, width, Int(signed.magnitude))
    }
}
