import CDBus

/// Converts the arguments of a message to values; libdbus validated the message when it arrived.
struct MessageReader {
    private var cache = DBusTypeCache()

    /// Returns the arguments of `message`.
    static func arguments(of message: OpaquePointer) throws(DBusError) -> [DBusValue] {
        guard let raw = dbus_message_get_signature(message) else { return [] }
        guard let types = DBusType.parse(String(cString: raw)) else {
            throw DBusError(.invalidSignature, "the message's signature cannot be read")
        }
        var reader = MessageReader()
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        return try reader.sequence(types, &iterator)
    }

    private mutating func sequence(
        _ types: [DBusType], _ iterator: inout DBusMessageIter
    ) throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        values.reserveCapacity(types.count)
        for type in types {
            values.append(try value(type, &iterator))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func value(_ type: DBusType, _ iterator: inout DBusMessageIter) throws(DBusError) -> DBusValue {
        switch type.shape {
        case .basic(let code):
            return try Self.basic(code, &iterator)
        case .variant:
            var inside = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inside)
            return .variant(try content(&inside))
        case .bytes:
            var inside = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inside)
            var start: UnsafePointer<UInt8>?
            var count: Int32 = 0
            dbus_message_iter_get_fixed_array(&inside, &start, &count)
            return .bytes(Array(UnsafeBufferPointer(start: start, count: Int(count))))
        case .array(let element):
            var inside = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inside)
            var values: [DBusValue] = []
            while dbus_message_iter_get_arg_type(&inside) != 0 {
                values.append(try value(element, &inside))
                dbus_message_iter_next(&inside)
            }
            return .array(type.inner, values)
        case .dictionary(let key, let content):
            var inside = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inside)
            var entries: [DBusEntry] = []
            while dbus_message_iter_get_arg_type(&inside) != 0 {
                var entry = DBusMessageIter()
                dbus_message_iter_recurse(&inside, &entry)
                let keyValue = try value(key, &entry)
                dbus_message_iter_next(&entry)
                entries.append(DBusEntry(keyValue, try value(content, &entry)))
                dbus_message_iter_next(&inside)
            }
            return .dictionary(type.inner, entries)
        case .structure(let fields):
            var inside = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inside)
            return .structure(try sequence(fields, &inside))
        }
    }

    /// Reads a variant's content. Its type is in the message, and reading it as text is worthwhile only for
    /// containers.
    private mutating func content(_ iterator: inout DBusMessageIter) throws(DBusError) -> DBusValue {
        let code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
        if dbus_type_is_basic(Int32(code)) != 0 { return try Self.basic(code, &iterator) }
        guard let raw = dbus_message_iter_get_signature(&iterator) else {
            throw DBusError(.noMemory, "a variant's signature could not be read")
        }
        defer { dbus_free(raw) }
        guard let type = cache.single(String(cString: raw)) else {
            throw DBusError(.invalidSignature, "a variant's signature cannot be read")
        }
        return try value(type, &iterator)
    }

    private static func basic(_ code: UInt8, _ iterator: inout DBusMessageIter) throws(DBusError) -> DBusValue {
        switch code {
        case UInt8(ascii: "s"): return .string(text(&iterator))
        case UInt8(ascii: "o"): return .objectPath(text(&iterator))
        case UInt8(ascii: "g"): return .signature(text(&iterator))
        case UInt8(ascii: "h"): return .descriptor(try descriptor(&iterator))
        default: break
        }
        // Every other basic type is at most eight bytes.
        var bits: UInt64 = 0
        dbus_message_iter_get_basic(&iterator, &bits)
        switch code {
        case UInt8(ascii: "y"): return .byte(Self.low(bits, as: UInt8.self))
        case UInt8(ascii: "b"): return .boolean(Self.low(bits, as: UInt32.self) != 0)
        case UInt8(ascii: "n"): return .int16(Self.low(bits, as: Int16.self))
        case UInt8(ascii: "q"): return .uint16(Self.low(bits, as: UInt16.self))
        case UInt8(ascii: "i"): return .int32(Self.low(bits, as: Int32.self))
        case UInt8(ascii: "u"): return .uint32(Self.low(bits, as: UInt32.self))
        case UInt8(ascii: "x"): return .int64(Self.low(bits, as: Int64.self))
        case UInt8(ascii: "t"): return .uint64(bits)
        case UInt8(ascii: "d"): return .double(Double(bitPattern: bits))
        default: throw DBusError(.invalidSignature, "the type '\(Character(UnicodeScalar(code)))' is unknown")
        }
    }

    /// The value that libdbus wrote at the start of the eight bytes, on either byte order.
    private static func low<Number: FixedWidthInteger>(_ bits: UInt64, as type: Number.Type) -> Number {
        withUnsafeBytes(of: bits) { $0.loadUnaligned(as: type) }
    }

    /// A duplicate, owned from the start: it is closed when the values are dropped, even if only half of them were
    /// read.
    private static func descriptor(_ iterator: inout DBusMessageIter) throws(DBusError) -> BusDescriptor {
        var number: Int32 = -1
        dbus_message_iter_get_basic(&iterator, &number)
        guard number >= 0 else { throw DBusError(.limitsExceeded, "a file descriptor could not be taken over") }
        return BusDescriptor(adopting: number)
    }

    private static func text(_ iterator: inout DBusMessageIter) -> String {
        var start: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &start)
        return start.map { String(cString: $0) } ?? ""
    }
}
