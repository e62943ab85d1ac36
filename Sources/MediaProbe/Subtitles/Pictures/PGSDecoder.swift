/// Decodes subtitles of Blu-ray discs (Presentation Graphic Stream): segments with a type and a length.
struct PGSDecoder: Sendable {
    private enum Kind {
        static let palette = 0x14
        static let object = 0x15
        static let composition = 0x16
    }

    /// A picture that is not drawn yet.
    private struct Object: Sendable {
        var width: Int
        var height: Int
        var runs: [UInt8] = []
    }

    private struct Placement: Sendable {
        var object: Int
        var x: Int
        var y: Int
        /// The part of the object that is shown; nil: all.
        var crop: (x: Int, y: Int, width: Int, height: Int)?
    }

    private struct Composition: Sendable {
        var width: Int
        var height: Int
        var palette: Int
        var placements: [Placement] = []
    }

    /// The maximum number of objects, and of their bytes in total.
    static let mostObjects = 64
    static let mostBytes = 8 << 20

    /// Luma, Cr, Cb and alpha of each color.
    private var palettes: [Int: [[Int]]] = [:]
    private var objects: [Int: Object] = [:]
    private var bytes = 0
    private var composition: Composition?

    static func place(of packet: [UInt8]) -> SubtitlePictureDecoder.Place {
        guard packet.count > 10, Int(packet[0]) == Kind.composition else { return .continuation }
        return packet[10] & 0xC0 == 0 ? .following : .entry
    }

    mutating func take(_ packet: [UInt8]) {
        var input = PictureBytes(packet[...])
        while let type = input.u8(), let length = input.u16(), let payload = input.take(length) {
            var payload = PictureBytes(payload)
            switch type {
            case Kind.palette: takePalette(&payload)
            case Kind.object: takeObject(&payload)
            case Kind.composition: takeComposition(&payload)
            default: break
            }
        }
    }

    private mutating func takePalette(_ input: inout PictureBytes) {
        guard let id = input.u8(), input.u8() != nil else { return }
        var colors = palettes[id] ?? Array(repeating: [16, 128, 128, 0], count: 256)
        while let index = input.u8(), let color = input.take(4) { colors[index] = color.map(Int.init) }
        palettes[id] = colors
    }

    private mutating func takeObject(_ input: inout PictureBytes) {
        guard let id = input.u16(), input.u8() != nil, let flags = input.u8() else { return }
        if flags & 0x80 != 0 {
            bytes -= objects[id]?.runs.count ?? 0
            objects[id] = nil
            guard input.take(3) != nil, let width = input.u16(), let height = input.u16(), width > 0, height > 0,
                width * height <= SubtitlePicture.mostPixels, objects.count < Self.mostObjects
            else { return }
            objects[id] = Object(width: width, height: height)
        }
        let runs = input.rest()
        guard objects[id] != nil, bytes + runs.count <= Self.mostBytes else { return }
        objects[id]?.runs += runs
        bytes += runs.count
    }

    private mutating func takeComposition(_ input: inout PictureBytes) {
        composition = nil
        guard let width = input.u16(), let height = input.u16(), width > 0, height > 0,
            width <= SubtitlePicture.longestSide, height <= SubtitlePicture.longestSide, input.take(3) != nil,
            let state = input.u8(), input.u8() != nil, let palette = input.u8(), let count = input.u8()
        else { return }
        if state & 0x80 != 0 { (palettes, objects, bytes) = ([:], [:], 0) }
        var new = Composition(width: width, height: height, palette: palette)
        for _ in 0..<count {
            guard let object = input.u16(), input.u8() != nil, let flags = input.u8(), let x = input.u16(),
                let y = input.u16()
            else { break }
            var placement = Placement(object: object, x: x, y: y)
            if flags & 0x80 != 0 {
                guard let left = input.u16(), let top = input.u16(), let width = input.u16(), let height = input.u16()
                else { break }
                placement.crop = (left, top, width, height)
            }
            new.placements.append(placement)
        }
        composition = new
    }

    var picture: SubtitlePicture? {
        guard let composition, let palette = palettes[composition.palette] else { return nil }
        let colors = palette.map {
            PictureColor.ycbcr($0[0], $0[2], $0[1], alpha: $0[3], isHD: composition.height > 576)
        }
        var picture = SubtitlePicture(width: composition.width, height: composition.height)
        var left = SubtitlePicture.mostPixels
        for placement in composition.placements {
            guard let object = objects[placement.object], object.width * object.height <= left else { continue }
            left -= object.width * object.height
            let pixels = Self.pixels(object, colors)
            let whole = SubtitlePicture.Part(
                x: placement.x, y: placement.y, width: object.width, height: object.height, pixels: pixels)
            if let part = placement.crop.map({ whole.cropped(to: $0) }) ?? whole { picture.parts.append(part) }
        }
        return picture.parts.isEmpty ? nil : picture
    }

    private static func pixels(_ object: Object, _ colors: [UInt32]) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: object.width * object.height)
        var input = PictureBytes(object.runs[...])
        var (x, y) = (0, 0)
        while y < object.height, let first = input.u8() {
            var (length, color) = (1, first)
            if first == 0 {
                guard let flags = input.u8() else { break }
                guard flags != 0 else {
                    (x, y) = (0, y + 1)
                    continue
                }
                length = flags & 0x3F
                if flags & 0x40 != 0 {
                    guard let low = input.u8() else { break }
                    length = length << 8 | low
                }
                if flags & 0x80 != 0 {
                    guard let told = input.u8() else { break }
                    color = told
                }
            }
            let end = min(x + length, object.width)
            for column in x..<max(x, end) { pixels[y * object.width + column] = colors[color] }
            x = end
        }
        return pixels
    }
}

extension SubtitlePicture.Part {
    /// A rectangle of the part, in its place; nil if it is empty.
    fileprivate func cropped(to crop: (x: Int, y: Int, width: Int, height: Int)) -> Self? {
        let (right, bottom) = (min(crop.x + crop.width, width), min(crop.y + crop.height, height))
        guard crop.x < right, crop.y < bottom else { return nil }
        var part = self
        (part.width, part.height) = (right - crop.x, bottom - crop.y)
        part.pixels = (crop.y..<bottom).flatMap { row in pixels[row * width + crop.x..<row * width + right] }
        return part
    }
}
