internal import MediaContainers

extension EBMLReader {
    /// Reads text up to the first zero byte (RFC 8794 section 7.4) and ``ProbeLimits/text``; invalid UTF-8 becomes
    /// U+FFFD.
    func text(_ element: EBMLElement) throws(ProbeError) -> String {
        guard let size = element.size else { throw .malformed("a text does not say its size") }
        let limit = max(0, bytes.limits.text)
        let isCut = size > Int64(limit)
        let data = try bytes.bytes(at: element.start, count: isCut ? limit : Int(size))
        var kept = data.prefix { $0 != 0 }
        if isCut, kept.count == data.count { kept = kept.dropLast(Self.unfinished(kept)) }
        return BoundedText.cut(String(decoding: kept, as: UTF8.self), limit: limit)
    }

    /// The number of bytes at the end that belong to a cut character.
    private static func unfinished(_ data: ArraySlice<UInt8>) -> Int {
        for (index, byte) in data.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte < 0xC0 ? 1 : (~byte).leadingZeroBitCount
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
