/// Makes messages of the bytes of a compositor's socket, in whatever pieces they come.
struct IPCDecoder {
    /// What cannot be a message; nothing after it can be understood.
    struct Malformed: Error, Hashable {
        let reason: String
    }

    /// A tree of a thousand windows has a megabyte.
    static let greatestLength = 64 << 20

    private var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// The next message; nil when it is not complete.
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
