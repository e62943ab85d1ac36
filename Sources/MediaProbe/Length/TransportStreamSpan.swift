internal import MediaContainers
internal import PlayerCore

/// Reads the times of the first and the last frame of an MPEG transport stream (ISO/IEC 13818-1 sections 2.4.3.2 and
/// 2.4.3.6).
struct TransportStreamSpan {
    /// A packet, and what precedes each in Blu-ray's streams.
    enum Layout: Int64 {
        case plain = 188
        case timed = 192

        /// How much precedes a packet, in bytes.
        var head: Int { self == .plain ? 0 : 4 }

        /// Nil for anything else than a transport stream.
        init?(_ bytes: ByteReader) throws(ProbeError) {
            let head = try bytes.available(at: 0, count: 192 * 2 + 5)
            func isLaid(_ layout: Layout) -> Bool {
                (0..<3).allSatisfy { index in
                    let place = layout.head + index * Int(layout.rawValue)
                    return place < head.count && head[place] == 0x47
                }
            }
            if isLaid(.plain) { self = .plain } else if isLaid(.timed) { self = .timed } else { return nil }
        }
    }

    /// How much of the beginning is searched for the first frames, in bytes.
    private static let beginning: Int64 = 1 << 20
    /// Timestamps have 33 bits at 90 kHz.
    private static let wrap: Int64 = 1 << 33
    /// A longer span means that the clock has jumped.
    private static let longest: Int64 = 8_100_000_000

    private let bytes: ByteReader
    private let layout: Layout

    /// Nil for anything else.
    init?(_ bytes: ByteReader) throws(ProbeError) {
        guard let layout = try Layout(bytes) else { return nil }
        self.layout = layout
        self.bytes = bytes
    }

    func read() throws(ProbeError) -> WrittenSpan? {
        guard let length = bytes.length, let first = try times(in: 0..<min(length, Self.beginning)).first else {
            return nil
        }
        for tail in MediaProbe.tails {
            let start = max(0, length - tail) / layout.rawValue * layout.rawValue
            guard let last = try times(in: start..<length).last else {
                if start == 0 { break }
                continue
            }
            let ticks = last >= first ? last - first : last + Self.wrap - first
            guard ticks <= Self.longest else { return nil }
            return WrittenSpan(start: .zero, end: MediaTime(nanoseconds: ticks * 100_000 / 9))
        }
        return nil
    }

    /// The first and the last time of the frames that begin in a part of the file, in ticks.
    private func times(in range: Range<Int64>) throws(ProbeError) -> (first: Int64?, last: Int64?) {
        let part = try bytes.available(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
        var firsts: [UInt16: Int64] = [:]
        var lasts: [UInt16: Int64] = [:]
        var place = layout.head
        while place + 188 <= part.count {
            if let (stream, time) = time(in: part[place..<place + 188]) {
                firsts[stream] = firsts[stream] ?? time
                lasts[stream] = max(lasts[stream] ?? time, time)
            }
            place += Int(layout.rawValue)
        }
        return (firsts.values.min(), lasts.values.max())
    }

    /// The time of the frame of sound or picture that begins in a packet.
    private func time(in packet: ArraySlice<UInt8>) -> (stream: UInt16, time: Int64)? {
        let start = packet.startIndex
        guard packet[start] == 0x47, packet[start + 1] & 0xC0 == 0x40 else { return nil }
        let stream = UInt16(packet[start + 1] & 0x1F) << 8 | UInt16(packet[start + 2])
        guard packet[start + 3] & 0x10 != 0 else { return nil }
        var place = start + 4
        if packet[start + 3] & 0x20 != 0 { place += 1 + Int(packet[place]) }
        guard place + 14 <= packet.endIndex, packet[place] == 0, packet[place + 1] == 0, packet[place + 2] == 1 else {
            return nil
        }
        let kind = packet[place + 3]
        let isFrame = (0xC0...0xEF).contains(kind) || kind == 0xBD || kind == 0xFD
        guard isFrame, packet[place + 7] & 0x80 != 0 else { return nil }
        let time = packet[place + 9..<place + 14].map { Int64($0) }
        return (
            stream,
            (time[0] & 0x0E) << 29 | time[1] << 22 | (time[2] & 0xFE) << 14 | time[3] << 7 | time[4] >> 1
        )
    }
}
