internal import PlayerCore

/// An object of untrusted JSON. Each member is read with its expected type; a member of another type is left out with
/// a sentence.
struct JSONObject {
    let members: [String: JSONValue]
    /// The path of the object, `chapters[3]`; empty for the whole.
    let place: String
    private(set) var problems: [(text: String, place: String)] = []

    init(_ members: [String: JSONValue], at place: String) {
        self.members = members
        self.place = place
    }

    /// Returns the path of a member, such as `chapters[3].title`.
    func place(of key: String) -> String {
        // An untrusted key may be very long.
        let key = key.count > 40 ? key.prefix(39) + "…" : key
        return place.isEmpty ? key : "\(place).\(key)"
    }

    mutating func note(_ problem: String, _ key: String) { problems.append((problem, place(of: key))) }

    /// Adds the problems of another object.
    mutating func take(_ other: JSONObject) { problems += other.problems }

    mutating func string(_ key: String) -> String? {
        switch members[key] {
        case nil, .null: return nil
        case .string(let text): return text
        default: return wrong(key, "a string")
        }
    }

    /// Returns a list of strings; a single string counts as a list of one.
    mutating func strings(_ key: String) -> [String]? {
        switch members[key] {
        case nil, .null: return nil
        case .string(let text): return [text]
        case .array(let elements):
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : wrong(key, "a list of strings")
        default: return wrong(key, "a list of strings")
        }
    }

    mutating func flag(_ key: String) -> Bool? {
        switch members[key] {
        case nil, .null: return nil
        case .bool(let value): return value
        default: return wrong(key, "true or false")
        }
    }

    mutating func integer<Value: FixedWidthInteger>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
        switch members[key] {
        case nil, .null: return nil
        case .integer(let value): return Value(exactly: value) ?? wrong(key, "a whole number of this size")
        default: return wrong(key, "a whole number")
        }
    }

    mutating func number(_ key: String) -> Double? {
        switch members[key] {
        case nil, .null: return nil
        case .integer(let value): return Double(value)
        case .number(let value) where value.isFinite: return value
        default: return wrong(key, "a number")
        }
    }

    /// Returns a time: seconds, or `H:MM:SS.mmm`; a minus sign counts from the end where that has a meaning.
    mutating func time(_ key: String) -> MediaTime? {
        switch members[key] {
        case nil, .null: return nil
        case .some(let value): return Self.time(value) ?? wrong(key, "a time (12.5 or \"1:23.5\")")
        }
    }

    /// Returns the time of a value without a key; nil if it is not a time.
    static func time(_ value: JSONValue) -> MediaTime? {
        switch value {
        // Integers are exact where a Double would not be.
        case .integer(let seconds):
            let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? nil : MediaTime(nanoseconds: nanoseconds)
        case .number(let seconds): return MediaTime(seconds: seconds)
        case .string(let text) where text.hasPrefix("-"):
            return MediaTime(clock: text.dropFirst()).map { .zero - $0 }
        case .string(let text): return MediaTime(clock: text)
        default: return nil
        }
    }

    /// Returns the objects of a list; other elements are left out.
    mutating func objects(_ key: String) -> [JSONObject]? {
        switch members[key] {
        case nil, .null: return nil
        case .array(let elements):
            var objects: [JSONObject] = []
            for (index, element) in elements.enumerated() {
                let place = "\(key)[\(index)]"
                if case .object(let members) = element {
                    objects.append(JSONObject(members, at: self.place(of: place)))
                } else {
                    note("it is not an object", place)
                }
            }
            return objects
        default: return wrong(key, "a list of objects")
        }
    }

    mutating func object(_ key: String) -> JSONObject? {
        switch members[key] {
        case nil, .null: return nil
        case .object(let members): return JSONObject(members, at: place(of: key))
        default: return wrong(key, "an object")
        }
    }

    private mutating func wrong<Value>(_ key: String, _ expected: String) -> Value? {
        note("it is not \(expected)", key)
        return nil
    }
}
