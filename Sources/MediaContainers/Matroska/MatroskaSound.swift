/// What precedes the sound in a Matroska file that has nothing but sound (CodecDelay, RFC 9559 section 5.1.4.1.25).
public enum MatroskaSound {
    /// Reads the beginning of a file.
    ///
    /// Opus is left out: its own header says the same.
    ///
    /// - Parameter head: from the first byte on, with all of the tracks.
    /// - Returns: in nanoseconds; nil for other files, for damaged ones, and where all of the sound is heard.
    public static func delay(inHead head: [UInt8]) -> Int64? {
        guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        let reader = EBMLReader(ByteReader(ByteSource(head)))
        return try? delay(reader, length: Int64(head.count))
    }

    private static func delay(_ reader: EBMLReader, length: Int64) throws(ProbeError) -> Int64? {
        guard let offset = try reader.element(at: 0).end else { return nil }
        let segment = try reader.element(at: offset)
        guard segment.id == MatroskaID.segment else { return nil }
        var place = segment.start
        while place < length {
            let element = try reader.element(at: place)
            guard let end = element.end else { return nil }
            if element.id == MatroskaID.tracks { return end <= length ? try delay(reader, of: element) : nil }
            // The tracks precede all data.
            guard element.id != MatroskaID.cluster else { return nil }
            place = end
        }
        return nil
    }

    private static func delay(_ reader: EBMLReader, of tracks: EBMLElement) throws(ProbeError) -> Int64? {
        var (count, kind, codec, delay) = (0, UInt64(0), [UInt8](), UInt64(0))
        try reader.children(of: tracks) { track throws(ProbeError) in
            guard track.id == MatroskaID.trackEntry else { return }
            count += 1
            try reader.children(of: track) { field throws(ProbeError) in
                switch field.id {
                case MatroskaID.trackType: kind = try reader.unsigned(field)
                case MatroskaID.codecID: codec = try reader.binary(field, atMost: 64)
                case MatroskaID.codecDelay: delay = try reader.unsigned(field)
                default: break
                }
            }
        }
        // More than a second is no delay of any codec.
        guard count == 1, kind == 2, !codec.starts(with: "A_OPUS".utf8), (1...1_000_000_000).contains(delay) else {
            return nil
        }
        return Int64(delay)
    }
}
