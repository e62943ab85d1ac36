/// Windows-1252, which includes Latin-1. Every byte is a character here: those that it leaves open are control characters,
/// as in Latin-1 (encoding.spec.whatwg.org, index windows-1252).
enum Windows1252 {
    /// 0x80 to 0x9F; the rest is Latin-1.
    private static let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    static func text(_ bytes: some Collection<UInt8>) -> String {
        let units = bytes.map { (0x80...0x9F).contains($0) ? upper[Int($0) - 0x80] : UInt16($0) }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the bytes of text; nil if it has characters that are neither in Windows-1252 nor in Latin-1.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else if let place = upper.firstIndex(where: { UInt32($0) == scalar.value }) {
                bytes.append(UInt8(0x80 + place))
            } else {
                return nil
            }
        }
        return bytes
    }
}
