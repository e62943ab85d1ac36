internal import MediaContainers
internal import PlayerCore

/// A logical stream of an Ogg file: its codec and its comments.
struct OggStream {
    enum Codec: Hashable {
        /// Granules per second, and the number of granules to skip at the start.
        case sound(rate: UInt64, preSkip: UInt64, comments: CommentPacket)
        /// Frames per second as a fraction; a granule is the key frame's number and the frames since, split at a bit.
        case picture(numerator: UInt64, denominator: UInt64, shift: UInt64)
        case other
    }

    /// The beginning of the packet with the comments.
    enum CommentPacket: Hashable {
        case vorbis, opus, flac, speex

        var magic: [UInt8] {
            switch self {
            case .vorbis: [3] + "vorbis".utf8
            case .opus: Array("OpusTags".utf8)
            case .flac, .speex: []
            }
        }
    }

    let serial: UInt32
    private(set) var codec = Codec.other
    /// Nil for a stream of another kind, or with an unknown codec.
    private(set) var track: ContainerTrack?
    /// As far as they were read; nil until they are complete.
    private(set) var comments: ArraySlice<UInt8>?
    private var packet: [UInt8] = []
    private var packets = 0
    private let limit: Int

    /// - Parameter limit: of a packet, in bytes; of a longer one only the beginning is used.
    init(serial: UInt32, limit: Int) {
        self.serial = serial
        self.limit = limit
    }

    /// Whether nothing more is expected of it.
    var isFinished: Bool {
        if packets == 0 { return false }
        if case .other = codec { return true }
        return comments != nil
    }

    /// Takes the stream's part of a page.
    mutating func read(_ page: OggPage, body: ArraySlice<UInt8>) {
        var cursor = ByteCursor(body)
        if !page.isContinued { packet = [] }
        for length in page.lacing where !isFinished {
            let piece = cursor.takeUp(to: Int(length))
            packet += piece.prefix(max(0, limit - packet.count))
            if length < 255 { finishPacket() }
        }
    }

    /// Ends an open packet if the file ends within it.
    mutating func finish() {
        if !isFinished, packets == 1, !packet.isEmpty { finishPacket() }
    }

    private mutating func finishPacket() {
        if packets == 0 {
            codec = Self.codec(packet)
            track = Self.track(codec, packet)
        } else {
            readComments()
        }
        packets += 1
        packet = []
    }

    private mutating func readComments() {
        switch codec {
        case .sound(_, _, .flac):
            // Blocks as in FLAC itself; the comments come first (RFC 9639 section 10.1).
            comments = packet.first.map { $0 & 0x7F } == 4 ? packet.dropFirst(4) : []
        case .sound(_, _, let kind):
            comments = packet.starts(with: kind.magic) ? packet.dropFirst(kind.magic.count) : []
        case .picture:
            comments = packet.starts(with: [0x81] + "theora".utf8) ? packet.dropFirst(7) : []
        case .other: break
        }
    }

    /// The codec according to the first packet.
    private static func codec(_ packet: [UInt8]) -> Codec {
        func starts(_ magic: String) -> Bool { packet.starts(with: magic.utf8) }
        if starts("\u{1}vorbis"), packet.count >= 16 {
            return .sound(rate: packet[12..<16].littleEndian, preSkip: 0, comments: .vorbis)
        }
        if starts("OpusHead"), packet.count >= 12 {
            return .sound(rate: 48_000, preSkip: packet[10..<12].littleEndian, comments: .opus)
        }
        if starts("\u{7F}FLAC"), packet.count >= 17, let info = FLACStreamInfo(packet[17...]) {
            return .sound(rate: info.sampleRate, preSkip: 0, comments: .flac)
        }
        if starts("Speex   "), packet.count >= 40 {
            return .sound(rate: packet[36..<40].littleEndian, preSkip: 0, comments: .speex)
        }
        if packet.starts(with: [0x80] + "theora".utf8), packet.count >= 42 {
            return .picture(
                numerator: packet[22..<26].bigEndian, denominator: packet[26..<30].bigEndian,
                shift: packet[40..<42].bigEndian >> 5 & 0x1F)
        }
        return .other
    }

    /// The track according to the first packet, whose length the codec's recognition has checked.
    private static func track(_ codec: Codec, _ packet: [UInt8]) -> ContainerTrack? {
        func sound(_ name: String, _ channels: UInt64?) -> ContainerTrack {
            ContainerTrack(kind: .audio, format: TrackFormat(codec: name, channels: channels.map { Int($0) }))
        }
        switch codec {
        case .sound(_, _, .vorbis): return sound("Vorbis", UInt64(packet[11]))
        case .sound(_, _, .opus): return sound("Opus", UInt64(packet[9]))
        case .sound(_, _, .flac):
            return sound("FLAC", FLACStreamInfo(packet[17...]).map { UInt64($0.channels) })
        case .sound(_, _, .speex): return sound("Speex", packet.count >= 52 ? packet[48..<52].littleEndian : nil)
        case .picture:
            let size = TrackFormat.PixelSize(width: packet[14..<17].bigEndian, height: packet[17..<20].bigEndian)
            return ContainerTrack(kind: .video, format: TrackFormat(codec: "Theora", size: size))
        case .other: return nil
        }
    }

    /// The duration, from the granule of the last page.
    func duration(_ granule: UInt64) -> MediaTime? {
        switch codec {
        case .sound(let rate, let preSkip, _):
            return granule > preSkip ? MediaTime(samples: granule - preSkip, rate: rate) : nil
        case .picture(let numerator, let denominator, let shift):
            let frames = (granule >> shift).addingReportingOverflow(granule & (1 << shift - 1)).partialValue
            let (units, overflow) = frames.multipliedReportingOverflow(by: denominator)
            return overflow ? nil : MediaTime(samples: units, rate: numerator)
        case .other: return nil
        }
    }
}
