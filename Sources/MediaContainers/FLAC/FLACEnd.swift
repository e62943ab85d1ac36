/// Finds the last frame of a FLAC stream: an encoder that wrote into a pipe did not know the number of samples, and a file that
/// was cut off has fewer than it says.
public struct FLACEnd {
    let bytes: ByteReader
    let info: FLACStreamInfo
    /// From the first frame to what follows the stream.
    let place: Range<Int64>

    /// - Parameter start: where the frames begin.
    /// - Returns: nil if the length of the file is not known, or if it has no frames.
    public init?(_ bytes: ByteReader, _ info: FLACStreamInfo, from start: Int64) {
        guard let length = bytes.length, length > start else { return nil }
        self.init(bytes: bytes, info: info, place: start..<length)
    }

    init(bytes: ByteReader, info: FLACStreamInfo, place: Range<Int64>) {
        (self.bytes, self.info, self.place) = (bytes, info, place)
    }

    /// How much of the end is searched, in bytes: little first. A frame of eight channels has more than a megabyte.
    private static let tails: [Int64] = [64 << 10, 1 << 20, 4 << 20]

    /// The number of samples up to the last whole frame; nil if none is found, and if another stream follows this one.
    public func samples() throws(ProbeError) -> UInt64? {
        guard let last = try last() else { return nil }
        return try isInOrder(upTo: last.samples, in: [2]) ? last.samples : nil
    }

    /// The number of samples up to the last whole frame, and where that frame ends; nil if none is found.
    func last() throws(ProbeError) -> (samples: UInt64, end: Int64)? {
        for tail in Self.tails {
            let begin = max(place.lowerBound, place.upperBound - tail)
            let found = try bytes.available(at: begin, count: Int(place.upperBound - begin))
            if let last = end(in: Self.withoutTags(found[...])) { return (last.samples, begin + Int64(last.end)) }
            if begin == place.lowerBound { break }
        }
        return nil
    }

    /// Whether the samples at some places are after one another, and before those at the end. They may not be in files that
    /// were put together.
    ///
    /// - Parameter quarters: which quarters of the stream are looked at.
    func isInOrder(upTo end: UInt64, in quarters: [Int64]) throws(ProbeError) -> Bool {
        var before: UInt64 = 0
        for quarter in quarters {
            let middle = place.lowerBound + (place.upperBound - place.lowerBound) / 4 * quarter
            let found = try bytes.available(at: middle, count: Int(min(Self.tails[0], place.upperBound - middle)))
            let frame = found.indices.lazy.filter { found[$0] == 0xFF }
                .compactMap { FLACFrame(found[$0...].prefix(FLACFrame.headerLength), of: info) }.first
            guard let frame else { continue }
            guard frame.end > before, frame.end <= end else { return false }
            before = frame.end
        }
        return true
    }

    /// A frame is believed if another one begins where it ends, or if its checksum is right.
    private func end(in tail: ArraySlice<UInt8>) -> (samples: UInt64, end: Int)? {
        // The frames that follow the one that is looked at, the next one first.
        var later: [(place: Int, frame: FLACFrame)] = []
        for place in tail.indices.reversed() where tail[place] == 0xFF {
            guard let frame = FLACFrame(tail[place...].prefix(FLACFrame.headerLength), of: info) else { continue }
            if later.isEmpty, FLACFrame.isWhole(tail[place...]) { return (frame.end, tail.endIndex) }
            for next in later where next.frame.start == frame.end && FLACFrame.isWhole(tail[place..<next.place]) {
                return (frame.end, next.place)
            }
            later.append((place, frame))
            if later.count > Self.candidates { later.removeLast() }
        }
        return nil
    }

    /// How many places behind a frame are tried as the beginning of the next one.
    private static let candidates = 4

    /// Without tags behind the sound: ID3v1, APEv2, and the ID3v2 tag of a stream that follows.
    private static func withoutTags(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = tail
        for _ in 0..<4 {
            let footer = rest.suffix(32)
            if rest.count > 128, rest.suffix(128).starts(with: "TAG".utf8) {
                rest = rest.dropLast(128)
            } else if footer.count == 32, footer.starts(with: "APETAGEX".utf8) {
                // The size counts the footer, and not the header.
                let header = footer[footer.startIndex + 23] & 0x80 != 0 ? 32 : 0
                rest = rest.dropLast(
                    footer.dropFirst(12).prefix(4).littleEndian < UInt64(rest.count)
                        ? Int(footer.dropFirst(12).prefix(4).littleEndian) + header : 32)
            } else if let tag = rest.indices.reversed().first(where: { place in
                rest[place] == 0x49 && ID3Header(rest[place...]).map { place + $0.tagLength == rest.endIndex } ?? false
            }) {
                rest = rest[..<tag]
            } else {
                return rest
            }
        }
        return rest
    }
}
