/// Decides which packets of a stretch of an item go into a file, and where they come to stand in it.
///
/// What is not decoded again can only begin at a key frame: the stretch begins at the one that the leading stream, a
/// picture where there is one, comes with first, and the others begin there, too. At its end nothing that was asked for
/// is left out: what a wanted picture is made from is kept, though it may be shown after it.
public struct RangeAssembly: Sendable {
    public enum StreamKind: Hashable, Sendable { case video, audio, subtitles }

    /// A piece of a stream, by nanoseconds of media time.
    public struct Packet: Hashable, Sendable {
        /// When it is shown; nil for what goes with the piece before.
        public var start: Int64?
        /// When it has to be decoded; nil where nobody says.
        public var decoding: Int64?
        public var duration: Int64?
        /// Whether nothing before it is needed to decode it.
        public var isKey: Bool

        public init(start: Int64?, decoding: Int64? = nil, duration: Int64? = nil, isKey: Bool = true) {
            self.start = start
            self.decoding = decoding
            self.duration = duration
            self.isKey = isKey
        }
    }

    public enum Verdict: Hashable, Sendable {
        /// Nothing of it goes into the file.
        case drop
        /// It is to be asked for again, with the next piece of this stream: in order, what is held before what came.
        case hold
        case write
        /// It and all that is held or follows in this stream lies behind the end.
        case finish
    }

    private struct Stream: Sendable {
        var kind: StreamKind
        var isFinished = false
        var held = 0
    }

    /// What was asked for, in nanoseconds of media time.
    public let range: Range<Int64>
    /// Where the file is when the stretch begins, in nanoseconds.
    public let offset: Int64
    /// Where the stretch really begins, in nanoseconds of media time; nil before the leading stream said.
    public private(set) var begin: Int64?
    /// Where the last piece that was written ends, in nanoseconds of media time.
    public private(set) var end: Int64?
    private var streams: [Stream]
    private let leader: Int?

    public init(range: Range<Int64>, offset: Int64, streams: [StreamKind]) {
        self.range = range
        self.offset = offset
        self.streams = streams.map { Stream(kind: $0) }
        leader = streams.firstIndex(of: .video) ?? streams.firstIndex(of: .audio) ?? streams.indices.first
    }

    /// How much later than in the item a piece stands in the file, in nanoseconds; nil before ``begin`` is known.
    public var shift: Int64? { begin.map { offset - $0 } }

    /// Whether every stream came to its end; subtitles, which may say nothing for long, are not waited for.
    public var isComplete: Bool {
        let awaited = streams.filter { $0.kind != .subtitles }
        return (awaited.isEmpty ? streams : awaited).allSatisfy(\.isFinished)
    }

    /// How many pieces of pictures without a time of decoding may lie between one that is wanted and what it is made from:
    /// the 16 frames that H.264 and H.265 may hold back.
    private static let reordering = 16

    /// - Returns: what becomes of a piece that came in `stream`.
    public mutating func take(_ packet: Packet, of stream: Int) -> Verdict {
        guard streams.indices.contains(stream), !streams[stream].isFinished else { return .drop }
        guard let begin = begin ?? begins(with: packet, of: stream) else {
            return stream == leader ? .drop : .hold
        }
        guard let start = packet.start else { return wrote(packet) }
        switch streams[stream].kind {
        case .video: return takePicture(packet, start, begin, stream)
        case .audio:
            if start >= range.upperBound { return finish(stream) }
            return start + (packet.duration ?? 0) / 2 < begin ? .drop : wrote(packet)
        case .subtitles:
            if start >= range.upperBound { return finish(stream) }
            // What began before and is still shown begins with the stretch.
            return start + (packet.duration ?? 0) <= begin ? .drop : wrote(packet)
        }
    }

    /// The stream has no more.
    public mutating func ended(_ stream: Int) {
        guard streams.indices.contains(stream) else { return }
        streams[stream].isFinished = true
    }

    private mutating func begins(with packet: Packet, of stream: Int) -> Int64? {
        guard stream == leader, packet.isKey, let start = packet.start else { return nil }
        // Sound is cut where it was asked for, at the next piece.
        if streams[stream].kind != .video, start + (packet.duration ?? 0) / 2 < range.lowerBound { return nil }
        begin = start
        return start
    }

    private mutating func takePicture(_ packet: Packet, _ start: Int64, _ begin: Int64, _ stream: Int) -> Verdict {
        // What is shown before the key frame it follows is made from what is left out.
        if start < begin { return .drop }
        guard start >= range.upperBound else {
            streams[stream].held = 0
            return wrote(packet)
        }
        let isBehind = packet.decoding.map { $0 >= range.upperBound } ?? false
        if packet.isKey || isBehind || streams[stream].held >= Self.reordering { return finish(stream) }
        streams[stream].held += 1
        return .hold
    }

    /// What was held is written with what follows it: a wanted picture is made from it.
    public mutating func wroteHeld(_ packet: Packet) { _ = wrote(packet) }

    private mutating func wrote(_ packet: Packet) -> Verdict {
        if let start = packet.start { end = max(end ?? start, start + (packet.duration ?? 0)) }
        return .write
    }

    private mutating func finish(_ stream: Int) -> Verdict {
        streams[stream].isFinished = true
        return .finish
    }
}
