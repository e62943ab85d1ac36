/// A request to export parts of the current item.
public struct ExportRequest: Hashable, Sendable {
    /// A part of the item; not validated, so it may be empty or inverted.
    public struct Part: Hashable, Sendable {
        public var start: MediaTime
        public var end: MediaTime

        public init(start: MediaTime, end: MediaTime) {
            self.start = start
            self.end = end
        }
    }

    /// The absolute path of the file to be made.
    public var path: String
    public var method: ExportOrder.Method
    /// The ranges to keep, in this order; empty: everything that is played.
    public var ranges: [Part] = []
    /// The kinds of segments that are left out.
    public var without: Set<SegmentKind> = []
    public var keepsChapters = true
    /// Whether an existing file may be replaced.
    public var overwrites = false

    public init(path: String, method: ExportOrder.Method) {
        self.path = path
        self.method = method
    }
}

/// The current item as the source of an export.
public struct ExportSource: Sendable {
    private let uri: String
    private let headers: [String: String]
    private let sound: Int
    private let duration: MediaTime
    private let segments: [Segment]
    private let points: TrimPoints
    private let chapters: [Chapter]

    /// - Throws: a refusal if the item cannot be exported.
    public init(_ snapshot: PlayerSnapshot) throws(CommandRefusal) {
        if let whyNot = Self.whyNot(snapshot) { throw .notPossible(whyNot) }
        guard let current = snapshot.current, let duration = current.duration else {
            throw .notPossible("The duration of the item is unknown: play it first.")
        }
        uri = current.description.uri
        headers = current.description.details?.fields.headers ?? [:]
        sound = snapshot.tracks.audio.firstIndex { $0.id == snapshot.tracks.selectedAudio } ?? 0
        self.duration = duration
        segments = snapshot.segments.segments
        points = snapshot.trim.points
        chapters = snapshot.chapters.list.chapters
    }

    /// Why the current item cannot be exported; nil if it can.
    public static func whyNot(_ snapshot: PlayerSnapshot) -> String? {
        guard snapshot.current != nil else { return "Nothing is playing: play something first." }
        // While the points are being tried out, the part between them may be exported.
        return snapshot.trim.isTrimming ? nil : snapshot.trim.whyNot
    }

    /// Returns the order for a worker.
    ///
    /// - Throws: a refusal if the request makes no sense.
    public func order(_ request: ExportRequest) throws(CommandRefusal) -> ExportOrder {
        let path = request.path
        if FileURI.path(of: uri) == Array(path.utf8) {
            throw .invalid("\(path) is the item itself: choose another name.")
        }
        let without = segments.filter { request.without.contains($0.kind) }.map(\.range)
        do throws(ExportRanges.Refusal) {
            let ranges = try ExportRanges(
                asked: request.ranges.map { ($0.start, $0.end) }, points: points, without: without,
                duration: duration)
            return ExportOrder(
                uri: uri, headers: headers, sound: sound, path: path, method: request.method,
                stretches: ranges.kept.map { .init($0) }, chapters: request.keepsChapters ? chapters : [],
                overwrites: request.overwrites,
                duration: duration.nanoseconds)
        } catch {
            throw .invalid(error.message)
        }
    }
}
