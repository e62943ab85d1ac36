internal import Glibc

/// The streams of a chain as the bytes of one FLAC file: without what is between them, and with frames that are counted from the
/// beginning of the first one.
public struct FLACWhole: Sendable {
    private struct Frame {
        /// In the file, in bytes.
        let place: Int64
        let length: Int
        /// Where it ends in the whole, in bytes.
        let end: Int64
        /// The number of its first sample in the whole.
        let start: UInt64
    }

    private let info: FLACStreamInfo
    /// The beginning of the file, with the stream information of the whole.
    private let head: [UInt8]
    /// Where the frames of the first stream end. They stay as they are: `flacparse` (1.22) gives no times to a stream whose first
    /// frame has the number of a sample.
    private let start: Int64
    private let frames: [Frame]
    /// In bytes.
    public var length: Int64 { frames.last?.end ?? start }

    /// More frames are left out: those of three days.
    private static let mostFrames = 4_000_000
    private static let piece = 1 << 20

    /// Reads where the frames of all streams but the first are.
    ///
    /// - Parameter source: of a file on this machine.
    /// - Returns: nil for anything but a file of several streams.
    public init?(_ source: ByteSource) {
        let bytes = ByteReader(source, limits: .ownFile)
        do throws(ProbeError) {
            guard let first = try Self.first(in: bytes),
                let chain = FLACChain(in: bytes, first.info, from: first.frames)
            else { return nil }
            var frames: [Frame] = []
            var place = chain.parts[0].place.upperBound
            for part in chain.parts.dropFirst() {
                for frame in try Self.frames(of: part, in: bytes) where frames.count < Self.mostFrames {
                    let start = part.start + frame.header.start
                    let change = FLACFrame.length(ofNumber: start) - frame.header.numberLength
                    place += Int64(frame.length + change)
                    frames.append(Frame(place: frame.place, length: frame.length, end: place, start: start))
                }
            }
            var head = try bytes.bytes(at: 0, count: Int(first.place) + FLACStreamInfo.length)
            Self.change(&head, at: Int(first.place), samples: chain.samples)
            (info, start, self.frames, self.head) = (first.info, chain.parts[0].place.upperBound, frames, head)
        } catch {
            return nil
        }
    }

    /// Finds the stream information, which may be behind a tag of ID3v2, and the first frame.
    private static func first(
        in bytes: ByteReader
    ) throws(ProbeError) -> (info: FLACStreamInfo, place: Int64, frames: Int64)? {
        var place: Int64 = 0
        if let tag = ID3Header(try bytes.available(at: 0, count: ID3Header.length)[...]) {
            place = Int64(tag.tagLength)
        }
        guard try bytes.available(at: place, count: 8) == FLACChain.marker else { return nil }
        return try FLACChain.stream(in: bytes, at: place).map { ($0.info, place + 8, $0.frames) }
    }

    /// Writes the number of samples. The sizes of frames and blocks are unknown then, as the checksum of the samples is.
    private static func change(_ head: inout [UInt8], at place: Int, samples: UInt64) {
        for index in 4..<10 { head[place + index] = 0 }
        head[place + 13] = head[place + 13] & 0xF0 | UInt8(truncatingIfNeeded: samples >> 32 & 0xF)
        for index in 0..<4 { head[place + 14 + index] = UInt8(truncatingIfNeeded: samples >> UInt64(24 - 8 * index)) }
        for index in 18..<34 { head[place + index] = 0 }
    }

    /// Reads where the frames of a stream are. They are in the order of their samples.
    private static func frames(
        of part: FLACChain.Part, in bytes: ByteReader
    ) throws(ProbeError) -> [(place: Int64, length: Int, header: FLACFrame)] {
        var found: [(place: Int64, header: FLACFrame)] = []
        var offset = part.place.lowerBound
        while offset < part.place.upperBound {
            let piece = try bytes.available(at: offset, count: Int(min(Int64(piece), part.place.upperBound - offset)))
            guard !piece.isEmpty else { break }
            let isLast = offset + Int64(piece.count) >= part.place.upperBound
            // A header at the end of a piece is read with the next one.
            let end = isLast ? piece.count : piece.count - FLACFrame.headerLength
            for (place, header) in Self.headers(in: piece, upTo: end, of: part.info) {
                let expected = found.last?.header.end ?? 0
                guard header.start == expected || found.isEmpty && header.start < part.samples else { continue }
                found.append((offset + Int64(place), header))
            }
            offset += Int64(max(end, 1))
        }
        return found.indices.map { index in
            let next = index + 1 < found.count ? found[index + 1].place : part.place.upperBound
            return (found[index].place, Int(next - found[index].place), found[index].header)
        }
    }

    private static func headers(
        in piece: [UInt8], upTo end: Int, of info: FLACStreamInfo
    ) -> [(place: Int, header: FLACFrame)] {
        piece.withUnsafeBytes { bytes in
            var (headers, place) = ([(place: Int, header: FLACFrame)](), 0)
            while place < end, let base = bytes.baseAddress, let found = memchr(base + place, 0xFF, end - place) {
                place = UnsafeRawPointer(found) - base
                let isCandidate = place + 1 < bytes.count && bytes[place + 1] & 0xFE == 0xF8
                if isCandidate, let header = FLACFrame(piece[place...].prefix(FLACFrame.headerLength), of: info) {
                    headers.append((place, header))
                }
                place += 1
            }
            return headers
        }
    }

    // MARK: The bytes of the whole

    /// Returns up to `count` bytes from `offset` on: fewer at the end, none behind it.
    ///
    /// - Parameter source: of the file.
    public func read(at offset: Int64, count: Int, from source: ByteSource) throws(ProbeError) -> [UInt8] {
        guard offset >= 0, count > 0, offset < length else { return [] }
        let end = min(length, offset.addingReportingOverflow(Int64(count)).partialValue)
        var result: [UInt8] = []
        if offset < start {
            result = try source.read(offset, Int(min(end, start) - offset))
            let covered = max(0, min(head.count - Int(min(offset, Int64(head.count))), result.count))
            result.replaceSubrange(0..<covered, with: head[Int(min(offset, Int64(head.count)))...].prefix(covered))
        }
        guard end > start else { return result }
        var index = frames.partitioningIndex { $0.end > max(offset, start) }
        while index < frames.count {
            let begin = index > 0 ? frames[index - 1].end : start
            guard begin < end else { break }
            let bytes = try frame(frames[index], from: source)
            result += bytes[Int(max(0, offset - begin))..<min(bytes.count, Int(end - begin))]
            index += 1
        }
        return result
    }

    private func frame(_ frame: Frame, from source: ByteSource) throws(ProbeError) -> [UInt8] {
        let bytes = try source.read(frame.place, frame.length)
        guard bytes.count == frame.length, let header = FLACFrame(bytes[...], of: info) else {
            throw .unreadable("it has changed")
        }
        return header.renumbered(bytes[...], start: frame.start)
    }
}

extension Array {
    /// The index of the first element that belongs to the second part of a sorted array.
    fileprivate func partitioningIndex(_ isInSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
