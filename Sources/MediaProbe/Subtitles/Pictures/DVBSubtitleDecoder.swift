/// Decodes DVB subtitles (ETSI EN 300 743): pages of regions, into which objects are drawn.
struct DVBSubtitleDecoder: Sendable {
    private enum Kind {
        static let page = 0x10
        static let region = 0x11
        static let colors = 0x12
        static let object = 0x13
        static let display = 0x14
    }

    fileprivate struct Region: Sendable {
        var width: Int
        var height: Int
        /// Bits of a pixel: 2, 4 or 8.
        var depth: Int
        var colors: Int
        var pixels: [UInt8]
        /// Where objects are drawn, by their id.
        var objects: [Int: [(x: Int, y: Int)]] = [:]
    }

    /// The maximum number of regions and of palettes.
    static let mostRegions = 64
    /// The maximum number of objects in a region.
    static let mostObjects = 256

    private var plane = (width: 720, height: 576)
    /// Where the window begins that regions are placed in.
    private var window = (x: 0, y: 0)
    private var regions: [Int: Region] = [:]
    private var palettes: [Int: DVBColors] = [:]
    private var placements: [(region: Int, x: Int, y: Int)] = []
    private var seconds = 0

    static func place(of packet: [UInt8]) -> SubtitlePictureDecoder.Place {
        var place = SubtitlePictureDecoder.Place.continuation
        segments(packet) { type, payload in
            guard type == Kind.page, payload.u8() != nil, let flags = payload.u8() else { return }
            place = flags & 0x0C == 0 ? .following : .entry
        }
        return place
    }

    mutating func take(_ packet: [UInt8]) {
        Self.segments(packet) { type, payload in
            switch type {
            case Kind.page: takePage(&payload)
            case Kind.region: takeRegion(&payload)
            case Kind.colors: takeColors(&payload)
            case Kind.object: takeObject(&payload)
            case Kind.display: takeDisplay(&payload)
            default: break
            }
        }
    }

    private static func segments(_ packet: [UInt8], _ body: (Int, inout PictureBytes) -> Void) {
        var input = PictureBytes(packet[...])
        // The header of the data field; some demuxers leave it out.
        if packet.first == 0x20 { _ = input.take(2) }
        while input.u8() == 0x0F, let type = input.u8(), input.u16() != nil, let length = input.u16(),
            let payload = input.take(length)
        {
            var payload = PictureBytes(payload)
            body(type, &payload)
        }
    }

    private mutating func takeDisplay(_ input: inout PictureBytes) {
        guard let flags = input.u8(), let width = input.u16(), let height = input.u16(),
            width < SubtitlePicture.longestSide, height < SubtitlePicture.longestSide
        else { return }
        plane = (width + 1, height + 1)
        window = (0, 0)
        guard flags & 0x08 != 0, let left = input.u16(), input.u16() != nil, let top = input.u16() else { return }
        window = (left, top)
    }

    private mutating func takePage(_ input: inout PictureBytes) {
        guard let timeout = input.u8(), let flags = input.u8() else { return }
        if flags & 0x0C != 0 { (regions, palettes) = ([:], [:]) }
        seconds = timeout
        placements = []
        while let region = input.u8(), input.u8() != nil, let x = input.u16(), let y = input.u16() {
            if placements.count < Self.mostRegions { placements.append((region, x, y)) }
        }
    }

    private mutating func takeRegion(_ input: inout PictureBytes) {
        guard let id = input.u8(), let flags = input.u8(), let width = input.u16(), let height = input.u16(),
            width > 0, height > 0, width * height <= SubtitlePicture.mostPixels / 4,
            regions[id] != nil || regions.count < Self.mostRegions, let formats = input.u8(),
            let colors = input.u8(), let code8 = input.u8(), let code4 = input.u8()
        else { return }
        let depth = [1: 2, 2: 4, 3: 8][formats >> 2 & 7] ?? 4
        let total = regions.values.reduce(0) { $0 + $1.pixels.count }
        var region =
            regions[id].flatMap { $0.width == width && $0.height == height && $0.depth == depth ? $0 : nil }
            ?? Region(width: width, height: height, depth: depth, colors: colors, pixels: [])
        region.colors = colors
        if region.pixels.isEmpty || flags & 0x08 != 0 {
            guard total + width * height <= SubtitlePicture.mostPixels else { return }
            let filling = depth == 8 ? code8 : depth == 4 ? code4 >> 4 : code4 >> 2 & 3
            let isFilled = flags & 0x08 != 0
            region.pixels = [UInt8](repeating: UInt8(isFilled ? filling : 0), count: width * height)
        }
        region.objects = [:]
        var count = 0
        while count < Self.mostObjects, let object = input.u16(), let across = input.u16(), let down = input.u16() {
            // Objects of characters need two more bytes; they are not drawn.
            let kind = across >> 14
            if kind == 1 || kind == 2 { _ = input.take(2) }
            region.objects[object, default: []].append((across & 0xFFF, down & 0xFFF))
            count += 1
        }
        regions[id] = region
    }

    private mutating func takeColors(_ input: inout PictureBytes) {
        guard let id = input.u8(), input.u8() != nil, palettes[id] != nil || palettes.count < Self.mostRegions else {
            return
        }
        var colors = palettes[id] ?? DVBColors()
        colors.take(&input)
        palettes[id] = colors
    }

    private mutating func takeObject(_ input: inout PictureBytes) {
        guard let id = input.u16(), let flags = input.u8(), flags >> 2 & 3 == 0, let upper = input.u16(),
            let lower = input.u16(), let top = input.take(upper)
        else { return }
        // One field for both.
        let bottom = lower == 0 ? top : input.take(lower) ?? top
        let isKept = flags & 0x02 != 0
        for key in regions.keys {
            guard let region = regions[key], let places = region.objects[id] else { continue }
            for place in places {
                for (field, bytes) in [top, bottom].enumerated() {
                    var pixels = DVBPixels(
                        depth: region.depth, width: region.width - place.x, keepsOnes: isKept)
                    pixels.read(bytes) { x, line, value in
                        regions[key]?.set(value, x: place.x + x, y: place.y + line * 2 + field)
                    }
                }
            }
        }
    }

    var picture: SubtitlePicture? {
        var picture = SubtitlePicture(width: plane.width, height: plane.height)
        var left = SubtitlePicture.mostPixels
        for placement in placements {
            guard let region = regions[placement.region], region.pixels.count <= left else { continue }
            left -= region.pixels.count
            let colors = (palettes[region.colors] ?? DVBColors()).all(depth: region.depth)
            picture.parts.append(
                SubtitlePicture.Part(
                    x: window.x + placement.x, y: window.y + placement.y, width: region.width, height: region.height,
                    pixels: region.pixels.map { colors[Int($0)] }))
        }
        if seconds > 0 { picture.duration = Int64(seconds) * 1_000_000_000 }
        return picture.parts.isEmpty ? nil : picture
    }
}

extension DVBSubtitleDecoder.Region {
    fileprivate mutating func set(_ value: UInt8, x: Int, y: Int) {
        guard x < width, y < height else { return }
        pixels[y * width + x] = value
    }
}
