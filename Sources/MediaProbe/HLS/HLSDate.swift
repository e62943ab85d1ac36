/// Parses dates of HLS: ISO 8601 with seconds, fractions and a zone (RFC 8216 section 4.3.2.6).
enum HLSDate {
    /// Returns microseconds since 1970; nil if the text is not a date. Without a zone it is UTC.
    static func microseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        // 2010-02-19T14:54:23
        guard bytes.count >= 19, bytes.count <= 64, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(1 + digits.count)
            guard let value = number(digits.prefix(6)) else { return nil }
            fraction = (0..<(6 - min(6, digits.count))).reduce(value) { result, _ in result * 10 }
        }
        guard let offset = offset(rest) else { return nil }
        let days = GregorianDay.since1970(Int(year), Int(month), Int(day))
        return (days * 86_400 + hour * 3600 + minute * 60 + second - offset) * 1_000_000 + fraction
    }

    /// The offset of a zone from UTC in seconds: `Z`, `+08:00`, `+0800`, `+08`.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        guard let sign = zone.first else { return 0 }
        if zone.count == 1, sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 2 || digits.count == 4, let hours = number(digits.prefix(2)) else { return nil }
        let minutes = digits.count == 4 ? number(digits.suffix(2)) : 0
        guard let minutes, hours < 24, minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
