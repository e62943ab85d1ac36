internal import MediaContainers

/// Iterates over the frames of a tag, or over those in a `CHAP` or `CTOC` frame.
struct ID3Frames {
    private let span: ID3Span
    private let version: UInt8
    private let isUnsynchronised: Bool
    private let reader: ByteReader
    private var position = 0
    /// Whether version 2.4's sizes are syncsafe, as they should be; nil until it matters.
    private var isSyncsafe: Bool?

    /// - Parameter isUnsynchronised: version 2.4's flag of the whole tag.
    init(_ span: ID3Span, version: UInt8, isUnsynchronised: Bool, reader: ByteReader) {
        self.span = span
        self.version = version
        self.isUnsynchronised = isUnsynchronised
        self.reader = reader
    }

    private struct Header {
        let id: String
        let size: Int
        let flags: UInt16
        /// The offset of the content in the span.
        let start: Int
        var end: Int { start + size }
    }

    private var headerLength: Int { version == 2 ? 6 : 10 }

    /// Returns the next readable frame; nil at the end or at the beginning of the padding.
    ///
    /// Frames that cannot be decoded are skipped; `broken` receives the reason.
    mutating func next(broken: (String, ProbeError) -> Void) throws(ProbeError) -> ID3Frame? {
        while let header = try nextHeader() {
            position = header.end
            guard header.end <= span.length else { throw .truncated }
            let raw = span.part(from: header.start, count: header.size)
            do throws(ProbeError) {
                let frame = try ID3Frame.decoded(
                    id: header.id, version: version, flags: header.flags, raw: raw,
                    isTagUnsynchronised: isUnsynchronised, limits: reader.limits)
                if let frame { return frame }
            } catch {
                broken(header.id, error)
            }
        }
        return nil
    }

    private mutating func nextHeader() throws(ProbeError) -> Header? {
        guard position < span.length else { return nil }
        try reader.countElement()
        guard let header = try header(at: position, isSyncsafe: isSyncsafe ?? true) else { return nil }
        // Up to 127 both encodings of a size are the same.
        guard version == 4, isSyncsafe == nil, header.size > 127 || header.size < 0 else { return header }
        var isSound = false
        if header.size >= 0 { isSound = try isBoundary(header.end) }
        if !isSound { isSound = try !sizesArePlain() }
        isSyncsafe = isSound
        return try self.header(at: position, isSyncsafe: isSyncsafe ?? true)
    }

    /// A size of -1 means that it should be syncsafe but is not.
    private func header(at position: Int, isSyncsafe: Bool) throws(ProbeError) -> Header? {
        let bytes = try span.bytes(at: position, upTo: headerLength)
        guard bytes.count == headerLength else {
            if bytes.contains(where: { $0 != 0 }) { throw .truncated }
            return nil
        }
        var cursor = ByteCursor(bytes)
        guard let name = cursor.take(version == 2 ? 3 : 4), name.contains(where: { $0 != 0 }) else { return nil }
        guard let id = ID3Frame.name(name) else { throw .malformed("it has a frame without a name") }
        let size = cursor.take(version == 2 ? 3 : 4) ?? []
        let plain = Int(size.bigEndian)
        return Header(
            id: id, size: version == 4 && isSyncsafe ? ID3Header.syncsafe(size) ?? -1 : plain,
            flags: UInt16(cursor.big(2) ?? 0), start: position + headerLength)
    }

    /// Whether another frame, the padding or the end is at this position.
    private func isBoundary(_ position: Int) throws(ProbeError) -> Bool {
        guard position < span.length else { return position == span.length }
        let name = try span.bytes(at: position, upTo: 4)
        return name.allSatisfy { $0 == 0 } || ID3Frame.name(name) != nil
    }

    /// Whether the writer used plain numbers for the sizes, as iTunes once did.
    ///
    /// Mutagen's rule (`determine_bpi`): the reading that gives more frames is used, and if both give as many, the one
    /// that does not exceed the end.
    private func sizesArePlain() throws(ProbeError) -> Bool {
        let syncsafe = try walk(isSyncsafe: true)
        let plain = try walk(isSyncsafe: false)
        if plain.frames != syncsafe.frames { return plain.frames > syncsafe.frames }
        return syncsafe.end > span.length && plain.end <= span.length
    }

    private func walk(isSyncsafe: Bool) throws(ProbeError) -> (frames: Int, end: Int) {
        var frames = 0
        var position = position
        while position < span.length - headerLength {
            try reader.countElement()
            guard let name = ID3Frame.name(try span.bytes(at: position, upTo: 4)),
                let header = try header(at: position, isSyncsafe: isSyncsafe)
            else { break }
            guard !name.isEmpty, header.size >= 0 else { return (frames, .max) }
            frames += 1
            position = header.end
        }
        return (frames, position)
    }
}
