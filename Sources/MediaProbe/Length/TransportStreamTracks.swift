internal import MediaContainers
internal import PlayerCore

/// Reads which streams an MPEG transport stream contains (ISO/IEC 13818-1 sections 2.4.4.3 and 2.4.4.8).
struct TransportStreamTracks {
    /// Of all programmes, in the order of the tables.
    private(set) var tracks: [ContainerTrack] = []

    /// How much of the beginning is searched for the tables, in bytes.
    private static let beginning = 2 << 20
    private static let mostTracks = 64

    /// Nil for anything else than a transport stream.
    init?(_ bytes: ByteReader) throws(ProbeError) {
        guard let layout = try TransportStreamSpan.Layout(bytes) else { return nil }
        let part = try bytes.available(at: 0, count: Self.beginning)
        var (maps, seen): (Set<UInt16>, Set<UInt16>) = ([], [])
        var sections: [UInt16: [UInt8]] = [:]
        var place = layout.head
        while place + 188 <= part.count, maps.isEmpty || maps != seen {
            let packet = part[place..<place + 188]
            place += Int(layout.rawValue)
            let stream = UInt16(packet[packet.startIndex + 1] & 0x1F) << 8 | UInt16(packet[packet.startIndex + 2])
            let isWanted = maps.isEmpty ? stream == 0 : maps.contains(stream) && !seen.contains(stream)
            guard packet.first == 0x47, isWanted,
                let section = Self.section(in: packet, continuing: &sections[stream])
            else { continue }
            if stream == 0 {
                maps = Set(Self.maps(in: section))
                if maps.isEmpty { break }
            } else {
                seen.insert(stream)
                tracks += Self.tracks(in: section).prefix(max(0, Self.mostTracks - tracks.count))
            }
        }
    }

    /// The section that a packet completes.
    private static func section(
        in packet: ArraySlice<UInt8>, continuing begun: inout [UInt8]?
    ) -> ArraySlice<UInt8>? {
        var cursor = ByteCursor(packet.dropFirst(1))
        guard let head = cursor.big(2), let control = cursor.big(1), control & 0x10 != 0 else { return nil }
        if control & 0x20 != 0 {
            guard let length = cursor.big(1), cursor.take(Int(length)) != nil else { return nil }
        }
        if head & 0x4000 != 0 {
            guard let pointer = cursor.big(1), cursor.take(Int(pointer)) != nil else { return nil }
            begun = []
        }
        guard begun != nil else { return nil }
        begun? += cursor.rest
        guard let section = begun, section.count >= 3 else { return nil }
        let length = 3 + (Int(section[1] & 0x0F) << 8 | Int(section[2]))
        // Without the checksum at its end.
        return section.count >= length && length > 12 ? section[..<(length - 4)] : nil
    }

    /// The streams that have the maps of the programmes.
    private static func maps(in section: ArraySlice<UInt8>) -> [UInt16] {
        guard section.first == 0 else { return [] }
        var cursor = ByteCursor(section.dropFirst(8))
        var maps: [UInt16] = []
        while let number = cursor.big(2), let stream = cursor.big(2) {
            // Programme 0 is the table of the network.
            if number != 0 { maps.append(UInt16(stream & 0x1FFF)) }
        }
        return maps
    }

    private static func tracks(in section: ArraySlice<UInt8>) -> [ContainerTrack] {
        guard section.first == 2 else { return [] }
        var cursor = ByteCursor(section.dropFirst(10))
        guard let length = cursor.big(2), cursor.take(Int(length & 0xFFF)) != nil else { return [] }
        var tracks: [ContainerTrack] = []
        while let kind = cursor.big(1), cursor.take(2) != nil, let length = cursor.big(2) {
            let descriptors = cursor.takeUp(to: Int(length & 0xFFF))
            if let track = track(UInt8(kind), descriptors) { tracks.append(track) }
        }
        return tracks
    }

    private static func track(_ kind: UInt8, _ descriptors: ArraySlice<UInt8>) -> ContainerTrack? {
        var (codec, language) = (codecs[kind], "und")
        var cursor = ByteCursor(descriptors)
        while let tag = cursor.big(1), let length = cursor.big(1) {
            let data = cursor.takeUp(to: Int(length))
            switch tag {
            case 0x05 where kind == 6 || codec == nil:
                codec = registered[String(decoding: data.prefix(4), as: UTF8.self)] ?? codec
            case 0x0A, 0x56, 0x59:
                language = LanguageCode.bcp47(String(decoding: data.prefix(3), as: UTF8.self))
                if tag == 0x56 { codec = (.subtitles, "Teletext") }
                if tag == 0x59 { codec = (.subtitles, "DVB subtitles") }
            case 0x6A: codec = (.audio, "AC-3")
            case 0x7A: codec = (.audio, "E-AC-3")
            case 0x7B: codec = (.audio, "DTS")
            default: break
            }
        }
        return codec.map { ContainerTrack(kind: $0.kind, language: language, format: TrackFormat(codec: $0.name)) }
    }

    private typealias Codec = (kind: MediaTrack.Kind, name: String)

    private static let codecs: [UInt8: Codec] = [
        0x01: (.video, "MPEG-1"), 0x02: (.video, "MPEG-2"), 0x10: (.video, "MPEG-4"), 0x1B: (.video, "H.264"),
        0x24: (.video, "H.265"), 0x33: (.video, "H.266"), 0xEA: (.video, "VC-1"), 0x03: (.audio, "MP2"),
        0x04: (.audio, "MP2"), 0x0F: (.audio, "AAC"), 0x11: (.audio, "AAC"), 0x80: (.audio, "PCM"),
        0x81: (.audio, "AC-3"), 0x82: (.audio, "DTS"), 0x83: (.audio, "TrueHD"), 0x84: (.audio, "E-AC-3"),
        0x85: (.audio, "DTS"), 0x86: (.audio, "DTS"), 0x87: (.audio, "E-AC-3"), 0x90: (.subtitles, "PGS"),
    ]

    private static let registered: [String: Codec] = [
        "Opus": (.audio, "Opus"), "AC-3": (.audio, "AC-3"), "EAC3": (.audio, "E-AC-3"), "DTS1": (.audio, "DTS"),
        "DTS2": (.audio, "DTS"), "DTS3": (.audio, "DTS"), "HEVC": (.video, "H.265"), "AV01": (.video, "AV1"),
        "VC-1": (.video, "VC-1"), "BSSD": (.audio, "PCM"),
    ]
}
