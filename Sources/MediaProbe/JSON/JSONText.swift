internal import PlayerCore

/// JSON as text whose members stand in the order in which they were given; Foundation's encoder has none or the
/// alphabet's.
enum JSONText {
    /// - Parameter members: values are JSON already; those that are nil are left out.
    static func object(_ members: [(key: String, value: String?)]) -> String {
        let members = members.compactMap { member in member.value.map { string(member.key) + ":" + $0 } }
        return "{" + members.joined(separator: ",") + "}"
    }

    static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    static func strings(_ texts: [String]) -> String { array(texts.map(string)) }

    /// RFC 8259 section 7.
    static func string(_ text: String) -> String {
        var result = "\""
        result.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Seconds, rounded to microseconds, without zeros behind them: `12.5`, not 12.500000000001.
    static func seconds(_ time: MediaTime) -> String {
        let nanoseconds = time.nanoseconds.magnitude
        let microseconds = nanoseconds / 1000 + (nanoseconds % 1000 >= 500 ? 1 : 0)
        var decimals = String(1_000_000 + microseconds % 1_000_000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = time.nanoseconds < 0 && microseconds > 0 ? "-" : ""
        return sign + "\(microseconds / 1_000_000)" + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// Null for what JSON cannot say; whole numbers without a point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    static func value(_ value: DescriptionValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .number(let value): number(value)
        case .string(let text): string(text)
        case .list(let values): array(values.map(Self.value))
        case .object(let members): object(members)
        }
    }

    /// By key.
    static func object(_ members: [String: DescriptionValue]) -> String {
        object(members.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) })
    }
}
