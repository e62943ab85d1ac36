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

    /// Where the first tag begins, behind the header and the size of the tag before it.
    ///
    /// - Parameter head: the beginning of the file; nil if it is too short.
    public static func firstTag(in head: [UInt8]) -> Int? {
        guard head.count >= 13 else { return nil }
        // The header says how long it is.
        return Int(clamping: head[5..<9].bigEndian) + FlashTag.sizeLength
    }

    /// - Parameter head: the beginning of the file.
    public static func start(in head: [UInt8]) -> Start {
        guard var place = firstTag(in: head) else { return .later }
        guard head.starts(with: "FLV".utf8) else { return .unknown }
        while place + FlashTag.headLength + 2 <= head.count, let tag = FlashTag(head[place...]) {
            let data = place + FlashTag.headLength
            if !tag.isDescription(head[data...]) { return .at(tag.time) }
            place = data + tag.length + FlashTag.sizeLength
        }
        return .later
    }
}
