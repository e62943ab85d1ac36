internal import FoundationEssentials
internal import Gst

/// A picture decoded for a card.
struct CardPicture: Hashable, Sendable {
    let width: Int
    let height: Int
    /// BGRx in the machine's byte order, rows without gaps.
    let pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// As large as a card needs it on any screen.
    private static let most = (width: 960, height: 540)
    private static let patience = 3

    /// Nil for what is no picture, or none that anybody here decodes. Blocks.
    init?(fileURI: String) {
        guard let file = LocalFile(uri: fileURI),
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: file.path)), let header = ImageHeader(Array(bytes))
        else { return nil }
        let scale = min(
            1, Double(Self.most.width) / Double(header.width), Double(Self.most.height) / Double(header.height))
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
