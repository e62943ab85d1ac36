internal import CGLib

/// Checksums of bytes in memory.
public enum Checksum: Sendable {
    case md5, sha256

    /// In lower-case hexadecimal digits.
    public func text(of bytes: [UInt8]) -> String {
        let type = self == .md5 ? G_CHECKSUM_MD5 : G_CHECKSUM_SHA256
        guard let text = g_compute_checksum_for_data(type, bytes, gsize(bytes.count)) else {
            preconditionFailure("GLib computes every checksum that it has a name for.")
        }
        defer { g_free(text) }
        return String(cString: text)
    }
}
