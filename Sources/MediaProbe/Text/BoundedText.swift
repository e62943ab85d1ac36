internal import MediaContainers
internal import PlayerCore

/// Converts external bytes to text of limited length; invalid parts are replaced.
enum BoundedText {
    /// Decodes UTF-8, cut between characters to `limit` bytes.
    static func utf8(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        cut(String(decoding: bytes.prefix(limit), as: UTF8.self), limit: limit, wasCut: bytes.count > limit)
    }

    /// Decodes ISO 8859-1, in which every byte is the scalar of its value.
    static func latin1(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.prefix(limit).lazy.map { Unicode.Scalar($0) })
        return cut(String(text), limit: limit)
    }

    /// Decodes text of formats that do not state the encoding.
    static func guessed(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        cut(TextGuess.text(Array(bytes.prefix(limit))), limit: limit)
    }

    static func utf16(_ bytes: some Collection<UInt8>, bigEndian: Bool, limit: Int) -> String {
        var units: [UInt16] = []
        var first: UInt8?
        for byte in bytes.prefix(limit * 2) {
            guard let high = first else {
                first = byte
                continue
            }
            units.append(bigEndian ? UInt16(high) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(high))
            first = nil
        }
        return cut(String(decoding: units, as: UTF16.self), limit: limit)
    }

    /// Returns the text, cut between characters to at most `limit` UTF-8 bytes.
    static func cut(_ text: String, limit: Int, wasCut: Bool = false) -> String {
        var text = text.cut(toBytes: limit)
        // A cut character was decoded to a replacement character.
        while wasCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text
    }

    /// Removes surrounding white space and zero bytes; nil if nothing is left.
    static func trimmed(_ text: String) -> String? {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == "\0" || scalar.properties.isWhitespace }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return String(scalars[first...last])
    }
}
