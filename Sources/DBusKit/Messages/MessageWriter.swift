import CDBus

/// Appends values that ``MessageMeter`` has checked.
///
/// Every step returns whether it succeeded. After a failure (only for lack of memory) the open containers are
/// abandoned and the caller drops the message, because the bus would disconnect the sender of an incomplete one.
enum MessageWriter {
    static func append(_ value: DBusValue, to iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .byte(let value): return fixed(value, "y", &iterator)
        case .boolean(let value): return fixed(value ? 1 : 0 as UInt32, "b", &iterator)
        case .int16(let value): return fixed(value, "n", &iterator)
        case .uint16(let value): return fixed(value, "q", &iterator)
        case .int32(let value): return fixed(value, "i", &iterator)
        case .uint32(let value): return fixed(value, "u", &iterator)
        case .int64(let value): return fixed(value, "x", &iterator)
        case .uint64(let value): return fixed(value, "t", &iterator)
        case .double(let value): return fixed(value, "d", &iterator)
        case .string(let value): return text(value, "s", &iterator)
        case .objectPath(let value): return text(value, "o", &iterator)
        case .signature(let value): return text(value, "g", &iterator)
        // libdbus appends a duplicate.
        case .descriptor(let descriptor): return fixed(descriptor.number, "h", &iterator)
        case .bytes(let bytes):
            return container("a", "y", &iterator) { inside in
                bytes.withUnsafeBufferPointer { buffer in
                    guard var start = buffer.baseAddress else { return true }
                    return dbus_message_iter_append_fixed_array(
                        &inside, code("y"), &start, Int32(clamping: buffer.count)) != 0
                }
            }
        case .array(let element, let values):
            return container("a", element, &iterator) { inside in
                for value in values where !append(value, to: &inside) { return false }
                return true
            }
        case .dictionary(let entry, let entries):
            return container("a", "{" + entry + "}", &iterator) { inside in
                for entry in entries {
                    let done = container("e", nil, &inside) { pair in
                        append(entry.key, to: &pair) && append(entry.value, to: &pair)
                    }
                    if !done { return false }
                }
                return true
            }
        case .structure(let fields):
            return container("r", nil, &iterator) { inside in
                for field in fields where !append(field, to: &inside) { return false }
                return true
            }
        case .variant(let inner):
            return container("v", inner.signature, &iterator) { append(inner, to: &$0) }
        }
    }

    private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }

    private static func fixed<Number>(
        _ value: Number, _ type: Unicode.Scalar, _ iterator: inout DBusMessageIter
    ) -> Bool {
        withUnsafePointer(to: value) { dbus_message_iter_append_basic(&iterator, code(type), $0) } != 0
    }

    private static func text(_ value: String, _ type: Unicode.Scalar, _ iterator: inout DBusMessageIter) -> Bool {
        withSafeCString(value) { start in
            withUnsafePointer(to: start) { dbus_message_iter_append_basic(&iterator, code(type), $0) } != 0
        }
    }

    private static func container(
        _ type: Unicode.Scalar, _ signature: String?, _ iterator: inout DBusMessageIter,
        _ fill: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inside = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, code(type), signature, &inside) != 0 else { return false }
        guard fill(&inside) else {
            dbus_message_iter_abandon_container(&iterator, &inside)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inside) != 0
    }
}

/// Calls `body` with `text` as a C string, without the zero characters that would end it early.
func withSafeCString<Value>(_ text: String, _ body: (UnsafePointer<CChar>) throws -> Value) rethrows -> Value {
    guard text.utf8.contains(0) else { return try text.withCString(body) }
    return try String(decoding: text.utf8.lazy.filter { $0 != 0 }, as: UTF8.self).withCString(body)
}
