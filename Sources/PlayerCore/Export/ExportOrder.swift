/// An export order: everything that a worker needs to know, in the form in which it is sent.
public struct ExportOrder: Hashable, Sendable, Codable {
    /// How the stretches are written to the file.
    public enum Method: Hashable, Sendable, Codable {
        /// As they are stored; cut at key frames.
        case passthrough
        /// Decoded and encoded again; cut exactly as requested.
        case exact
        /// As ``exact``, with the shorter side of the picture scaled down to this many pixels.
        case lines(Int)
        /// One sound track, as stored if the file format can hold it.
        case audio
        /// As one of GStreamer's encoding targets defines: its name, and the name of its profile.
        case target(String)

        /// The methods that scale the picture down, smallest first.
        public static let scaling = [Method.lines(480), .lines(720), .lines(1_080)]

        /// Creates the method from the name that clients send.
        public init(preset: String) {
            self =
                switch preset {
                case "passthrough", "": .passthrough
                case "exact": .exact
                case "audio": .audio
                case "480p", "720p", "1080p": Int(preset.dropLast()).map { .lines($0) } ?? .target(preset)
                default: .target(preset)
                }
        }

        public var preset: String {
            switch self {
            case .passthrough: "passthrough"
            case .exact: "exact"
            case .lines(let count): "\(count)p"
            case .audio: "audio"
            case .target(let name): name
            }
        }
    }

    /// A stretch of the item's time, in nanoseconds.
    public struct Stretch: Hashable, Sendable, Codable {
        public var start: Int64
        public var end: Int64

        public init(start: Int64, end: Int64) {
            self.start = start
            self.end = end
        }

        /// Nil if the stretch ends before it starts.
        public var range: TimeRange? {
            TimeRange(start: MediaTime(nanoseconds: start), end: MediaTime(nanoseconds: end))
        }

        public init(_ range: TimeRange) { self.init(start: range.start.nanoseconds, end: range.end.nanoseconds) }
    }

    public var uri: String
    /// The HTTP headers for requests to the item's server, from its description.
    public var headers: [String: String]
    /// The audio track for a file that can contain only one: its place among those of the item.
    public var sound: Int
    /// An absolute path.
    public var path: String
    public var method: Method
    /// In the order of the file; none is empty.
    public var stretches: [Stretch]
    /// In the item's time; empty if none are wanted.
    public var chapters: [Chapter]
    /// Whether an existing file may be replaced.
    public var overwrites: Bool
    /// Of the item, in nanoseconds. A stretch that ends there ends with the item, wherever the item really ends.
    public var duration: Int64

    public init(
        uri: String, headers: [String: String] = [:], sound: Int = 0, path: String, method: Method,
        stretches: [Stretch], chapters: [Chapter], overwrites: Bool, duration: Int64
    ) {
        self.uri = uri
        self.headers = headers
        self.sound = sound
        self.path = path
        self.method = method
        self.stretches = stretches
        self.chapters = chapters
        self.overwrites = overwrites
        self.duration = duration
    }

    /// Drops what only the worker needs. Headers may hold passwords, and chapters may be megabytes.
    mutating func dropMaterial() {
        headers = [:]
        chapters = []
    }
}

/// A report that a worker sends while it exports.
public enum ExportReport: Hashable, Sendable, Codable {
    /// The name of the file until it is complete.
    case writing(String)
    /// Where the stretches actually begin and end; sent before anything is written, and again when everything is.
    case actual([ExportOrder.Stretch])
    /// From 0 to 1.
    case progress(Double)
    /// How the file differs from the request, in sentences.
    case note(String)
    /// The file is complete.
    case completed
    /// Why there is no file, and what to do next.
    case failed(String)
}
