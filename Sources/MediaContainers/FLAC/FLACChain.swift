internal import Glibc

/// FLAC streams that were put together in one file with `cat`. Each has its own stream information, and counts its samples from
/// 0 on.
public struct FLACChain: Sendable {
    /// One of the streams.
    struct Part: Hashable, Sendable {
        let info: FLACStreamInfo
        /// From its first frame to the end of its last one, in bytes.
        let place: Range<Int64>
        /// The number of its first sample, counted from the beginning of the first stream.
        let start: UInt64
        let samples: UInt64
    }

    /// At least two, or one if others follow that do not fit.
    let parts: [Part]
    /// Whether the streams end where one follows whose sound has another format.
    public let isCut: Bool

    /// Per channel, of all streams.
    public var samples: UInt64 { parts.last.map { $0.start + $0.samples } ?? 0 }

    /// Longer files are not searched for streams, in bytes: sixteen hours of a CD.
    static let largest: Int64 = 4_096 << 20
    private static let mostParts = 1_000
    private static let mostBlocks = 1_000
    private static let piece = 1 << 20

    /// Searches a file on this machine for streams behind the first one, if its end says that there are any.
    ///
    /// - Parameter start: where the frames of the first stream begin.
    /// - Returns: nil for a single stream.
    public init?(in bytes: ByteReader, _ info: FLACStreamInfo, from start: Int64) {
        guard bytes.isNear, let whole = FLACEnd(bytes, info, from: start), whole.place.upperBound <= Self.largest,
            (try? Self.mayFollow(whole)) ?? false
        else { return nil }
        var limits = bytes.limits
        (limits.bytes, limits.reads, limits.seconds) = (Int(Self.largest) * 2, Int(Self.largest) / Self.piece * 2, 60)
        self.init(whole, bytes.again(within: limits))
    }

    /// Whether the last frame is not the last one of the first stream.
    private static func mayFollow(_ whole: FLACEnd) throws(ProbeError) -> Bool {
        guard let last = try whole.last()?.samples else { return false }
        if last != whole.info.samples { return true }
        return try !whole.isInOrder(upTo: last, in: [1, 2, 3])
    }

    private init?(_ whole: FLACEnd, _ bytes: ByteReader) {
        var (parts, isCut) = ([Part](), false)
        do throws(ProbeError) {
            var (info, start) = (whole.info, whole.place.lowerBound)
            while parts.count < Self.mostParts, start < whole.place.upperBound {
                let next = try Self.nextStream(in: bytes, from: start)
                let place = start..<(next?.place ?? whole.place.upperBound)
                let end = FLACEnd(bytes: bytes, info: info, place: place)
                if let last = try end.last() {
                    let before = parts.last.map { $0.start + $0.samples } ?? 0
                    parts.append(Part(info: info, place: start..<last.end, start: before, samples: last.samples))
                }
                guard let next else { break }
                guard whole.info.isContinued(by: next.info) else {
                    isCut = true
                    break
                }
                (info, start) = (next.info, next.frames)
            }
        } catch {
            // What was found so far plays.
        }
        guard parts.count > 1 || isCut && !parts.isEmpty else { return nil }
        (self.parts, self.isCut) = (parts, isCut)
    }

    /// The marker of a stream, and the head of its first block: the stream information, of 34 bytes.
    static let marker: [UInt8] = [0x66, 0x4C, 0x61, 0x43, 0, 0, 0, 34]

    private static func nextStream(
        in bytes: ByteReader, from start: Int64
    ) throws(ProbeError) -> (place: Int64, info: FLACStreamInfo, frames: Int64)? {
        var offset = start
        while true {
            let piece = try bytes.available(at: offset, count: piece)
            for place in places(in: piece) {
                if let found = try stream(in: bytes, at: offset + Int64(place)) { return found }
            }
            guard piece.count == Self.piece else { return nil }
            offset += Int64(piece.count - marker.count + 1)
        }
    }

    private static func places(in piece: [UInt8]) -> [Int] {
        piece.withUnsafeBytes { bytes in
            var (places, place) = ([Int](), 0)
            while place + marker.count <= bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + place, CInt(marker[0]), bytes.count - place)
            {
                place = found - UnsafeMutableRawPointer(mutating: base)
                let isOne =
                    bytes.count - place >= marker.count
                    && marker.indices.allSatisfy {
                        bytes[place + $0] & ($0 == 4 ? 0x7F : 0xFF) == marker[$0]
                    }
                if isOne { places.append(place) }
                place += 1
            }
            return places
        }
    }

    /// Reads the heads of the blocks before the frames.
    static func stream(
        in bytes: ByteReader, at place: Int64
    ) throws(ProbeError) -> (place: Int64, info: FLACStreamInfo, frames: Int64)? {
        let body = try bytes.available(at: place + 8, count: FLACStreamInfo.length)
        guard let info = FLACStreamInfo(body[...]), info.sampleRate > 0 else { return nil }
        var next = place + 4
        for _ in 0..<mostBlocks {
            let header = try bytes.available(at: next, count: 4)
            guard header.count == 4 else { return nil }
            next += 4 + Int64(header[1...].bigEndian)
            if header[0] & 0x80 != 0 { return (place, info, next) }
        }
        return nil
    }
}
