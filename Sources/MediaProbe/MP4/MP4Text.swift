/// Decodes the text of these files: UTF-8, UTF-16, or Macintosh encoding in old ones.
enum MP4Text {
    /// The encoding according to an `encd` atom or a sample's kind; a byte order mark takes precedence.
    enum Encoding {
        case utf8
        case utf16
        case macintosh
        /// UTF-8 if valid, otherwise Macintosh: QuickTime's specification and its writers disagree.
        case undeclared
    }

    /// Returns the text without surrounding zero bytes and blanks; at most `limit` bytes of UTF-8.
    static func string(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding, limit: Int) -> String {
        var kept = bytes.prefix(max(4, limit))
        if kept.endIndex < bytes.endIndex, bytes[kept.endIndex] & 0xC0 == 0x80 {
            // A cut character must be removed whole; without its last bytes the text would not look like UTF-8.
            while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
            kept = kept.dropLast()
        }
        return cut(trimmed(decoded(kept, encoding)), to: limit)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        switch encoding {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .utf16: return utf16(bytes, isBigEndian: true)
        case .macintosh: return macintosh(bytes)
        case .undeclared: return String(validating: bytes, as: UTF8.self) ?? macintosh(bytes)
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - bytes.count % 2, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func macintosh(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]) }
        return String(text)
    }

    private static func trimmed(_ text: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0 || scalar.properties.isWhitespace }
        let scalars = text.unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(scalars[...last])
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var count = 0
        let kept = text.prefix { character in
            count += character.utf8.count
            return count <= limit
        }
        return String(kept)
    }

    /// Mac OS Roman from 0x80 on (unicode.org, VENDORS/APPLE/ROMAN.TXT).
    private static let upperHalf = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
