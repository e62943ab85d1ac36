/// Decides which pieces of a stretch of an item go into a file.
///
/// Without decoding, a stretch can only begin at a key frame. It then begins at the last key frame that the leading
/// stream (video if there is any) has before the requested start, and the other streams begin there, too. At the end
/// nothing that was requested is left out: frames that a wanted picture depends on are kept, even if they are shown
/// after the end.
public struct RangeAssembly: Sendable {
    /// Where a stretch may begin.
    public enum Cutting: Hashable, Sendable {
        /// At a frame that can be decoded without earlier frames.
        case keyFrames
        /// Exactly at the requested start: pieces are decoded, and the writer cuts the first and the last.
        case exact
    }

    /// A piece of a stream. Times are in nanoseconds of media time, clamped to ``MediaTime/farthest``.
    public struct Piece: Hashable, Sendable {
        /// The presentation time; nil for a piece that belongs to the piece before it.
        public let start: Int64?
        /// The decoding time; nil if unknown.
        public let decoding: Int64?
        /// Never negative.
        public let duration: Int64?
        /// Whether the piece can be decoded without earlier pieces.
        public let isKey: Bool

        public init(start: Int64?, decoding: Int64? = nil, duration: Int64? = nil, isKey: Bool = true) {
            let limit = MediaTime.farthest.nanoseconds
            self.start = start.map { max(-limit, min($0, limit)) }
            self.decoding = decoding.map { max(-limit, min($0, limit)) }
            self.duration = duration.map { max(0, min($0, limit)) }
            self.isKey = isKey
        }

        var end: Int64 { (start ?? 0) + (duration ?? 0) }
    }

    /// What to do with a piece and with the held pieces of its stream.
    public enum Verdict: Hashable, Sendable {
        /// Write the piece to the file.
        case write
        /// Drop the piece.
        case drop
        /// Hold the piece until the next verdict on its stream.
        case hold
        /// For each held piece in order, and then for this piece: whether it goes into the file. No piece is held
        /// afterwards.
        case settle([Bool])
        /// Drop all held pieces and hold this one.
        case restart
    }

    private struct Stream: Sendable {
        let kind: MediaTrack.Kind
        var isFinished = false
        /// The pieces received before the beginning of the stretch was known; for the leading stream from a key frame
        /// on.
        var early: [Piece] = []
        /// Pictures after the end that a wanted picture may still depend on.
        var late: [Piece] = []
    }

    /// The requested range, in nanoseconds of media time.
    public let range: Range<Int64>
    public let cutting: Cutting
    /// The actual beginning of the stretch, in nanoseconds of media time; nil while unknown.
    public private(set) var begin: Int64?
    /// The end of the first piece of the leading stream, in nanoseconds of media time.
    public private(set) var firstEnd: Int64?
    /// The end of the written part of the leading stream, in nanoseconds of media time.
    public private(set) var end: Int64?
    /// The number of pictures without a presentation time: their place is unknown when they are copied.
    public private(set) var untimedPictures = 0
    private var streams: [Stream]
    private var leader: Int?
    /// Whether the range ends with the item: all of the sound belongs to it. Packets count what an encoder added before the
    /// sound, and the last one may claim to be longer than it is.
    private let reachesEnd: Bool
    /// How far behind the end of an item its last packet of sound may begin, in nanoseconds: encoders add less before it.
    private static let tail: Int64 = 100_000_000

    public init(range: Range<Int64>, cutting: Cutting, streams: [MediaTrack.Kind], reachesEnd: Bool = false) {
        self.range = range
        self.reachesEnd = reachesEnd
        self.cutting = cutting
        self.streams = streams.map { Stream(kind: $0) }
        if cutting == .exact { begin = range.lowerBound }
        leader = Self.leader(of: self.streams)
    }

    /// The first unfinished video stream, else the first unfinished audio stream, else subtitles.
    private static func leader(of streams: [Stream]) -> Int? {
        func first(_ kind: MediaTrack.Kind) -> Int? { streams.firstIndex { $0.kind == kind && !$0.isFinished } }
        return first(.video) ?? first(.audio) ?? first(.subtitles)
    }

    /// Whether every stream is finished. Subtitles can be silent for long and are not waited for, unless there are
    /// only subtitles.
    public var isComplete: Bool {
        var awaitsSubtitles = true
        for stream in streams where stream.kind != .subtitles {
            if !stream.isFinished { return false }
            awaitsSubtitles = false
        }
        return !awaitsSubtitles || streams.allSatisfy(\.isFinished)
    }

    /// Whether nothing more of this stream goes into the file.
    public func isFinished(_ stream: Int) -> Bool { streams.indices.contains(stream) && streams[stream].isFinished }

    /// How many pictures without a decoding time may lie between a wanted picture and one that it depends on: the 16
    /// frames that H.264 and H.265 may hold back.
    private static let reordering = 16

    public mutating func take(_ piece: Piece, of stream: Int) -> Verdict {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return .drop }
        if piece.start == nil, streams[stream].kind == .video { untimedPictures += 1 }
        if begin == nil {
            guard stream == leader else {
                streams[stream].early.append(piece)
                return .hold
            }
            if let verdict = lead(with: piece, stream) { return verdict }
        }
        guard !streams[stream].early.isEmpty else { return place(piece, stream) }
        streams[stream].early.append(piece)
        return .settle(placeEarly(of: stream))
    }

    /// Once the beginning of the stretch is known, settles the early pieces of a stream without waiting for its next
    /// piece.
    ///
    /// - Returns: for each held piece, in order: whether it goes into the file.
    public mutating func settleEarly(of stream: Int) -> [Bool] {
        guard begin != nil, streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        return placeEarly(of: stream)
    }

    /// The stream has no more pieces.
    ///
    /// - Returns: for each held piece, in order: whether it goes into the file.
    public mutating func ended(_ stream: Int) -> [Bool] {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        if begin == nil, stream == leader, let first = streams[stream].early.first { begin(with: first) }
        // Pictures after the end are not needed: no further picture can depend on them.
        let late = streams[stream].late.map { _ in false }
        let written = (begin == nil ? streams[stream].early.map { _ in false } : placeEarly(of: stream)) + late
        finish(stream)
        if begin == nil { leader = Self.leader(of: streams) }
        return written
    }

    /// Looks for the last key frame at or before the requested start.
    ///
    /// - Returns: nil once it is found.
    private mutating func lead(with piece: Piece, _ stream: Int) -> Verdict? {
        let isVideo = streams[stream].kind == .video
        let isEmpty = streams[stream].early.isEmpty
        guard let start = piece.start else {
            if isEmpty { return .drop }
            streams[stream].early.append(piece)
            return .hold
        }
        guard isVideo else {
            // A piece of sound is dropped if more than half of it lies before the start.
            if start + (piece.duration ?? 0) / 2 < range.lowerBound { return .drop }
            begin(with: piece)
            return nil
        }
        if piece.isKey, start <= range.lowerBound {
            streams[stream].early = [piece]
            return isEmpty ? .hold : .restart
        }
        if isEmpty {
            guard piece.isKey else { return .drop }
            begin(with: piece)
            return nil
        }
        if start > range.lowerBound {
            begin(with: streams[stream].early[0])
            return nil
        }
        streams[stream].early.append(piece)
        return .hold
    }

    private mutating func begin(with piece: Piece) {
        begin = piece.start
        firstEnd = piece.end
    }

    private mutating func placeEarly(of stream: Int) -> [Bool] {
        let pieces = streams[stream].early
        streams[stream].early = []
        return pieces.map { place($0, stream, mayHold: false) == .write }
    }

    /// - Parameter mayHold: whether a picture after the end may be held; otherwise it is written to be safe.
    private mutating func place(_ piece: Piece, _ stream: Int, mayHold: Bool = true) -> Verdict {
        guard let begin, !streams[stream].isFinished else { return .drop }
        guard let start = piece.start else { return write(piece, stream) }
        switch (streams[stream].kind, cutting) {
        case (.video, .keyFrames): return placePicture(piece, start, begin, stream, mayHold)
        case (.audio, .keyFrames):
            let middle = start + (piece.duration ?? 0) / 2
            // A recording may have grown since: what was written later is not in the range.
            if (reachesEnd ? start - Self.tail : middle) >= range.upperBound { return finish(stream) }
            return middle < begin ? .drop : write(piece, stream)
        default:
            if start >= range.upperBound { return finish(stream) }
            // A piece that began earlier and is still shown begins with the stretch.
            return start < begin && piece.end <= begin ? .drop : write(piece, stream)
        }
    }

    private mutating func placePicture(
        _ piece: Piece, _ start: Int64, _ begin: Int64, _ stream: Int, _ mayHold: Bool
    ) -> Verdict {
        // A picture shown before the key frame that it follows depends on pictures that are left out.
        if start < begin { return .drop }
        let late = streams[stream].late
        guard start >= range.upperBound else {
            if late.isEmpty { return write(piece, stream) }
            streams[stream].late = []
            for piece in late { _ = write(piece, stream) }
            _ = write(piece, stream)
            return .settle(late.map { _ in true } + [true])
        }
        let isBehind = piece.decoding.map { $0 >= range.upperBound } ?? false
        if piece.isKey || isBehind || late.count >= Self.reordering { return finish(stream) }
        guard mayHold else { return write(piece, stream) }
        streams[stream].late.append(piece)
        return .hold
    }

    private mutating func write(_ piece: Piece, _ stream: Int) -> Verdict {
        if piece.start != nil, stream == leader { end = max(end ?? piece.end, piece.end) }
        return .write
    }

    @discardableResult
    private mutating func finish(_ stream: Int) -> Verdict {
        streams[stream].isFinished = true
        streams[stream].early = []
        streams[stream].late = []
        return .drop
    }
}
