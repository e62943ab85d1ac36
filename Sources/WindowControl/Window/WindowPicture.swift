/// A picture that the window shows while no video is drawn into it.
public struct WindowPicture: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// Blue, green, red and an unused byte per pixel, from the top left, in rows without padding.
    public let pixels: [UInt8]

    /// - Returns: nil unless there are four bytes per pixel and each side has 1 to 16,384 pixels.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard (1...16_384).contains(width), (1...16_384).contains(height), pixels.count == 4 * width * height else {
            return nil
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
