/// A D-Bus message byte by byte, little endian, so that tests can send what no library would.
public struct WireMessage: Sendable {
    public enum Kind: UInt8, Sendable {
        case call = 1
        case reply, error, signal
    }

    public var kind: Kind
    /// 1: no reply expected.
    public var flags: UInt8 = 0
    public var serial: UInt32 = 1
    public var path: String?
    public var interface: String?
    public var member: String?
    public var errorName: String?
    public var replySerial: UInt32?
    public var destination: String?
    public var sender: String?
    public var signature = ""
    public var body: [UInt8] = []

    public init(_ kind: Kind) { self.kind = kind }

    /// A call of a method.
    public static func call(
        _ destination: String?, _ path: String, _ interface: String?, _ member: String, signature: String = "",
        body: [UInt8] = []
    ) -> WireMessage {
        var message = WireMessage(.call)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.signature = signature
        message.body = body
        return message
    }

    /// The message as it goes over the wire.
    public var bytes: [UInt8] {
        var fields: [UInt8] = []
        func field(_ code: UInt8, _ type: Unicode.Scalar, _ value: String?) {
            guard let value else { return }
            fields.pad(to: 8)
            fields += [code, 1, UInt8(ascii: type), 0]
            if type == "g" { fields.append(signature: value) } else { fields.append(string: Array(value.utf8)) }
        }
        field(1, "o", path)
        field(2, "s", interface)
        field(3, "s", member)
        field(4, "s", errorName)
        if let replySerial {
            fields.pad(to: 8)
            fields += [5, 1, UInt8(ascii: "u"), 0]
            fields.append(number: replySerial)
        }
        field(6, "s", destination)
        field(7, "s", sender)
        if !signature.isEmpty { field(8, "g", signature) }

        var bytes: [UInt8] = [UInt8(ascii: "l"), kind.rawValue, flags, 1]
        bytes.append(number: UInt32(body.count))
        bytes.append(number: serial)
        bytes.append(number: UInt32(fields.count))
        bytes += fields
        bytes.pad(to: 8)
        return bytes + body
    }

    /// The bytes of the message that begins at `offset`; nil while its head is not all there.
    static func length(in buffer: [UInt8], at offset: Int) -> Int? {
        guard buffer.count >= offset + 16 else { return nil }
        let fields = (Int(buffer.number(at: offset + 12)) + 7) & ~7
        return 16 + fields + Int(buffer.number(at: offset + 4))
    }

    /// Takes one whole message off the front of what came; nil while it is not all there.
    static func take(from buffer: inout [UInt8]) -> WireMessage? {
        guard buffer.count >= 16 else { return nil }
        let bodyLength = Int(buffer.number(at: 4))
        let fieldsEnd = 16 + Int(buffer.number(at: 12))
        let bodyStart = (fieldsEnd + 7) & ~7
        guard buffer.count >= bodyStart + bodyLength, let kind = Kind(rawValue: buffer[1]) else { return nil }
        var message = WireMessage(kind)
        message.flags = buffer[2]
        message.serial = buffer.number(at: 8)
        var offset = 16
        while offset < fieldsEnd {
            offset = (offset + 7) & ~7
            let (code, type) = (buffer[offset], buffer[offset + 2])
            offset += 4
            switch type {
            case UInt8(ascii: "u"):
                if code == 5 { message.replySerial = buffer.number(at: offset) }
                offset += 4
            case UInt8(ascii: "g"):
                let length = Int(buffer[offset])
                message.signature = String(decoding: buffer[(offset + 1)..<(offset + 1 + length)], as: UTF8.self)
                offset += length + 2
            default:
                let length = Int(buffer.number(at: offset))
                let text = String(decoding: buffer[(offset + 4)..<(offset + 4 + length)], as: UTF8.self)
                message.set(code, text)
                offset += length + 5
            }
        }
        message.body = Array(buffer[bodyStart..<(bodyStart + bodyLength)])
        buffer.removeFirst(bodyStart + bodyLength)
        return message
    }

    private mutating func set(_ code: UInt8, _ text: String) {
        switch code {
        case 1: path = text
        case 2: interface = text
        case 3: member = text
        case 4: errorName = text
        case 6: destination = text
        case 7: sender = text
        default: break
        }
    }
}

/// The wire format's pieces.
extension [UInt8] {
    public mutating func pad(to alignment: Int) { while count % alignment != 0 { append(0) } }

    public mutating func append(number: UInt32) {
        pad(to: 4)
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Not checked in any way.
    public mutating func append(string: [UInt8]) {
        append(number: UInt32(string.count))
        self += string
        append(0)
    }

    public mutating func append(signature: String) {
        append(UInt8(truncatingIfNeeded: signature.utf8.count))
        self += signature.utf8
        append(0)
    }

    func number(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32(8 * $1) }
    }
}
