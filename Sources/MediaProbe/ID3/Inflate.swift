internal import CZlib
internal import MediaContainers

/// Decompresses zlib streams (RFC 1950) up to a limit, so that a few bytes cannot become gigabytes.
enum Inflate {
    /// The amount decompressed at a time: memory grows with the actual size, not with the limit.
    private static let piece = 64 << 10

    /// Returns the whole content of a zlib stream.
    ///
    /// - Throws: ``ProbeError/tooMuch(_:)`` for more than `limit` bytes, ``ProbeError/malformed(_:)`` for a violation
    ///   of the RFCs or a wrong check value, ``ProbeError/truncated``.
    static func zlib(_ bytes: [UInt8], limit: Int) throws(ProbeError) -> [UInt8] {
        // One more byte shows whether there is more.
        let (output, isComplete) = try unpack(bytes, upTo: min(limit, .max - 1) + 1)
        guard output.count <= limit else { throw .tooMuch("what is packed in it is larger than \(limit) bytes") }
        guard isComplete else { throw .truncated }
        return output
    }

    /// Returns the first bytes of a zlib stream's content, at most `count`; what follows them is not read.
    static func zlibHead(_ bytes: [UInt8], count: Int) throws(ProbeError) -> [UInt8] {
        let (output, isComplete) = try unpack(bytes, upTo: count)
        guard isComplete || !output.isEmpty else { throw .truncated }
        return output
    }

    private static func unpack(
        _ bytes: [UInt8], upTo bound: Int
    ) throws(ProbeError) -> (output: [UInt8], isComplete: Bool) {
        // zlib keeps the address of the structure: it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer {
            inflateEnd(stream)
            stream.deallocate()
        }
        guard inflateInit_(stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .unreadable("there is no memory to unpack it")
        }
        var output: [UInt8] = []
        var status = Z_OK
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(clamping: input.count)
            while status == Z_OK, output.count < bound {
                let room = min(piece, bound - output.count)
                output += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = uInt(room)
                    status = inflate(stream, Z_NO_FLUSH)
                    filled = room - Int(stream.pointee.avail_out)
                }
            }
        }
        if output.count >= bound { return (output, status == Z_STREAM_END) }
        switch status {
        case Z_STREAM_END: return (output, true)
        // The input is exhausted.
        case Z_OK, Z_BUF_ERROR: return (output, false)
        case Z_MEM_ERROR: throw .unreadable("there is no memory to unpack it")
        default:
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "it needs a dictionary"
            throw .malformed("what is packed in it is not a valid zlib stream: \(reason)")
        }
    }
}
