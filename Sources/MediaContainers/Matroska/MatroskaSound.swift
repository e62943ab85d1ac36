/// What a Matroska file says of its sound, if it has nothing but sound.
public struct MatroskaSound: Hashable, Sendable {
    /// What precedes the sound, in nanoseconds (CodecDelay, RFC 9559 section 5.1.4.1.25); nil where all of it is heard.
    public let delay: Int64?
    /// Nanoseconds in a tick of its clock.
    public let scale: Int64
    /// Whether it is AAC, and nothing says what precedes it.
    ///
    /// Nothing does in the files of GStreamer's muxer, mediad's own exports: they begin with the sound.
    public let isBareAAC: Bool

    /// Reads the beginning of a file.
    ///
    /// Opus is left out: its own header says the same, and `matroskademux` cuts it.
    ///
    /// - Parameter head: from the first byte on, with all of the tracks.
    /// - Returns: nil for other files, and for damaged ones.
    public init?(head: [UInt8]) {
        guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]),
            let found = try? Self(EBMLReader(ByteReader(ByteSource(head))), length: Int64(head.count))
        else { return nil }
        self = found
    }

    /// What precedes the sound; nil where all of it is heard.
    public static func delay(inHead head: [UInt8]) -> Int64? { Self(head: head)?.delay }

    private init?(_ reader: EBMLReader, length: Int64) throws(ProbeError) {
        guard let offset = try reader.element(at: 0).end else { return nil }
        let segment = try reader.element(at: offset)
        guard segment.id == MatroskaID.segment else { return nil }
        var (place, scale, muxer) = (segment.start, UInt64(1_000_000), [UInt8]())
        while place < length {
            let element = try reader.element(at: place)
            // The tracks precede all data.
            guard let end = element.end, element.id != MatroskaID.cluster else { return nil }
            switch element.id {
            case MatroskaID.info where end <= length:
                // A damaged one leaves the usual scale.
                try? reader.children(of: element) { field throws(ProbeError) in
                    switch field.id {
                    case MatroskaID.timestampScale: scale = try reader.unsigned(field, default: scale)
                    case MatroskaID.muxingApp: muxer = try reader.binary(field, atMost: 64)
                    default: break
                    }
                }
            case MatroskaID.tracks:
                guard end <= length, (1...1_000_000_000).contains(scale) else { return nil }
                self.scale = Int64(scale)
                guard let (codec, delay) = try Self.delay(reader, of: element) else { return nil }
                // More than a second is no delay of any codec.
                self.delay = (1...1_000_000_000).contains(delay ?? 0) ? delay.map(Int64.init) : nil
                isBareAAC =
                    delay == nil && codec.starts(with: "A_AAC".utf8) && !muxer.starts(with: "GStreamer".utf8)
                return
            default: break
            }
            place = end
        }
        return nil
    }

    /// Nil unless the only track is sound of another codec than Opus.
    private static func delay(
        _ reader: EBMLReader, of tracks: EBMLElement
    ) throws(ProbeError) -> (codec: [UInt8], delay: UInt64?)? {
        var (count, kind, codec, delay) = (0, UInt64(0), [UInt8](), UInt64?.none)
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
        return count == 1 && kind == 2 && !codec.starts(with: "A_OPUS".utf8) ? (codec, delay) : nil
    }
}
