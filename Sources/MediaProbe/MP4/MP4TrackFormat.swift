internal import MediaContainers
internal import PlayerCore

/// Reads how a track is encoded from its first sample entry (ISO/IEC 14496-12 sections 8.5.2, 12.1.3 and 12.2.3;
/// QuickTime File Format, "Sound Sample Descriptions").
struct MP4TrackFormat {
    let boxes: MP4Boxes

    /// - Returns: what is known; empty if the track has no sample entry.
    func format(of track: MP4Track, _ kind: MediaTrack.Kind) -> TrackFormat {
        guard let table = track.sampleTable, let entries = boxes.descendant(of: table, "stsd") else {
            return TrackFormat()
        }
        let format = boxes.attempt(entries) { box throws(ProbeError) -> TrackFormat? in
            // After the version and the number of entries.
            guard let entry = try boxes.box(at: box.content.lowerBound + 8, before: box.content.upperBound) else {
                return nil
            }
            switch kind {
            case .video: return try video(entry)
            case .audio: return try audio(entry)
            case .subtitles: return TrackFormat(codec: CodecName.mp4(entry.type))
            }
        }
        return format ?? TrackFormat()
    }

    private func video(_ entry: MP4Box) throws(ProbeError) -> TrackFormat {
        var format = TrackFormat(codec: CodecName.mp4(entry.type))
        var fields = try boxes.fields(of: entry, atMost: 28)
        try fields.skip(24)
        format.size = TrackFormat.PixelSize(width: UInt64(try fields.u16()), height: UInt64(try fields.u16()))
        if entry.type == "mp4v", let name = try decoder(in: entry.dropping(78))?.name { format.codec = name }
        return format
    }

    private func audio(_ entry: MP4Box) throws(ProbeError) -> TrackFormat {
        var fields = try boxes.fields(of: entry, atMost: 40)
        try fields.skip(8)
        let version = try fields.u16()
        try fields.skip(6)
        let stated = Int(try fields.u16())
        var format = TrackFormat(codec: CodecName.mp4(entry.type))
        switch entry.type {
        case "mp4a":
            // QuickTime's versions 1 and 2 are longer. Files state two channels whatever the stream has.
            let length: Int64 = version == 1 ? 44 : version == 2 ? 64 : 28
            guard let decoder = try decoder(in: entry.dropping(length)) else { break }
            format.codec = decoder.name ?? format.codec
            format.channels = decoder.channels
        // The stream alone knows how many it has.
        case "ac-3", "ec-3", "ac-4", "enca": break
        default:
            if version == 2 {
                try fields.skip(20)
                format.channels = Int(exactly: try fields.u32())
            } else {
                format.channels = stated
            }
            if format.channels == 0 { format.channels = nil }
        }
        return format
    }

    /// The content of the `esds` box among those of a sample entry, or in QuickTime's `wave` box there.
    private func decoder(in entry: MP4Box) throws(ProbeError) -> ESDecoder? {
        let children = boxes.children(of: entry)
        let found =
            children.first { $0.type == "esds" }
            ?? children.first { $0.type == "wave" }.flatMap { boxes.descendant(of: $0, "esds") }
        guard let found else { return nil }
        return ESDecoder(try boxes.fields(of: found, atMost: 128).rest)
    }
}

/// The decoder that an elementary stream descriptor names (ISO/IEC 14496-1 section 7.2.6).
struct ESDecoder {
    let name: String?
    /// According to an AAC configuration (ISO/IEC 14496-3 section 1.6.2.1); nil without one, and for a layout of its
    /// own.
    private(set) var channels: Int?

    /// - Parameter esds: the content of the box.
    init?(_ esds: ArraySlice<UInt8>) {
        var cursor = ByteCursor(esds)
        guard cursor.take(4) != nil, Self.enter(3, &cursor), cursor.take(2) != nil, let flags = cursor.big(1) else {
            return nil
        }
        if flags & 0x80 != 0 { _ = cursor.take(2) }
        if flags & 0x40 != 0, let length = cursor.big(1) { _ = cursor.take(Int(length)) }
        if flags & 0x20 != 0 { _ = cursor.take(2) }
        guard Self.enter(4, &cursor), let type = cursor.big(1) else { return nil }
        name = CodecName.object(UInt8(type))
        guard name == "AAC", cursor.take(12) != nil, Self.enter(5, &cursor) else { return }
        let configuration = cursor.takeUp(to: 8)
        guard configuration.count >= 2 else { return }
        let bits = Array(configuration).bigEndian << UInt64(8 * (8 - configuration.count))
        // Five bits of type, four of the rate, and four of channels; other types and rates are written longer.
        guard bits >> 59 != 31, bits >> 55 & 0xF != 15 else { return }
        switch bits >> 51 & 0xF {
        case let count where (1...6).contains(count): channels = Int(count)
        case 7, 12, 14: channels = 8
        case 11: channels = 7
        default: break
        }
    }

    /// Skips the header of a descriptor: its tag, and its length in bytes with seven bits each.
    private static func enter(_ tag: UInt64, _ cursor: inout ByteCursor) -> Bool {
        guard cursor.big(1) == tag else { return false }
        for _ in 0..<4 {
            guard let byte = cursor.big(1) else { return false }
            if byte & 0x80 == 0 { return true }
        }
        return true
    }
}
