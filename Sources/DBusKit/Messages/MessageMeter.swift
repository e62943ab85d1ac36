/// Checks values before they are written: libdbus aborts on invalid ones and closes the connection over too large
/// ones.
///
/// It measures the values as the wire format lays them out (D-Bus specification, "Message Protocol"), so that the size
/// is known before a byte is written.
struct MessageMeter {
    /// The specification's limit for one array, used here as the limit of a message's whole body.
    static let maximumBody = 64 << 20
    /// The nesting depth of containers, counted as by the bus, which disconnects clients that send more than 64.
    static let maximumDepth = 60
    /// The number of file descriptors in one message: the default limit of a bus.
    static let maximumDescriptors = 16

    private var offset = 0
    private var depth = 0
    private var descriptors = 0
    private var cache = DBusTypeCache()

    /// Returns the signature of `values`, which can be sent together.
    ///
    /// - Throws: `InvalidArgs` for an invalid value, `LimitsExceeded` beyond the limits.
    static func check(_ values: [DBusValue]) throws(DBusError) -> String {
        var meter = MessageMeter()
        for value in values { try meter.measure(value) }
        let signature = values.signature
        guard DBusName.isSignature(signature) else {
            throw DBusError(.invalidArgs, "the arguments have no valid signature: \(signature)")
        }
        return signature
    }

    private mutating func add(_ size: Int, alignment: Int) throws(DBusError) {
        offset = (offset + alignment - 1) & ~(alignment - 1)
        offset += size
        guard offset <= Self.maximumBody else {
            throw DBusError(.limitsExceeded, "the message would be larger than \(Self.maximumBody) bytes")
        }
    }

    private mutating func enter() throws(DBusError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw DBusError(.limitsExceeded, "values are nested deeper than \(Self.maximumDepth)")
        }
    }

    private mutating func measure(_ value: DBusValue) throws(DBusError) {
        switch value {
        case .byte: try add(1, alignment: 1)
        case .int16, .uint16: try add(2, alignment: 2)
        case .boolean, .int32, .uint32: try add(4, alignment: 4)
        case .int64, .uint64, .double: try add(8, alignment: 8)
        case .string(let text): try add(5 + text.utf8.count, alignment: 4)
        case .objectPath(let path):
            guard DBusName.isObjectPath(path) else {
                throw DBusError(.invalidArgs, "'\(path.prefix(200))' is not an object path")
            }
            try add(5 + path.utf8.count, alignment: 4)
        case .signature(let text):
            guard DBusName.isSignature(text) else {
                throw DBusError(.invalidArgs, "'\(text.prefix(200))' is not a signature")
            }
            try add(2 + text.utf8.count, alignment: 1)
        case .descriptor(let descriptor):
            guard descriptor.number >= 0 else { throw DBusError(.invalidArgs, "a file to be sent is not open") }
            descriptors += 1
            guard descriptors <= Self.maximumDescriptors else {
                throw DBusError(
                    .limitsExceeded, "the message would hold more than \(Self.maximumDescriptors) open files")
            }
            try add(4, alignment: 4)
        case .bytes(let bytes):
            try add(4, alignment: 4)
            try add(bytes.count, alignment: 1)
        case .array(let element, let values): try measureArray(element, values)
        case .dictionary(let entry, let entries): try measureDictionary(entry, entries)
        case .structure(let fields):
            guard !fields.isEmpty else { throw DBusError(.invalidArgs, "a structure has no fields") }
            try enter()
            try add(0, alignment: 8)
            for field in fields { try measure(field) }
            depth -= 1
        case .variant(let inner):
            try enter()
            let signature = inner.signature
            guard DBusName.isSingleType(signature) else {
                throw DBusError(.invalidArgs, "'\(signature.prefix(200))' is not a single type")
            }
            try add(2 + signature.utf8.count, alignment: 1)
            try measure(inner)
            depth -= 1
        }
    }

    private mutating func measureArray(_ element: String, _ values: [DBusValue]) throws(DBusError) {
        guard let type = cache.single(element) else {
            throw DBusError(.invalidArgs, "'\(element.prefix(200))' is not a single type")
        }
        try enter()
        try add(4, alignment: 4)
        try add(0, alignment: type.alignment)
        for value in values {
            try conform(value, type)
            try measure(value)
        }
        depth -= 1
    }

    private mutating func measureDictionary(_ entry: String, _ entries: [DBusEntry]) throws(DBusError) {
        guard let type = cache.single("a{" + entry + "}"), case .dictionary(let key, let content) = type.shape else {
            throw DBusError(.invalidArgs, "'a{\(entry.prefix(200))}' is not a dictionary type")
        }
        // Two containers on the wire: the array and its entries.
        try enter()
        try enter()
        try add(4, alignment: 4)
        try add(0, alignment: 8)
        for entry in entries {
            try add(0, alignment: 8)
            try conform(entry.key, key)
            try measure(entry.key)
            try conform(entry.value, content)
            try measure(entry.value)
        }
        depth -= 2
    }

    /// Only the outermost type is compared: inner types are compared when they are measured.
    private func conform(_ value: DBusValue, _ type: DBusType) throws(DBusError) {
        let fits: Bool
        switch (value, type.shape) {
        case (.variant, .variant), (.bytes, .bytes): fits = true
        case (.array(let element, _), _): fits = element == type.inner && type.isArray
        case (.dictionary(let entry, _), .dictionary): fits = entry == type.inner
        case (.structure, .structure): fits = value.signature == type.signature
        case (_, .basic): fits = value.signature == type.signature
        default: fits = false
        }
        guard fits else {
            throw DBusError(.invalidArgs, "a value of type \(value.signature) stands where \(type.signature) should")
        }
    }
}

extension DBusType {
    /// The alignment of a value of this type, in bytes.
    var alignment: Int {
        switch shape {
        case .basic(let code):
            switch code {
            case UInt8(ascii: "y"), UInt8(ascii: "g"): 1
            case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
            case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
            default: 4
            }
        case .variant: 1
        case .bytes, .array, .dictionary: 4
        case .structure: 8
        }
    }

    /// Whether it is an array but not a dictionary.
    var isArray: Bool {
        switch shape {
        case .array, .bytes: true
        default: false
        }
    }
}
