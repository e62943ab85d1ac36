internal import FoundationEssentials
internal import PlayerCore

/// A JSON object with members of different types.
struct JSONMembers: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let members: [String: any Encodable]

    init(_ members: [String: any Encodable]) { self.members = members }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in members { try container.encode(value, forKey: Key(stringValue: key)) }
    }

    /// On one line, sorted by key, so that outputs can be compared.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that JSON does not have could fail, and JSONValue writes null for them.
        let data = (try? encoder.encode(self)) ?? Data("null".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}

/// Seconds, rounded to microseconds: `12.5`, not 12.500000000001 and not 1e-06.
struct JSONSeconds: Encodable {
    private let value: Decimal

    init(_ time: MediaTime) {
        let nanoseconds = time.nanoseconds.magnitude
        let microseconds = nanoseconds / 1000 + (nanoseconds % 1000 >= 500 ? 1 : 0)
        value = Decimal(
            sign: time.nanoseconds < 0 ? .minus : .plus, exponent: -6, significand: Decimal(microseconds))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
