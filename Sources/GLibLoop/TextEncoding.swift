internal import CGLib

/// Text in encodings other than Unicode.
public enum TextEncoding {
    /// Returns the text in UTF-8; nil if the bytes are invalid in the encoding, or the encoding is unknown.
    ///
    /// - Parameter encoding: a name for iconv_open(3).
    public static func utf8(_ bytes: [UInt8], from encoding: String) -> String? {
        guard !bytes.isEmpty else { return "" }
        return bytes.withUnsafeBytes { buffer -> String? in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            var read: gsize = 0
            var written: gsize = 0
            guard let text = g_convert(start, gssize(buffer.count), "UTF-8", encoding, &read, &written, nil) else {
                return nil
            }
            defer { g_free(text) }
            // iconv does not report a truncated character at the end.
            guard read == gsize(buffer.count) else { return nil }
            return text.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
                String(decoding: UnsafeBufferPointer(start: $0, count: Int(written)), as: UTF8.self)
            }
        }
    }
}
