internal import CGLib

/// Text that is in none of Unicode's encodings.
public enum TextEncoding {
    /// The text as UTF-8; nil where the bytes are none of that encoding, or nobody knows it.
    ///
    /// - Parameter encoding: as iconv_open(3) calls it.
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
            // What is cut off at the end is no error for iconv.
            guard read == gsize(buffer.count) else { return nil }
            return text.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
                String(decoding: UnsafeBufferPointer(start: $0, count: Int(written)), as: UTF8.self)
            }
        }
    }
}
