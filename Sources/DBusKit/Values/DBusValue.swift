/// Any D-Bus value.
///
/// A value is only data: its paths, signatures and elements are checked when it is sent, and an invalid value is
/// refused with an error.
public enum DBusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// `U+0000`, which D-Bus does not allow, is removed when sent.
    case string(String)
    case objectPath(String)
    case signature(String)
    /// `h`: an open file, which the value keeps open.
    case descriptor(BusDescriptor)
    /// `ay`, the only array with its own case.
    case bytes([UInt8])
    /// The signature is that of one element.
    case array(String, [DBusValue])
    /// The signature is that of key and value together: `sv` for `a{sv}`. The order of the entries is kept.
    case dictionary(String, [DBusEntry])
    case structure([DBusValue])
    indirect case variant(DBusValue)

    /// The value's D-Bus type.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let entry, _): "a{" + entry + "}"
        case .structure(let fields): "(" + fields.signature + ")"
        case .variant: "v"
        }
    }
}

/// One entry of a D-Bus dictionary.
public struct DBusEntry: Hashable, Sendable {
    public var key: DBusValue
    public var value: DBusValue

    public init(_ key: DBusValue, _ value: DBusValue) {
        self.key = key
        self.value = value
    }
}

extension DBusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension DBusValue {
    /// Returns an `as`.
    public static func strings(_ values: some Sequence<String>) -> DBusValue {
        .array("s", values.map { .string($0) })
    }

    /// Returns an `ao`.
    public static func objectPaths(_ values: some Sequence<String>) -> DBusValue {
        .array("o", values.map { .objectPath($0) })
    }

    /// Returns an `a{sv}` sorted by key; values that are not variants are wrapped.
    public static func properties(_ values: [String: DBusValue]) -> DBusValue {
        .dictionary("sv", values.sorted { $0.key < $1.key }.map { DBusEntry(.string($0.key), $0.value.wrapped) })
    }

    /// Returns an `aa{sv}`.
    public static func propertyLists(_ values: some Sequence<[String: DBusValue]>) -> DBusValue {
        .array("a{sv}", values.map { .properties($0) })
    }

    /// The value in a variant, or itself if it is one.
    public var wrapped: DBusValue {
        if case .variant = self { return self }
        return .variant(self)
    }

    /// The value inside any number of variants.
    public var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }
}

extension [DBusValue] {
    /// The types of all values, one after the other.
    var signature: String { reduce(into: "") { $0 += $1.signature } }
}
