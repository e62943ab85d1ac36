/// Unpacks zlib streams (RFC 1950).
enum Inflate {
    static func zlib(_ bytes: [UInt8], limit: Int) throws(ProbeError) -> [UInt8] {
        throw .malformed("it is compressed")
    }
}
