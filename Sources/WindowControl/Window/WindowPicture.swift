/// A picture that stands in the window while no video is drawn into it.
public struct WindowPicture: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// Blue, green, red and a byte that means nothing, from the top left, rows without gaps.
    public let pixels: [UInt8]

    /// - Returns: nil unless there are four bytes a pixel.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard (1...16_384).contains(width), (1...16_384).contains(height), pixels.count == 4 * width * height else {
            return nil
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
