/// Subtitles as pixels, placed on a plane that covers the video.
public struct SubtitlePicture: Hashable, Sendable {
    /// A rectangle of pixels.
    public struct Part: Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        /// Rows of `0xAARRGGBB`, premultiplied by alpha.
        public var pixels: [UInt32]
    }

    /// The size of the plane in pixels.
    public var width: Int
    public var height: Int
    public var parts: [Part]
    /// When the picture appears and disappears, relative to its packet, in nanoseconds; nil: with the next packet.
    public var delay: Int64 = 0
    public var duration: Int64?

    /// The maximum width and height of a plane.
    static let longestSide = 8_192
    /// The maximum number of pixels in all parts: four planes of full HD.
    static let mostPixels = 8_294_400

    init(width: Int, height: Int, parts: [Part] = []) {
        (self.width, self.height, self.parts) = (width, height, parts)
    }
}

/// The formats of subtitles as pixels.
public enum SubtitlePictureFormat: Hashable, Sendable { case pgs, vobSub, dvb }

/// A color of a palette: `0xAARRGGBB`, premultiplied by alpha.
enum PictureColor {
    static func rgb(_ red: Int, _ green: Int, _ blue: Int, alpha: Int) -> UInt32 {
        func part(_ value: Int) -> UInt32 { UInt32(min(max(value, 0), 255) * alpha / 255) }
        return UInt32(alpha) << 24 | part(red) << 16 | part(green) << 8 | part(blue)
    }

    /// - Parameter isHD: ITU-R BT.709 instead of BT.601; both in the limited range.
    static func ycbcr(_ luma: Int, _ cb: Int, _ cr: Int, alpha: Int, isHD: Bool) -> UInt32 {
        let (y, b, r) = (298 * (luma - 16) + 128, cb - 128, cr - 128)
        if isHD {
            return rgb((y + 459 * r) >> 8, (y - 55 * b - 136 * r) >> 8, (y + 541 * b) >> 8, alpha: alpha)
        }
        return rgb((y + 409 * r) >> 8, (y - 100 * b - 208 * r) >> 8, (y + 516 * b) >> 8, alpha: alpha)
    }
}

/// Reads big-endian numbers from a packet; nil behind its end.
struct PictureBytes {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    var left: Int { bytes.endIndex - index }

    mutating func u8() -> Int? {
        guard index < bytes.endIndex else { return nil }
        defer { index += 1 }
        return Int(bytes[index])
    }

    mutating func u16() -> Int? {
        guard let high = u8(), let low = u8() else { return nil }
        return high << 8 | low
    }

    /// The next bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }

    /// All remaining bytes.
    mutating func rest() -> ArraySlice<UInt8> { take(left) ?? [] }
}
