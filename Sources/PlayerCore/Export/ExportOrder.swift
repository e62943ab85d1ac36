/// What somebody wants exported: everything a worker needs to know, as it is sent to it.
public struct ExportOrder: Hashable, Sendable, Codable {
    /// How the pieces get into the file.
    public enum Method: Hashable, Sendable, Codable {
        /// As they are stored; cut at key frames.
        case passthrough
        /// Decoded and encoded again; cut where it was asked for.
        case exact
        /// One track of sound, as stored where the file can hold it so.
        case audio
        /// As one of GStreamer's encoding targets says: its name, and the name of its profile.
        case target(String)

        /// From what clients send.
        public init(preset: String) {
            self =
                switch preset {
                case "passthrough", "": .passthrough
                case "exact": .exact
                case "audio": .audio
                default: .target(preset)
                }
        }

        public var preset: String {
            switch self {
            case .passthrough: "passthrough"
            case .exact: "exact"
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

        /// Nil where it ends before it starts.
        public var range: TimeRange? {
            TimeRange(start: MediaTime(nanoseconds: start), end: MediaTime(nanoseconds: end))
        }

        public init(_ range: TimeRange) { self.init(start: range.start.nanoseconds, end: range.end.nanoseconds) }
    }

    public var uri: String
    /// What goes with requests to the item's server: the headers of its description.
    public var headers: [String: String]
    /// Absolute.
    public var path: String
    public var method: Method
    /// In the order in which they come to stand in the file; none is empty.
    public var stretches: [Stretch]
    /// In the item's time; empty where none are wanted.
    public var chapters: [Chapter]
    /// Whether a file that is there already may be replaced.
    public var overwrites: Bool
    /// Of the item, in nanoseconds: a stretch that ends there ends with the item, wherever that is.
    public var duration: Int64

    public init(
        uri: String, headers: [String: String] = [:], path: String, method: Method, stretches: [Stretch],
        chapters: [Chapter], overwrites: Bool, duration: Int64
    ) {
        self.uri = uri
        self.headers = headers
        self.path = path
        self.method = method
        self.stretches = stretches
        self.chapters = chapters
        self.overwrites = overwrites
        self.duration = duration
    }
}

/// What a worker says while it exports.
public enum ExportReport: Hashable, Sendable, Codable {
    /// What the file is called until it is whole.
    case writing(String)
    /// Where the stretches really begin and end; before anything is written, and again when all is.
    case actual([ExportOrder.Stretch])
    /// 0 to 1.
    case progress(Double)
    /// What is different from what was asked for, in sentences.
    case note(String)
    /// The file is there.
    case completed
    /// Why it is not, and what to do next.
    case failed(String)
}
