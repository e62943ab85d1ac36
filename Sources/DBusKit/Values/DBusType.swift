/// A complete D-Bus type, parsed once so that processing values needs no work on strings.
final class DBusType: Sendable {
    enum Shape: Sendable {
        /// A type code other than `v`: byte, number, string, path, signature or descriptor.
        case basic(UInt8)
        case variant
        case bytes
        case array(DBusType)
        case dictionary(key: DBusType, value: DBusType)
        case structure([DBusType])
    }

    let shape: Shape
    /// The whole type, such as `a{sv}`.
    let signature: String
    /// The text in the brackets or after the `a`, such as `sv`; empty for a basic type.
    let inner: String

    private init(_ shape: Shape, _ signature: some Sequence<UInt8>, inner: some Sequence<UInt8> = []) {
        self.shape = shape
        self.signature = String(decoding: Array(signature), as: UTF8.self)
        self.inner = String(decoding: Array(inner), as: UTF8.self)
    }

    /// Parses the complete types in `signature`; nil if it is invalid.
    static func parse(_ signature: String) -> [DBusType]? {
        guard DBusName.isSignature(signature) else { return nil }
        var rest = ArraySlice(signature.utf8)
        var types: [DBusType] = []
        while !rest.isEmpty { types.append(next(&rest)) }
        return types
    }

    /// Parses a signature of a single type; nil otherwise.
    static func single(_ signature: String) -> DBusType? {
        guard let types = parse(signature), types.count == 1 else { return nil }
        return types[0]
    }

    /// Takes one complete type from the front of a valid signature.
    private static func next(_ rest: inout ArraySlice<UInt8>) -> DBusType {
        let whole = rest
        let code = rest.removeFirst()
        switch code {
        case UInt8(ascii: "v"):
            return DBusType(.variant, [code])
        case UInt8(ascii: "a") where rest.first == UInt8(ascii: "{"):
            rest.removeFirst()
            let start = rest.startIndex
            let key = next(&rest)
            let value = next(&rest)
            let inner = whole[start..<rest.startIndex]
            rest.removeFirst()
            return DBusType(.dictionary(key: key, value: value), whole[..<rest.startIndex], inner: inner)
        case UInt8(ascii: "a"):
            let element = next(&rest)
            let isBytes = element.signature == "y"
            return DBusType(
                isBytes ? .bytes : .array(element), whole[..<rest.startIndex], inner: element.signature.utf8)
        case UInt8(ascii: "("):
            let start = rest.startIndex
            var fields: [DBusType] = []
            while rest.first != UInt8(ascii: ")") { fields.append(next(&rest)) }
            let inner = whole[start..<rest.startIndex]
            rest.removeFirst()
            return DBusType(.structure(fields), whole[..<rest.startIndex], inner: inner)
        default:
            return DBusType(.basic(code), [code])
        }
    }
}

/// The parsed types of one message, so that a signature that occurs 100,000 times is parsed once.
struct DBusTypeCache {
    private var types: [String: DBusType] = [:]

    mutating func single(_ signature: String) -> DBusType? {
        if let known = types[signature] { return known }
        guard let type = DBusType.single(signature) else { return nil }
        types[signature] = type
        return type
    }
}
