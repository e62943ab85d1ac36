/// A font that is attached to a container, for its subtitles.
public struct AttachedFont: Hashable, Sendable {
    /// The maximum number of fonts of an item.
    public static let most = 128
    /// The maximum size of a font, and of all fonts of an item, in bytes.
    public static let largest = 32 << 20
    public static let largestTotal = 64 << 20

    public var name: String
    /// Where it lies in the file, in bytes.
    public var offset: Int64
    public var length: Int

    public init(name: String, offset: Int64, length: Int) {
        (self.name, self.offset, self.length) = (name, offset, length)
    }
}
