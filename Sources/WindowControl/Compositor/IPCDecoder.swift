/// Decodes messages from the bytes of a compositor's socket, which arrive in pieces of any size.
struct IPCDecoder {
    /// Data that cannot be a message. No data after it can be decoded.
    struct Malformed: Error, Hashable {
        let reason: String
    }

    /// The maximum length of a message in bytes. A tree of a thousand windows takes a megabyte.
    static let greatestLength = 64 << 20

    private var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// The next message; nil if it is incomplete.
    mutating func next() throws(Malformed) -> IPCMessage? {
        guard bytes.count >= IPCMessage.headerLength else { return nil }
        guard bytes.starts(with: IPCMessage.magic) else { throw Malformed(reason: "no i3-ipc message") }
        let (length, type) = bytes.withUnsafeBytes {
            (
                $0.loadUnaligned(fromByteOffset: 6, as: UInt32.self),
                $0.loadUnaligned(fromByteOffset: 10, as: UInt32.self)
            )
        }
        guard length <= Self.greatestLength else { throw Malformed(reason: "a message of \(length) bytes") }
        let end = IPCMessage.headerLength + Int(length)
        guard bytes.count >= end else { return nil }
        let message = IPCMessage(type: type, payload: Array(bytes[IPCMessage.headerLength..<end]))
        bytes.removeSubrange(..<end)
        return message
    }
}
