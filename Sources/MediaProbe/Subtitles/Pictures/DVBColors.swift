/// A palette of DVB subtitles (CLUT), with the defaults of the standard.
struct DVBColors: Sendable {
    private var colors2 = Self.default2
    private var colors4 = Self.default4
    private var colors8 = Self.default8

    /// The colors of a region with this number of bits for a pixel.
    func all(depth: Int) -> [UInt32] { depth == 2 ? colors2 : depth == 4 ? colors4 : colors8 }

    mutating func take(_ input: inout PictureBytes) {
        while let entry = input.u8(), let flags = input.u8() {
            let color: UInt32
            if flags & 1 != 0 {
                guard let parts = input.take(4).map(Array.init) else { return }
                color = Self.color(Int(parts[0]), cr: Int(parts[1]), cb: Int(parts[2]), Int(parts[3]))
            } else {
                guard let packed = input.u16() else { return }
                color = Self.color(
                    (packed >> 10) << 2, cr: (packed >> 6 & 0xF) << 4, cb: (packed >> 2 & 0xF) << 4, (packed & 3) * 85)
            }
            if flags & 0x80 != 0, entry < 4 { colors2[entry] = color }
            if flags & 0x40 != 0, entry < 16 { colors4[entry] = color }
            if flags & 0x20 != 0 { colors8[entry] = color }
        }
    }

    /// A luma of 0 is transparent.
    private static func color(_ luma: Int, cr: Int, cb: Int, _ transparency: Int) -> UInt32 {
        luma == 0 ? 0 : PictureColor.ycbcr(luma, cb, cr, alpha: 255 - transparency, isHD: false)
    }

    private static let default2 = [
        0, PictureColor.rgb(255, 255, 255, alpha: 255), PictureColor.rgb(0, 0, 0, alpha: 255),
        PictureColor.rgb(127, 127, 127, alpha: 255),
    ]

    private static let default4 = (0..<16).map { index in
        index == 0 ? 0 : bits(index, index < 8 ? 255 : 127, alpha: 255)
    }

    private static let default8 = (0..<256).map { index -> UInt32 in
        if index == 0 { return 0 }
        if index < 8 { return bits(index, 255, alpha: 63) }
        switch index & 0x88 {
        case 0x00: return bits(index, 85, index >> 4, 170, alpha: 255)
        case 0x08: return bits(index, 85, index >> 4, 170, alpha: 127)
        case 0x80: return bits(index, 43, index >> 4, 85, base: 127, alpha: 255)
        default: return bits(index, 43, index >> 4, 85, alpha: 255)
        }
    }

    /// A color of which each part has the weights of its bits: red is the lowest.
    private static func bits(
        _ low: Int, _ weight: Int, _ high: Int = 0, _ highWeight: Int = 0, base: Int = 0, alpha: Int
    ) -> UInt32 {
        func part(_ bit: Int) -> Int { base + (low >> bit & 1) * weight + (high >> bit & 1) * highWeight }
        return PictureColor.rgb(part(0), part(1), part(2), alpha: alpha)
    }
}
