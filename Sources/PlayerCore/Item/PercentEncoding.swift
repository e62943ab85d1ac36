/// `%41` for `A` (RFC 3986 section 2.1).
public enum PercentEncoding {
    /// Each escape as the byte it stands for; a `%` that begins none stands for itself.
    public static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] { decode(text).bytes }

    /// The same; nil where a `%` begins no escape.
    public static func strictlyDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let result = decode(text)
        return result.isWellFormed ? result.bytes : nil
    }

    private static func decode(_ text: some Sequence<UInt8>) -> (bytes: [UInt8], isWellFormed: Bool) {
        let text = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var isWellFormed = true
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%") {
                if index + 2 < text.count, let high = digit(text[index + 1]), let low = digit(text[index + 2]) {
                    bytes.append(high << 4 | low)
                    index += 3
                    continue
                }
                isWellFormed = false
            }
            bytes.append(text[index])
            index += 1
        }
        return (bytes, isWellFormed)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
