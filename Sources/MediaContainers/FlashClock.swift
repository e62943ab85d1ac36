/// Where the samples of an FLV file begin on its clock (Adobe Flash Video File Format Specification 10.1, annex E.4.1).
public enum FlashClock {
    /// The time of the first sample.
    public enum Start: Hashable, Sendable {
        /// In milliseconds.
        case at(Int64)
        /// It is behind the bytes so far.
        case later
        /// The file is none of this kind, or damaged.
        case unknown
    }

    /// - Parameter head: the beginning of the file.
    public static func start(in head: [UInt8]) -> Start {
        guard head.count >= 13 else { return .later }
        guard head.starts(with: "FLV".utf8) else { return .unknown }
        // The header says how long it is; four bytes for the size of the tag before follow it, as they do each tag.
        var place = number(head, at: 5, count: 4) + 4
        while place + 13 <= head.count {
            let kind = head[place] & 0x1F
            if kind == 8 || kind == 9, !isHeader(head[(place + 11)...], isSound: kind == 8) {
                // The upper eight bits of the time are behind the others.
                return .at(Int64(number(head, at: place + 4, count: 3) | Int(head[place + 7]) << 24))
            }
            place += 11 + number(head, at: place + 1, count: 3) + 4
        }
        return .later
    }

    /// Whether a tag describes the stream, such as AAC's and H.264's decoder configuration, and has no sample.
    private static func isHeader(_ tag: ArraySlice<UInt8>, isSound: Bool) -> Bool {
        guard let first = tag.first, let second = tag.dropFirst().first else { return false }
        return (isSound ? first >> 4 == 10 : first & 0x0F == 7) && second == 0
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
