internal import MediaContainers
internal import PlayerCore

/// A range of bytes with frames or a frame's fields, which knows the place of each byte in the file.
///
/// Most tags are read in place and only where needed: their pictures are larger than everything else. Unsynchronised
/// and compressed parts are decoded in memory.
struct ID3Span {
    private enum Place {
        /// In the file, from this offset on.
        case file(Int64)
        /// Decoded bytes; this span begins with the byte at `start`.
        case memory(Decoded, start: Int)
    }

    /// Decoded bytes and their origin.
    private final class Decoded {
        enum Origin {
            /// The offset of the first byte, and the decoded positions before which a zero byte was removed,
            /// ascending.
            case unsynchronised(offset: Int64, gaps: [Int32])
            case packed(EmbeddedImage)
            case unknown
        }

        let bytes: [UInt8]
        let origin: Origin

        init(_ bytes: [UInt8], _ origin: Origin) {
            self.bytes = bytes
            self.origin = origin
        }
    }

    private let reader: ByteReader
    private let place: Place
    let length: Int

    init(_ reader: ByteReader, offset: Int64, length: Int) {
        self.reader = reader
        self.length = length
        place = .file(offset)
    }

    private init(_ reader: ByteReader, _ place: Place, length: Int) {
        self.reader = reader
        self.place = place
        self.length = length
    }

    /// Returns bytes of the span, fewer than `count` at the end of the span or the resource.
    func bytes(at position: Int, upTo count: Int) throws(ProbeError) -> ArraySlice<UInt8> {
        guard position >= 0, position < length, count > 0 else { return [] }
        let count = min(count, length - position)
        switch place {
        case .file(let offset): return try reader.available(at: offset + Int64(position), count: count)[...]
        case .memory(let decoded, let start): return decoded.bytes[(start + position)...].prefix(count)
        }
    }

    /// Returns a part of the span, clipped to it.
    func part(from position: Int, count: Int) -> ID3Span {
        let position = min(max(0, position), length)
        let count = min(max(0, count), length - position)
        return switch place {
        case .file(let offset): ID3Span(reader, .file(offset + Int64(position)), length: count)
        case .memory(let decoded, let start): ID3Span(reader, .memory(decoded, start: start + position), length: count)
        }
    }

    func dropFirst(_ count: Int) -> ID3Span { part(from: count, count: length) }

    // MARK: Decoding

    /// Whether no 0xFF of these bytes is followed by a byte that would make it look like a frame of MPEG audio.
    ///
    /// Some writers set the flag and leave the bytes unchanged, in all versions.
    static func isUnsynchronised(_ bytes: some Collection<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).allSatisfy { $0 != 0xFF || $1 < 0xE0 }
    }

    /// Returns the span without the bytes that unsynchronisation inserted (id3v2.3 section 5), or itself without any.
    func synchronised() throws(ProbeError) -> ID3Span {
        let raw = try bytes(at: 0, upTo: length)
        guard Self.isUnsynchronised(raw) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var gaps: [Int32] = []
        var previous: UInt8 = 0
        for byte in raw {
            if previous == 0xFF, byte == 0 {
                gaps.append(Int32(clamping: bytes.count))
            } else {
                bytes.append(byte)
            }
            previous = byte
        }
        guard !gaps.isEmpty else { return self }
        // No coding of a picture describes a second decoding.
        let origin: Decoded.Origin =
            if case .file(let offset) = place { .unsynchronised(offset: offset, gaps: gaps) } else { .unknown }
        return ID3Span(reader, .memory(Decoded(bytes, origin), start: 0), length: bytes.count)
    }

    /// Returns the decompressed content of a zlib stream in the span.
    ///
    /// - Parameters:
    ///   - size: the length that the frame states for its content.
    ///   - limit: in bytes; more is refused.
    func unpacked(size: Int, limit: Int) throws(ProbeError) -> ID3Span {
        guard size <= limit else { throw .tooMuch("what is packed in it is larger than \(limit) bytes") }
        let stored = Array(try bytes(at: 0, upTo: length))
        let unpacked: [UInt8]
        do throws(ProbeError) { unpacked = try Inflate.zlib(stored, limit: limit) } catch {
            try count(unpacked: limit)
            throw error
        }
        try count(unpacked: unpacked.count)
        return ID3Span(
            reader, .memory(Decoded(unpacked, packedOrigin(length: unpacked.count)), start: 0),
            length: unpacked.count)
    }

    /// Many small bombs cost as much as a large one, so decompressed bytes count as elements.
    private func count(unpacked: Int) throws(ProbeError) {
        for _ in 0..<unpacked / 256 { try reader.countElement() }
    }

    private func packedOrigin(length: Int) -> Decoded.Origin {
        guard var image = embedded(uri: "", mediaType: nil) else { return .unknown }
        switch image.coding {
        case .plain: image.coding = .compressed(length: length, isUnsynchronised: false)
        case .unsynchronised: image.coding = .compressed(length: length, isUnsynchronised: true)
        case .compressed: return .unknown
        }
        return .packed(image)
    }

    // MARK: Pictures

    /// Returns the place of the whole span in the resource; nil if it cannot be described.
    func embedded(uri: String, mediaType: String?) -> EmbeddedImage? {
        guard length > 0 else { return nil }
        switch place {
        case .file(let offset):
            return EmbeddedImage(uri: uri, offset: offset, length: length, mediaType: mediaType)
        case .memory(let decoded, let start):
            switch decoded.origin {
            case .unsynchronised(let offset, let gaps):
                // A zero byte before the first byte does not belong to it; one after a last byte 0xFF need not be
                // there.
                let first = start + Self.gaps(in: gaps, upTo: start)
                let last = start + length - 1 + Self.gaps(in: gaps, upTo: start + length - 1)
                let isPlain = last - first == length - 1
                return EmbeddedImage(
                    uri: uri, offset: offset + Int64(first), length: last - first + 1, mediaType: mediaType,
                    coding: isPlain ? .plain : .unsynchronised)
            case .packed(var image):
                guard case .compressed(let whole, let isUnsynchronised, _) = image.coding,
                    start + length == decoded.bytes.count
                else { return nil }
                image.uri = uri
                image.mediaType = mediaType
                image.coding = .compressed(length: whole, isUnsynchronised: isUnsynchronised, skipping: start)
                return image
            case .unknown: return nil
            }
        }
    }

    /// Returns how many of the ascending positions are at most `position`.
    private static func gaps(in gaps: [Int32], upTo position: Int) -> Int {
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(gaps[middle]) <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
