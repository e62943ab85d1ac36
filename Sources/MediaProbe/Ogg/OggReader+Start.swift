internal import MediaContainers

/// Where the clock of an Ogg stream begins: granules are those of the recording that a file is a part of (RFC 7845, section 4.3).
extension OggReader {
    /// The granule at which the first sample begins; 0 if it is not known to be later.
    ///
    /// A granule counts the samples up to the end of a page. Of Opus and Vorbis, packets tell how many they have. Of other
    /// codecs, the second page tells it nearly, unless it is the last one, which may be short.
    ///
    /// - Parameter place: of the first page behind the headers.
    func start(of stream: OggStream, from place: Int64) throws(ProbeError) -> UInt64 {
        guard case .sound(let rate, _, let kind) = stream.codec else { return 0 }
        if kind == .vorbis { return try startOfVorbis(stream) }
        var (place, granules) = (place, [UInt64]())
        for _ in 0..<Self.pagesLookedAt {
            let head = try bytes.available(at: place, count: OggPage.headerLength + 255)
            guard let page = OggPage(head[...]) else { return 0 }
            let body = place + Int64(page.headerLength)
            place = body + Int64(page.bodyLength)
            guard page.serial == stream.serial, let granule = page.granule else { continue }
            if kind == .opus {
                let samples = try samplesOfOpus(page, at: body)
                return granule > samples ? granule - samples : 0
            }
            // Less is the delay of a codec, or a page.
            guard granule > rate * Self.secondsOfPage else { return 0 }
            granules.append(granule)
            guard granules.count == 3 else { continue }
            let length = granules[1] > granules[0] ? granules[1] - granules[0] : 0
            return granules[0] > 2 * length ? granules[0] - length : 0
        }
        return 0
    }

    /// The same for Vorbis: the headers tell how many samples the packets of the first page of sound have.
    private func startOfVorbis(_ stream: OggStream) throws(ProbeError) -> UInt64 {
        var (place, number) = (Int64(0), 0)
        var headers: [[UInt8]] = [[], [], []]
        var (packet, heads): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<Self.pagesOfHeaders {
            let head = try bytes.available(at: place, count: OggPage.headerLength + 255)
            guard let page = OggPage(head[...]) else { return 0 }
            let body = place + Int64(page.headerLength)
            place = body + Int64(page.bodyLength)
            guard page.serial == stream.serial else { continue }
            // Pictures among the comments fill many pages.
            let isSkipped = number == 1 && page.lacing.allSatisfy { $0 == 255 }
            var data: ArraySlice<UInt8> = []
            if !isSkipped { data = try bytes.available(at: body, count: page.bodyLength)[...] }
            for lace in page.lacing {
                let piece = data.prefix(Int(lace))
                data = data.dropFirst(Int(lace))
                if number != 1 { packet += piece.prefix(number < 3 ? Self.largestHeader - packet.count : 1) }
                guard lace < 255 else { continue }
                if number < headers.count { headers[number] = packet } else { heads += packet.prefix(1) }
                (number, packet) = (number + 1, [])
            }
            guard !heads.isEmpty, let granule = page.granule else { continue }
            guard let blocks = VorbisBlocks(identification: headers[0], setup: headers[2]) else { return 0 }
            let samples = blocks.samples(ofPackets: heads)
            return granule > samples ? granule - samples : 0
        }
        return 0
    }

    private static let pagesOfHeaders = 1_024
    /// The setup of Vorbis has some kilobytes.
    private static let largestHeader = 64 << 10
    private static let pagesLookedAt = 64
    private static let secondsOfPage: UInt64 = 10

    /// The samples at 48 kHz of the packets that end in a page (RFC 6716, section 3.1).
    private func samplesOfOpus(_ page: OggPage, at place: Int64) throws(ProbeError) -> UInt64 {
        let body = try bytes.available(at: place, count: page.bodyLength)
        var (samples, start, length) = (UInt64(0), 0, 0)
        for lace in page.lacing {
            length += Int(lace)
            guard lace < 255 else { continue }
            if length > 0, start + length <= body.count { samples += Self.samples(of: body[start..<start + length]) }
            (start, length) = (start + length, 0)
        }
        return samples
    }

    private static func samples(of packet: ArraySlice<UInt8>) -> UInt64 {
        guard let head = packet.first else { return 0 }
        let (mode, size) = (head >> 3, Int(head >> 3))
        let samples: UInt64 =
            mode < 12
            ? [480, 960, 1_920, 2_880][size & 3] : mode < 16 ? [480, 960][size & 1] : [120, 240, 480, 960][size & 3]
        switch head & 3 {
        case 0: return samples
        case 1, 2: return 2 * samples
        default: return samples * UInt64((packet.dropFirst().first ?? 0) & 0x3F)
        }
    }
}
