internal import CGLib

/// Text in encodings other than Unicode.
public enum TextEncoding {
    /// Returns the text in UTF-8; nil if the bytes are invalid in the encoding, or the encoding is unknown.
    ///
    /// - Parameter encoding: a name for iconv_open(3).
    public static func utf8(_ bytes: [UInt8], from encoding: String) -> String? {
        converted(bytes, to: "UTF-8", from: encoding).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of text in an encoding; nil if it lacks a character, or is unknown.
    public static func bytes(_ text: String, in encoding: String) -> [UInt8]? {
        converted(Array(text.utf8), to: encoding, from: "UTF-8")
    }

    private static func converted(_ bytes: [UInt8], to target: String, from encoding: String) -> [UInt8]? {
        guard !bytes.isEmpty else { return [] }
        return bytes.withUnsafeBytes { buffer -> [UInt8]? in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            var read: gsize = 0
            var written: gsize = 0
            guard let text = g_convert(start, gssize(buffer.count), target, encoding, &read, &written, nil) else {
                return nil
            }
            defer { g_free(text) }
            // iconv does not report a truncated character at the end.
            guard read == gsize(buffer.count) else { return nil }
            return text.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
                Array(UnsafeBufferPointer(start: $0, count: Int(written)))
            }
        }
    }
}
