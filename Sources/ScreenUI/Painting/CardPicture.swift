internal import CPango
public import Gst

/// A decoded picture for a card or the window.
public struct CardPicture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// BGRx in native byte order, in rows without padding.
    public let pixels: [UInt8]

    public init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Decodes an opaque PNG file as it is, such as a picture of a moment, without the ten milliseconds that a pipeline
    /// takes: during a drag, the next one is needed every few movements.
    ///
    /// - Returns: nil for any other file.
    public static func pixels(ofPNGAt path: String, _ width: Int, _ height: Int) -> [UInt8]? {
        guard let surface = cairo_image_surface_create_from_png(path) else { return nil }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24,
            cairo_image_surface_get_width(surface) == Int32(width),
            cairo_image_surface_get_height(surface) == Int32(height), let bytes = cairo_image_surface_get_data(surface)
        else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
            guard let base = pixels.baseAddress else { return }
            for row in 0..<height {
                (base + row * width * 4).update(from: bytes + row * stride, count: width * 4)
            }
            count = width * height * 4
        }
    }
}

extension CardPicture {
    /// Centres the picture in an area of the given size, on its own backdrop; returns it unchanged if it does not fit.
    ///
    /// - Parameter foot: the height at the bottom that stays free.
    public func centred(width: Int, height: Int, above foot: Int = 0) -> CardPicture {
        guard self.width <= width, self.height <= height - foot, (self.width, self.height) != (width, height) else {
            return self
        }
        var canvas = Backdrop(self, width: width, height: height).pixels(width: width, height: height)
        let (left, top) = ((width - self.width) / 2, (height - foot - self.height) / 2)
        for row in 0..<self.height {
            let start = 4 * ((top + row) * width + left)
            let line = 4 * row * self.width..<4 * (row + 1) * self.width
            canvas.replaceSubrange(start..<start + line.count, with: pixels[line])
        }
        return CardPicture(width: width, height: height, pixels: canvas)
    }

    /// A dark ground in one colour.
    public static func plain(width: Int, height: Int) -> CardPicture {
        var pixels = [UInt8](repeating: 0x1c, count: width * height * 4)
        for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 0xff }
        return CardPicture(width: width, height: height, pixels: pixels)
    }

    /// The picture under patches.
    public func covered(by patches: [PicturePatch]) -> CardPicture {
        var pixels = pixels
        for patch in patches { Self.blend(patch, into: &pixels, width: width, height: height) }
        return CardPicture(width: width, height: height, pixels: pixels)
    }

    private static func blend(_ patch: PicturePatch, into pixels: inout [UInt8], width: Int, height: Int) {
        let columns = (patch.x..<patch.x + patch.width).clamped(to: 0..<width)
        let rows = (patch.y..<patch.y + patch.height).clamped(to: 0..<height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            patch.pixels.withUnsafeBufferPointer { drawn in
                for row in rows {
                    for column in columns {
                        let from = 4 * ((row - patch.y) * patch.width + column - patch.x)
                        let to = 4 * (row * width + column)
                        let rest = 255 - Int(drawn[from + 3])
                        guard rest < 255 else { continue }
                        for byte in 0..<3 {
                            // Premultiplied.
                            let mixed = Int(drawn[from + byte]) + (Int(pixels[to + byte]) * rest + 127) / 255
                            pixels[to + byte] = UInt8(min(255, mixed))
                        }
                    }
                }
            }
        }
    }
}
