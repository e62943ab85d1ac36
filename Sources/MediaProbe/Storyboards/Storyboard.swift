public import PlayerCore

/// Pictures of an item's moments that came with it, in order of time.
public struct Storyboard: Hashable, Sendable {
    /// A rectangle in pixels.
    public struct Area: Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
    }

    /// Where a picture is.
    public enum Place: Hashable, Sendable {
        /// A picture file, by its `file:` URI, or a part of it.
        case file(String, Area?)
        /// A whole picture inside a BIF file.
        case bytes(offset: Int64, count: Int)
    }

    /// A picture, shown from a time until the next.
    public struct Tile: Hashable, Sendable {
        public var time: MediaTime
        public var place: Place
    }

    /// Never empty.
    public internal(set) var tiles: [Tile]
    /// The absolute path of the BIF file, or of the WebVTT file.
    public internal(set) var path: [UInt8]

    /// More pictures are left out.
    static let most = 20_000

    /// The picture that is shown at a time.
    public func tile(at time: MediaTime) -> Tile? {
        var (low, high) = (0, tiles.count)
        while low < high {
            let middle = (low + high) / 2
            if tiles[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? tiles[low - 1] : tiles.first
    }

    /// Up to `count` of the pictures, at equal distances in the list.
    public func tiles(upTo count: Int) -> [Tile] {
        guard count > 0, tiles.count > count else { return count > 0 ? tiles : [] }
        return (0..<count).map { tiles[($0 * 2 + 1) * tiles.count / (count * 2)] }
    }
}
