/// A message of the protocol that i3 and sway share: the bytes `i3-ipc`, a length, a type, and JSON.
struct IPCMessage: Sendable, Hashable {
    /// What is asked; an answer has the type of its request.
    enum Request: UInt32, Sendable {
        case runCommand = 0
        case subscribe = 2
        case getTree = 4
    }

    /// What happened; the highest bit tells an event from an answer.
    enum Event: UInt32, Sendable {
        case workspace = 0x8000_0000
        case output = 0x8000_0001
        case window = 0x8000_0003
        case shutdown = 0x8000_0006
    }

    static let magic = Array("i3-ipc".utf8)
    /// Before the payload.
    static let headerLength = 14

    let type: UInt32
    let payload: [UInt8]

    var isEvent: Bool { type & 0x8000_0000 != 0 }
    var event: Event? { Event(rawValue: type) }

    /// As it is sent, numbers in the machine's own order.
    var bytes: [UInt8] {
        var bytes = Self.magic
        withUnsafeBytes(of: UInt32(clamping: payload.count)) { bytes += $0 }
        withUnsafeBytes(of: type) { bytes += $0 }
        return bytes + payload
    }
}
