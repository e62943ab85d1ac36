internal import MediaContainers
internal import PlayerCore

extension MediaProbe {
    /// The storyboard beside a local item, nil if there is none, and sentences about what was left out. Blocks.
    ///
    /// - Parameter path: absolute; need not be UTF-8.
    public static func storyboard(beside path: [UInt8]) -> (storyboard: Storyboard?, problems: [String]) {
        StoryboardFinder(path).storyboard()
    }

    /// The bytes of a picture inside a BIF file; nil if they cannot be read or are no JPEG picture. Blocks.
    public static func picture(ofBIF path: [UInt8], offset: Int64, count: Int) -> [UInt8]? {
        guard count <= BIFReader.largestPicture, let bytes = try? RegularFile(path).read(offset, count),
            bytes.count == count, bytes.starts(with: [0xFF, 0xD8, 0xFF])
        else { return nil }
        return bytes
    }
}
