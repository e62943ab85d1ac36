/// The head of a tag of an FLV file (Adobe Flash Video File Format Specification 10.1, annex E.4.1).
public struct FlashTag: Hashable, Sendable {
    public enum Kind: UInt8, Sendable {
        case sound = 8
        case picture = 9
        case script = 18
    }

    /// In bytes; the data follow.
    public static let headLength = 11
    /// The length of the size of the tag, which follows the data, in bytes.
    public static let sizeLength = 4

    /// Nil for kinds that are unknown.
    public let kind: Kind?
    /// Of the data, in bytes.
    public let length: Int
    /// In milliseconds, on the clock of the file.
    public let time: Int64

    /// - Parameter bytes: from the head on; nil if it is not whole.
    public init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        guard let first = cursor.big(1), let length = cursor.big(3), let time = cursor.big(3),
            let upper = cursor.big(1), cursor.take(3) != nil
        else { return nil }
        kind = Kind(rawValue: UInt8(first & 0x1F))
        self.length = Int(length)
        // The upper eight bits of the time are behind the others.
        self.time = Int64(time | upper << 24)
    }

    /// Whether the tag only describes the stream, such as the decoder configuration of AAC and H.264, and has no sample.
    ///
    /// - Parameter data: the beginning of its data.
    public func isDescription(_ data: ArraySlice<UInt8>) -> Bool {
        guard kind == .sound || kind == .picture else { return true }
        guard let first = data.first, let second = data.dropFirst().first else { return false }
        return (kind == .sound ? first >> 4 == 10 : first & 0x0F == 7) && second == 0
    }
}
