internal import CPango
internal import FoundationEssentials
internal import Gst

/// A decoded picture for a card or the window.
struct CardPicture: Hashable, Sendable {
    let width: Int
    let height: Int
    /// BGRx in native byte order, in rows without padding.
    let pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// The largest size that a card needs on any screen.
    static let most = (width: 960, height: 540)
    private static let patience = 3

    /// Returns nil if the file is not a picture or cannot be decoded. Blocks.
    ///
    /// - Parameters:
    ///   - room: the picture is scaled down to this size.
    ///   - isFilling: whether the picture is also scaled up.
    init?(fileURI: String, room: (width: Int, height: Int) = most, isFilling: Bool = false) {
        guard let file = LocalFile(uri: fileURI),
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: file.path)), let header = ImageHeader(Array(bytes)),
            !ImageWork.isTooMuch(header, Array(bytes))
        else { return nil }
        let fit = min(Double(room.width) / Double(header.width), Double(room.height) / Double(header.height))
        let scale = isFilling ? fit : min(1, fit)
        width = max(1, Int(Double(header.width) * scale))
        height = max(1, Int(Double(header.height) * scale))
        if header.mediaType == "image/png", scale == 1, let pixels = Self.pixels(ofPNGAt: file.path, width, height) {
            self.pixels = pixels
            return
        }
        guard
            let pixels = PictureDecoder.pixels(
                ofFileAt: file.path, length: bytes.count, mediaType: header.mediaType, decoders: header.decoders,
                width: width, height: height, seconds: Self.patience)
        else { return nil }
        self.pixels = pixels
    }

    /// Decodes an opaque PNG file as it is, such as a picture of a moment, without the ten milliseconds that a pipeline
    /// takes: during a drag, the next one is needed every few movements.
    ///
    /// - Returns: nil for any other file.
    private static func pixels(ofPNGAt path: String, _ width: Int, _ height: Int) -> [UInt8]? {
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
