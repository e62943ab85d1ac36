/// A picture that the worker is to make, and its answer. Both travel as a line of JSON.
public struct PictureTask: Codable, Hashable, Sendable {
    /// A rectangle of a picture, in pixels.
    public struct Area: Codable, Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    public enum Content: Codable, Hashable, Sendable {
        /// The pictures at these times in nanoseconds: a single one, or a sheet of all that differ. `width` is that of
        /// each in pixels.
        case moments([Int64], width: Int, exact: Bool)
        /// A part of a picture file; nil: the whole.
        case part(Area?)
    }

    /// The numbers in the answers.
    public var number: UInt64
    /// A `file:` URI.
    public var uri: String
    public var content: Content
    /// The path of the PNG file that is written. It must not exist.
    public var path: String

    public init(number: UInt64, uri: String, content: Content, path: String) {
        self.number = number
        self.uri = uri
        self.content = content
        self.path = path
    }
}

/// What the worker says about a ``PictureTask``.
public enum PictureReport: Codable, Hashable, Sendable {
    /// The next picture of a sheet was decoded.
    case alive(UInt64)
    case made(UInt64, PictureMade)
    /// A clause about the item, such as `it does not support seeking`.
    case failed(UInt64, String)
    /// The same, where only time was short.
    case slow(UInt64, String)
}

/// A picture that was made: one or more tiles, row by row.
public struct PictureMade: Codable, Hashable, Sendable {
    /// The times of the tiles in nanoseconds, in order.
    public var times: [Int64]
    public var columns: Int
    /// Of a tile, in pixels.
    public var width: Int
    public var height: Int

    public init(times: [Int64], columns: Int, width: Int, height: Int) {
        self.times = times
        self.columns = columns
        self.width = width
        self.height = height
    }
}

/// The limits of pictures that are made.
public enum PictureLimits {
    /// The width of the narrowest picture, in pixels.
    public static let narrowest = 16
    /// The width of the widest picture, in pixels.
    public static let widest = 1_920
    /// Pictures in a sheet.
    public static let most = 400
    /// Pixels of a sheet.
    public static let mostPixels = 1 << 25
    /// Seconds for one picture.
    public static let longestFrame = 10
    /// Bytes that the worker can write to.
    public static let memory: UInt64 = 1_536 << 20
    /// Seconds of processor time of a worker.
    public static let processorTime: UInt64 = 300
}
