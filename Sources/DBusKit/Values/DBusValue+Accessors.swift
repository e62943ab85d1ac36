extension DBusValue {
    /// The text of a string, object path or signature.
    public var asString: String? {
        switch unwrapped {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    /// The path of an object path only.
    public var asObjectPath: String? {
        if case .objectPath(let path) = unwrapped { path } else { nil }
    }

    public var asDescriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = unwrapped { descriptor } else { nil }
    }

    public var asBool: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    /// Any integer in range.
    public var asInt64: Int64? {
        switch unwrapped {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// Any integer in range.
    public var asUInt32: UInt32? { asInt64.flatMap { UInt32(exactly: $0) } }

    /// Any integer in range.
    public var asInt32: Int32? { asInt64.flatMap { Int32(exactly: $0) } }

    /// Any number; integers are converted.
    public var asDouble: Double? {
        switch unwrapped {
        case .double(let value): value
        case .uint64(let value): Double(value)
        default: asInt64.map(Double.init)
        }
    }

    /// The elements of an array or the fields of a structure.
    public var asArray: [DBusValue]? {
        switch unwrapped {
        case .array(_, let elements): elements
        case .structure(let fields): fields
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// Nil unless every element is a string (or path, or signature).
    public var asStringArray: [String]? {
        guard case .array(_, let elements) = unwrapped else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(elements.count)
        for element in elements {
            guard let text = element.asString else { return nil }
            strings.append(text)
        }
        return strings
    }

    /// A dictionary with string keys and unwrapped values; of a repeated key the last value is used.
    public var asDictionary: [String: DBusValue]? {
        guard case .dictionary(_, let entries) = unwrapped else { return nil }
        var values: [String: DBusValue] = [:]
        values.reserveCapacity(entries.count)
        for entry in entries {
            guard let key = entry.key.asString else { return nil }
            values[key] = entry.value.unwrapped
        }
        return values
    }

    /// An array of dictionaries with string keys.
    public var asDictionaries: [[String: DBusValue]]? {
        guard case .array(_, let elements) = unwrapped else { return nil }
        var dictionaries: [[String: DBusValue]] = []
        dictionaries.reserveCapacity(elements.count)
        for element in elements {
            guard let dictionary = element.asDictionary else { return nil }
            dictionaries.append(dictionary)
        }
        return dictionaries
    }
}
