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
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: file.path)), let header = ImageHeader(Array(bytes))
        else { return nil }
        let fit = min(Double(room.width) / Double(header.width), Double(room.height) / Double(header.height))
        let scale = isFilling ? fit : min(1, fit)
        width = max(1, Int(Double(header.width) * scale))
        height = max(1, Int(Double(header.height) * scale))
        guard
            let pixels = PictureDecoder.pixels(
                ofFileAt: file.path, length: bytes.count, mediaType: header.mediaType, decoders: header.decoders,
                width: width, height: height, seconds: Self.patience)
        else { return nil }
        self.pixels = pixels
    }
}
