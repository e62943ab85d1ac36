/// A message of the protocol of i3 and sway: the bytes `i3-ipc`, a length, a type, and JSON.
struct IPCMessage: Sendable, Hashable {
    /// The type of a request. A reply has the type of its request.
    enum Request: UInt32, Sendable {
        case runCommand = 0
        case subscribe = 2
        case getTree = 4
    }

    /// The type of an event. The highest bit distinguishes events from replies.
    enum Event: UInt32, Sendable {
        case workspace = 0x8000_0000
        case output = 0x8000_0001
        case window = 0x8000_0003
        case shutdown = 0x8000_0006
    }

    static let magic = Array("i3-ipc".utf8)
    /// The number of bytes before the payload.
    static let headerLength = 14

    let type: UInt32
    let payload: [UInt8]

    var isEvent: Bool { type & 0x8000_0000 != 0 }
    var event: Event? { Event(rawValue: type) }

    /// The bytes of the message, with numbers in native byte order.
    var bytes: [UInt8] {
        var bytes = Self.magic
        withUnsafeBytes(of: UInt32(clamping: payload.count)) { bytes += $0 }
        withUnsafeBytes(of: type) { bytes += $0 }
        return bytes + payload
    }
}
