/// Decides which pieces of a stretch of an item go into a file.
///
/// What is not decoded again can only begin at a key frame: the stretch then begins at the last one that the leading
/// stream, a picture where there is one, has before what was asked for, and the others begin there, too. At its end
/// nothing that was asked for is left out: what a wanted picture is made from is kept, though it may be shown after it.
public struct RangeAssembly: Sendable {
    /// Where a stretch may begin.
    public enum Cutting: Hashable, Sendable {
        /// At what can be decoded without what is before it.
        case keyFrames
        /// Where it was asked for: pieces are decoded, and whoever writes them cuts the first and the last.
        case exact
    }

    /// A piece of a stream; times in nanoseconds of media time, none farther away than ``MediaTime/farthest``.
    public struct Piece: Hashable, Sendable {
        /// When it is shown; nil for what goes with the piece before.
        public let start: Int64?
        /// When it has to be decoded; nil where nobody says.
        public let decoding: Int64?
        /// Not negative.
        public let duration: Int64?
        /// Whether nothing before it is needed to decode it.
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

    /// What becomes of a piece, and of those of its stream that are held.
    public enum Verdict: Hashable, Sendable {
        /// It goes into the file.
        case write
        /// It does not.
        case drop
        /// It is kept until the next verdict on its stream tells.
        case hold
        /// For each that is held, in order, and then for it: whether it goes into the file. Nothing is held then.
        case settle([Bool])
        /// None that is held goes into the file; it is held itself.
        case restart
    }

    private struct Stream: Sendable {
        let kind: MediaTrack.Kind
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
    /// Where the first piece of the leading stream ends, in nanoseconds of media time.
    public private(set) var firstEnd: Int64?
    /// Where what was written of the leading stream ends, in nanoseconds of media time.
    public private(set) var end: Int64?
    /// How many pictures do not say when they are shown: what copies them cannot tell where they belong.
    public private(set) var untimedPictures = 0
    private var streams: [Stream]
    private var leader: Int?

    public init(range: Range<Int64>, cutting: Cutting, streams: [MediaTrack.Kind]) {
        self.range = range
        self.cutting = cutting
        self.streams = streams.map { Stream(kind: $0) }
        if cutting == .exact { begin = range.lowerBound }
        leader = Self.leader(of: self.streams)
    }

    /// The first picture, else the first sound, of those that have more to come.
    private static func leader(of streams: [Stream]) -> Int? {
        func first(_ kind: MediaTrack.Kind) -> Int? { streams.firstIndex { $0.kind == kind && !$0.isFinished } }
        return first(.video) ?? first(.audio) ?? first(.subtitles)
    }

    /// Whether every stream came to its end; subtitles, which may say nothing for long, are not waited for.
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

    /// How many pictures without a time of decoding may lie between one that is wanted and what it is made from: the 16
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

    /// Where it is known where the stretch begins, what came of a stream before that need not wait for its next piece.
    ///
    /// - Returns: for each that is held, in order: whether it goes into the file.
    public mutating func settleEarly(of stream: Int) -> [Bool] {
        guard begin != nil, streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        return placeEarly(of: stream)
    }

    /// The stream has no more.
    ///
    /// - Returns: for each that is held, in order: whether it goes into the file.
    public mutating func ended(_ stream: Int) -> [Bool] {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return [] }
        if begin == nil, stream == leader, let first = streams[stream].early.first { begin(with: first) }
        // Pictures behind the end are not needed: none that could be made from them comes any more.
        let late = streams[stream].late.map { _ in false }
        let written = (begin == nil ? streams[stream].early.map { _ in false } : placeEarly(of: stream)) + late
        finish(stream)
        if begin == nil { leader = Self.leader(of: streams) }
        return written
    }

    /// Looks for the last key frame at or before what was asked for.
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
            // A piece of sound that lies for the greater part before it is left out.
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

    /// - Parameter mayHold: whether a picture behind the end may wait; else it is written to be safe.
    private mutating func place(_ piece: Piece, _ stream: Int, mayHold: Bool = true) -> Verdict {
        guard let begin, !streams[stream].isFinished else { return .drop }
        guard let start = piece.start else { return write(piece, stream) }
        switch (streams[stream].kind, cutting) {
        case (.video, .keyFrames): return placePicture(piece, start, begin, stream, mayHold)
        case (.audio, .keyFrames):
            let middle = start + (piece.duration ?? 0) / 2
            if middle >= range.upperBound { return finish(stream) }
            return middle < begin ? .drop : write(piece, stream)
        default:
            if start >= range.upperBound { return finish(stream) }
            // What began before and is still there begins with the stretch.
            return start < begin && piece.end <= begin ? .drop : write(piece, stream)
        }
    }

    private mutating func placePicture(
        _ piece: Piece, _ start: Int64, _ begin: Int64, _ stream: Int, _ mayHold: Bool
    ) -> Verdict {
        // What is shown before the key frame it follows is made from what is left out.
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
