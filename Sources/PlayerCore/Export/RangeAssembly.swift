/// Decides which pieces of a stretch of an item go into a file.
///
/// What is not decoded again can only begin at a key frame: the stretch then begins at the last one that the leading
/// stream, a picture where there is one, has before what was asked for, and the others begin there, too. At its end
/// nothing that was asked for is left out: what a wanted picture is made from is kept, though it may be shown after it.
public struct RangeAssembly<Payload: Sendable>: Sendable {
    public enum StreamKind: Hashable, Sendable { case video, audio, subtitles }

    /// Where a stretch may begin.
    public enum Cutting: Hashable, Sendable {
        /// At what can be decoded without what is before it.
        case keyFrames
        /// Where it was asked for: pieces are decoded, and whoever writes them cuts the first and the last.
        case exact
    }

    /// A piece of a stream; times in nanoseconds of media time.
    public struct Piece: Sendable {
        /// When it is shown; nil for what goes with the piece before.
        public var start: Int64?
        /// When it has to be decoded; nil where nobody says.
        public var decoding: Int64?
        public var duration: Int64?
        /// Whether nothing before it is needed to decode it.
        public var isKey: Bool
        public var payload: Payload

        public init(
            start: Int64?, decoding: Int64? = nil, duration: Int64? = nil, isKey: Bool = true, payload: Payload
        ) {
            self.start = start
            self.decoding = decoding
            self.duration = duration
            self.isKey = isKey
            self.payload = payload
        }

        var end: Int64 { (start ?? 0) + (duration ?? 0) }
    }

    private struct Stream: Sendable {
        let kind: StreamKind
        var isFinished = false
        /// What came before it was known where the stretch begins; of the leading stream from a key frame on.
        var early: [Piece] = []
        /// Pictures behind the end that a wanted one may still be made from.
        var late: [Piece] = []
    }

    /// What was asked for, in nanoseconds of media time.
    public let range: Range<Int64>
    public let cutting: Cutting
    /// Where the stretch really begins, in nanoseconds of media time; nil while that is not known.
    public private(set) var begin: Int64?
    /// Where the last piece that was written ends, in nanoseconds of media time.
    public private(set) var end: Int64?
    private var streams: [Stream]
    private var leader: Int?

    public init(range: Range<Int64>, cutting: Cutting, streams: [StreamKind]) {
        self.range = range
        self.cutting = cutting
        self.streams = streams.map { Stream(kind: $0) }
        if cutting == .exact { begin = range.lowerBound }
        leader = Self.leader(of: self.streams)
    }

    /// The first picture, else the first sound, of those that have more to come.
    private static func leader(of streams: [Stream]) -> Int? {
        func first(_ kind: StreamKind) -> Int? { streams.firstIndex { $0.kind == kind && !$0.isFinished } }
        return first(.video) ?? first(.audio) ?? first(.subtitles)
    }

    /// Whether every stream came to its end; subtitles, which may say nothing for long, are not waited for.
    public var isComplete: Bool {
        let awaited = streams.filter { $0.kind != .subtitles }
        return (awaited.isEmpty ? streams : awaited).allSatisfy(\.isFinished)
    }

    /// Whether nothing more of this stream goes into the file.
    public func isFinished(_ stream: Int) -> Bool { streams.indices.contains(stream) && streams[stream].isFinished }

    /// How many pictures without a time of decoding may lie between one that is wanted and what it is made from: the 16
    /// frames that H.264 and H.265 may hold back.
    private static var reordering: Int { 16 }

    /// - Returns: what goes into the file now, in order, all of it of `stream`.
    public mutating func take(_ piece: Piece, of stream: Int) -> [Payload] {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        if begin == nil {
            guard stream == leader else {
                streams[stream].early.append(piece)
                return []
            }
            lead(with: piece, stream)
        } else {
            streams[stream].early.append(piece)
        }
        return begin == nil ? [] : placeEarly(of: stream)
    }

    /// The stream has no more.
    ///
    /// - Returns: what of it still goes into the file.
    public mutating func ended(_ stream: Int) -> [Payload] {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        if begin == nil, stream == leader, let first = streams[stream].early.first { begin = first.start }
        var written = begin == nil ? [] : placeEarly(of: stream)
        // Nothing tells any more that they are needed; that they are not, neither.
        if !streams[stream].isFinished { written += streams[stream].late.map(\.payload) }
        finish(stream)
        if begin == nil { leader = Self.leader(of: streams) }
        return written
    }

    /// Looks for the last key frame at or before what was asked for.
    private mutating func lead(with piece: Piece, _ stream: Int) {
        let isVideo = streams[stream].kind == .video
        guard let start = piece.start else {
            if !streams[stream].early.isEmpty { streams[stream].early.append(piece) }
            return
        }
        // A piece of sound that lies for the greater part before it is left out.
        let point = isVideo ? start : start + (piece.duration ?? 0) / 2
        if piece.isKey, isVideo ? start <= range.lowerBound : point < range.lowerBound {
            streams[stream].early = isVideo ? [piece] : []
            return
        }
        if streams[stream].early.isEmpty {
            guard piece.isKey else { return }
            begin = start
        } else if start > range.lowerBound {
            begin = streams[stream].early.first?.start
        }
        streams[stream].early.append(piece)
    }

    private mutating func placeEarly(of stream: Int) -> [Payload] {
        let pieces = streams[stream].early
        streams[stream].early = []
        return pieces.flatMap { place($0, stream) }
    }

    private mutating func place(_ piece: Piece, _ stream: Int) -> [Payload] {
        guard let begin, !streams[stream].isFinished else { return [] }
        guard let start = piece.start else { return write(piece) }
        switch (streams[stream].kind, cutting) {
        case (.video, .keyFrames): return placePicture(piece, start, begin, stream)
        case (.audio, .keyFrames):
            if start + (piece.duration ?? 0) / 2 >= range.upperBound { return finish(stream) }
            return start + (piece.duration ?? 0) / 2 < begin ? [] : write(piece)
        default:
            if start >= range.upperBound { return finish(stream) }
            // What began before and is still there begins with the stretch.
            return start < begin && piece.end <= begin ? [] : write(piece)
        }
    }

    private mutating func placePicture(_ piece: Piece, _ start: Int64, _ begin: Int64, _ stream: Int) -> [Payload] {
        // What is shown before the key frame it follows is made from what is left out.
        if start < begin { return [] }
        guard start >= range.upperBound else {
            let late = streams[stream].late
            streams[stream].late = []
            return (late + [piece]).flatMap { write($0) }
        }
        let isBehind = piece.decoding.map { $0 >= range.upperBound } ?? false
        if piece.isKey || isBehind || streams[stream].late.count >= Self.reordering { return finish(stream) }
        streams[stream].late.append(piece)
        return []
    }

    private mutating func write(_ piece: Piece) -> [Payload] {
        if piece.start != nil { end = max(end ?? piece.end, piece.end) }
        return [piece.payload]
    }

    @discardableResult
    private mutating func finish(_ stream: Int) -> [Payload] {
        streams[stream].isFinished = true
        streams[stream].early = []
        streams[stream].late = []
        return []
    }
}
