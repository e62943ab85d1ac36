extension MediaProbe {
    /// Returns the seconds since 1970 of a date in an HTTP header or a feed; nil if it is none.
    public static func date(_ text: String) -> Int64? { FeedDate(text)?.seconds }
}

/// A date of a feed: `Sat, 21 Nov 2026 10:00:00 +0100` (RFC 822, with a four-digit year), or ISO 8601.
struct FeedDate: Hashable {
    /// Seconds since 1970; of the day alone if no time is given.
    let seconds: Int64
    /// `2026-11-21`, in the writer's zone.
    let day: String

    /// Nil if the text is not a date.
    init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" || $0 == "T" || $0 == "Z" }.map(String.init)
        var numbers = words[...]
        if let first = numbers.first, Int(first) == nil { numbers = numbers.dropFirst() }
        guard numbers.count >= 3 else { return nil }
        let parts = Array(numbers)
        let (year, month, date): (Int?, Int?, Int?)
        if let named = Self.months.firstIndex(of: parts[1].prefix(3).lowercased()) {
            let short = Int(parts[2]).map { $0 < 50 ? 2000 + $0 : $0 < 100 ? 1900 + $0 : $0 }
            (year, month, date) = (short, named + 1, Int(parts[0]))
        } else {
            (year, month, date) = (Int(parts[0]), Int(parts[1]), Int(parts[2]))
        }
        guard let year, let month, let date, (1900...9999).contains(year), (1...12).contains(month),
            (1...31).contains(date)
        else { return nil }
        let clock = parts.count > 3 ? Self.clock(parts[3]) : 0
        seconds = GregorianDay.since1970(year, month, date) * 86_400 + clock - Self.offset(text)
        func padded(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
        }
        day = "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))"
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// Hours of the zones that RFC 822 names.
    private static let zones = ["EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7]

    private static func clock(_ text: String) -> Int64 {
        let parts = text.prefix { $0.isNumber || $0 == ":" }.split(separator: ":").prefix(3).map { Int64($0) ?? 0 }
        guard parts.allSatisfy({ $0 < 100 }) else { return 0 }
        return zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The offset of a zone from UTC in seconds: `+0100`, `-05:00`, `EST`.
    private static func offset(_ text: String) -> Int64 {
        guard let time = text.firstIndex(of: ":") else { return 0 }
        let rest = text[time...]
        if let zone = rest.split(separator: " ").last, let hours = zones[String(zone)] { return Int64(hours) * 3600 }
        guard let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return 0 }
        let digits = rest[rest.index(after: sign)...].filter(\.isNumber)
        guard digits.count == 4, let number = Int64(digits) else { return 0 }
        let seconds = (number / 100) * 3600 + (number % 100) * 60
        return rest[sign] == "-" ? -seconds : seconds
    }
}
