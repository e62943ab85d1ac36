internal import FoundationEssentials
internal import Gst
internal import ScreenUI

extension CardPicture {
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
        let width = max(1, Int(Double(header.width) * scale))
        let height = max(1, Int(Double(header.height) * scale))
        if header.mediaType == "image/png", scale == 1, let pixels = Self.pixels(ofPNGAt: file.path, width, height) {
            self.init(width: width, height: height, pixels: pixels)
            return
        }
        guard
            let pixels = PictureDecoder.pixels(
                ofFileAt: file.path, length: bytes.count, mediaType: header.mediaType, decoders: header.decoders,
                width: width, height: height, seconds: Self.patience)
        else { return nil }
        self.init(width: width, height: height, pixels: pixels)
    }
}
