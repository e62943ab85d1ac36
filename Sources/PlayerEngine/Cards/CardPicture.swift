internal import FoundationEssentials
internal import Gst

/// A picture decoded for a card, or for the window.
struct CardPicture: Hashable, Sendable {
    let width: Int
    let height: Int
    /// BGRx in the machine's byte order, rows without gaps.
    let pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// As large as a card needs it on any screen.
    static let most = (width: 960, height: 540)
    private static let patience = 3

    /// Nil for what is no picture, or none that anybody here decodes. Blocks.
    ///
    /// - Parameters:
    ///   - room: it is made smaller until it fits.
    ///   - isFilling: and larger.
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
