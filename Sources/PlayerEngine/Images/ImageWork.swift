/// How much work a picture is: its decoder cannot be stopped, and a small file may hold tens of thousands of layers of the
/// same pixels, or a thousand texts that unpack to megabytes.
enum ImageWork {
    /// Pixels times passes. A picture of 8192 × 8192 pixels may have 16, as progressive JPEGs do; one of 12 megapixels 89.
    /// Takes seconds.
    static let most = 1 << 30
    /// Texts of a PNG that may be packed. libpng unpacks up to 8 MB of each of a thousand, and keeps them.
    static let mostTexts = 32

    /// Whether decoding would take too long, or too much memory.
    static func isTooMuch(_ header: ImageHeader, _ bytes: [UInt8]) -> Bool { excess(header, bytes) != nil }

    /// What of a picture is too much, as a clause; nil if nothing is.
    static func excess(_ header: ImageHeader, _ bytes: [UInt8]) -> String? {
        if header.kind == .png {
            let texts = texts(ofPNG: bytes)
            if texts > mostTexts { return "it has \(texts) packed texts, and the maximum is \(mostTexts)" }
        }
        let passes = max(1, passes(header.kind, bytes))
        // Headers may claim any size. Each scan of a JPEG goes through whole blocks.
        let unit = header.kind == .jpeg && passes > 1 ? 8.0 : 1
        func whole(_ side: Int) -> Double { (Double(side) / unit).rounded(.up) * unit }
        guard whole(header.width) * whole(header.height) * Double(passes) > Double(most) else { return nil }
        return "it has \(passes) layers of \(header.width)×\(header.height) pixels, which take too long to decode"
    }

    /// How many times the pixels are gone through: the scans of a JPEG, the frames of an animation.
    static func passes(_ kind: ImageHeader.Kind, _ bytes: [UInt8]) -> Int {
        switch kind {
        case .jpeg: scans(bytes)
        case .gif: frames(ofGIF: bytes)
        case .webp: frames(ofWebP: bytes)
        // An interlaced PNG has seven passes, which go through each pixel once.
        case .png, .bmp: 1
        }
    }

    /// ITU-T T.81, B.1.1.2: in compressed data, 0xFF is followed by 0, so that SOS is found anywhere.
    private static func scans(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var (count, index) = (0, 0)
            while index + 1 < bytes.count {
                if bytes[index] == 0xFF, bytes[index + 1] == 0xDA { count += 1 }
                index += 1
            }
            return count
        }
    }

    /// PNG (third edition), section 5.3: chunks with a length, a type and a checksum.
    private static func texts(ofPNG bytes: [UInt8]) -> Int {
        var (count, offset) = (0, 8)
        while offset + 8 <= bytes.count {
            let type = bytes[offset + 4..<offset + 8]
            if type.elementsEqual("zTXt".utf8) || type.elementsEqual("iTXt".utf8) { count += 1 }
            offset += 12 + bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return count
    }

    /// GIF89a, sections 15 to 24: blocks, each with sub-blocks.
    private static func frames(ofGIF bytes: [UInt8]) -> Int {
        func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        guard bytes.count > 13 else { return 0 }
        var (count, offset) = (0, 13 + colours(bytes[10]))
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x2C:
                guard offset + 10 < bytes.count else { return count }
                count += 1
                offset += 11 + colours(bytes[offset + 9])
            case 0x21: offset += 2
            default: return count
            }
            while offset < bytes.count, bytes[offset] != 0 { offset += 1 + Int(bytes[offset]) }
            offset += 1
        }
        return count
    }

    /// RFC 9649, section 2.7.1.1: a chunk for each frame.
    private static func frames(ofWebP bytes: [UInt8]) -> Int {
        var (count, offset) = (0, 12)
        while offset + 8 <= bytes.count {
            if bytes[offset..<offset + 4].elementsEqual("ANMF".utf8) { count += 1 }
            let size = bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            offset += 8 + size + size & 1
        }
        return count
    }
}
