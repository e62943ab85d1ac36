/// Percent-encoding: `%41` for `A` (RFC 3986 section 2.1).
public enum PercentEncoding {
    /// Decodes all escapes; a `%` that does not begin an escape is kept.
    public static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] { decode(text).bytes }

    /// Decodes all escapes; nil if a `%` does not begin an escape.
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

    /// Escapes everything that a URI must not contain (RFC 3986 section 2), such as spaces, and each `%` that does not
    /// begin an escape.
    public static func escaped(_ uri: String) -> String {
        let bytes = Array(uri.utf8)
        guard !bytes.allSatisfy({ kept[Int($0)] && $0 != UInt8(ascii: "%") }) else { return uri }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                index + 2 < bytes.count && digit(bytes[index + 1]) != nil && digit(bytes[index + 2]) != nil
            if kept[Int(byte)], byte != UInt8(ascii: "%") || isEscape {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Escapes everything but letters and digits of ASCII: for a part of a URI, such as a password.
    public static func escapedExceptAlphanumerics(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let kept: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%"
        for byte in kept.utf8 { table[Int(byte)] = true }
        return table
    }()

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
