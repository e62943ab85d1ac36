/// The part of a block of sound that is not heard (DiscardPadding, RFC 9559 section 5.1.3.5.7).
public struct MatroskaPadding: Hashable, Sendable {
    /// Of the block, in nanoseconds on the clock of the file.
    public let time: Int64
    /// How much of its end is not heard, in nanoseconds; below zero: how much of its beginning.
    public let length: Int64
}

/// Finds paddings in what a demuxer reads, piece by piece.
public struct MatroskaPaddingReader: Sendable {
    /// A block of sound that is larger is not looked into, in bytes.
    private static let largestBlock = 1 << 20

    /// Nanoseconds in a tick.
    private let scale: Int64
    /// Of the cluster, in ticks.
    private var time: Int64 = 0
    /// Where the next element begins, and what is known from there on.
    private var place: Int64 = 0
    private var bytes: [UInt8] = []
    /// The end of the piece before.
    private var end: Int64 = 0

    /// - Parameter scale: nanoseconds in a tick of the clock of the file.
    public init(scale: Int64) { self.scale = scale }

    /// Takes what was read from an offset on: what follows the piece before, or the beginning of an element.
    public mutating func take(_ piece: [UInt8], at offset: Int64) -> [MatroskaPadding] {
        let follows = offset == end
        end = offset + Int64(piece.count)
        if follows, !bytes.isEmpty {
            bytes += piece
        } else if follows, place > end {
            // All of it belongs to what is skipped.
            return []
        } else if bytes.isEmpty, (offset...end).contains(place) {
            bytes = Array(piece[Int(place - offset)...])
        } else {
            (place, bytes) = (offset, piece)
        }
        var found: [MatroskaPadding] = []
        let reader = EBMLReader(ByteReader(ByteSource(bytes)))
        var read: Int64 = 0
        while let element = try? reader.element(at: read) {
            // A segment and a cluster contain what follows; what is not wanted is skipped, even if it is not there yet.
            if element.id == MatroskaID.segment || element.id == MatroskaID.cluster {
                read = element.start
                continue
            }
            guard let next = element.end else { break }
            let isWanted = element.id == MatroskaID.blockGroup || element.id == MatroskaID.timestamp
            guard next <= bytes.count || !isWanted else { break }
            if element.id == MatroskaID.timestamp, let ticks = try? reader.unsigned(element) {
                time = Int64(clamping: ticks)
            }
            if element.id == MatroskaID.blockGroup, let padding = (try? padding(reader, of: element)) ?? nil {
                found.append(padding)
            }
            read = next
        }
        bytes = Array(bytes.dropFirst(Int(clamping: read)))
        place = place.addingReportingOverflow(read).partialValue
        if bytes.count > Self.largestBlock { bytes = [] }
        return found
    }

    private func padding(_ reader: EBMLReader, of group: EBMLElement) throws(ProbeError) -> MatroskaPadding? {
        var (start, length) = (Int64?.none, Int64(0))
        try reader.children(of: group) { part throws(ProbeError) in
            switch part.id {
            case MatroskaID.block:
                // The number of the track, of one byte or more, and the time from that of the cluster.
                let head = try reader.bytes.available(at: part.start, count: 10)
                guard let first = head.first, first.leadingZeroBitCount + 3 <= head.count else { return }
                let ticks = head[(first.leadingZeroBitCount + 1)...].prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
                start = Int64(Int16(bitPattern: ticks))
            case MatroskaID.discardPadding:
                let number = try reader.binary(part, atMost: 8)
                let sign: Int64 = (number.first ?? 0) & 0x80 != 0 ? -1 : 0
                length = number.reduce(sign) { $0 << 8 | Int64($1) }
            default: break
            }
        }
        guard let start, length != 0, Self.believed.contains(length) else { return nil }
        let (nanoseconds, overflow) = time.addingReportingOverflow(start).partialValue
            .multipliedReportingOverflow(by: scale)
        return overflow ? nil : MatroskaPadding(time: nanoseconds, length: length)
    }

    /// No block of sound is longer than ten seconds, in nanoseconds.
    private static let believed: ClosedRange<Int64> = -10_000_000_000...10_000_000_000
}
