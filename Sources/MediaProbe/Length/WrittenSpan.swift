public import MediaContainers
public import PlayerCore

/// From the first to the last sample that a file holds so far.
///
/// A file that is being written does not state its length, and states it wrongly after it was cut off. Its first and
/// last samples have times.
public struct WrittenSpan: Hashable, Sendable {
    /// On the clock of the file.
    public var start: MediaTime
    public var end: MediaTime

    public var length: MediaTime { max(.zero, end - start) }

    /// A file whose clock begins earlier than this begins at 0: it is the delay of a codec.
    static let negligible = MediaTime(nanoseconds: 100_000_000)
    /// How many bytes may be read to find it.
    static let mostBytes = 64 << 20
    /// How many samples of a fragment are read: those of some hours.
    static let mostSamples = 500_000
}

extension ContainerFindings {
    /// Counts the chapters from the first sample: on the clock of the file, it has a time of its own.
    mutating func count(from origin: MediaTime) {
        guard !isCountedFromStart(origin) else { return }
        chapters = chapters.compactMap { chapter in
            var moved = chapter
            moved.start = max(.zero, chapter.start - origin)
            moved.end = chapter.end.map { $0 - origin }
            return (moved.end ?? .zero) < .zero ? nil : moved
        }
    }

    /// Whether the chapters begin long before the first sample, and end with the last one, or before the first: who moved the
    /// times of the samples has left the chapters as they were.
    private func isCountedFromStart(_ origin: MediaTime) -> Bool {
        guard let first = chapters.map(\.start).min(), first + WrittenSpan.negligible < origin else { return false }
        let isBefore = chapters.allSatisfy { ($0.end ?? $0.start) < origin }
        guard !isBefore, let length = duration, let end = chapters.map(\.end).max(by: { $0 ?? .zero < $1 ?? .zero })
        else { return isBefore }
        return end.map { $0 <= length + WrittenSpan.negligible } ?? false
    }
}

extension MediaProbe {
    /// How much of the end is searched for the last samples, in bytes: little first. A cluster of 4K video has 20 MiB.
    static let tails: [Int64] = [256 << 10, 2 << 20, 24 << 20]

    /// Reads the span of a Matroska file, a fragmented MP4 file or a transport stream from its beginning and its end; nil for
    /// other containers, see ``writtenLength(_:uri:)``.
    public static func writtenSpan(_ source: ByteSource) -> WrittenSpan? {
        var limits = ProbeLimits()
        (limits.bytes, limits.chapters) = (WrittenSpan.mostBytes, WrittenSpan.mostSamples)
        let bytes = ByteReader(source, limits: limits)
        do throws(ProbeError) {
            let head = try bytes.available(at: 0, count: headLength)
            if MatroskaReader.recognises(head) { return try MatroskaSpan(bytes).read() }
            if MP4Reader.recognises(head) { return try MP4Span(bytes).read() }
            return try TransportStreamSpan(bytes)?.read()
        } catch {
            return nil
        }
    }

    /// The length of what is written of a file, whatever its container; nil if it cannot be told.
    ///
    /// Where no span is read, the length follows from the size: MP3 and WAV, or from the last page: Ogg. That of MP4 whose
    /// movie box comes first, as in a download, is that of the whole.
    public static func writtenLength(_ source: ByteSource, uri: String) -> MediaTime? {
        if let span = writtenSpan(source) { return span.length }
        let bytes = ByteReader(source)
        if let head = try? bytes.available(at: 0, count: headLength), WAVReader.recognises(head) {
            return WAVReader(bytes, uri: uri, isGrowing: true).read().duration
        }
        let found = container(source, uri: uri)
        return found.wholeDuration ?? found.duration
    }

    /// Returns the places of a pattern in the last bytes of a file, the last one first.
    static func places(of pattern: [UInt8], in bytes: [UInt8], from start: Int64) -> [Int64] {
        guard let first = pattern.first, bytes.count >= pattern.count else { return [] }
        return (0...(bytes.count - pattern.count)).reversed().lazy
            .filter { bytes[$0] == first && bytes[$0..<($0 + pattern.count)].elementsEqual(pattern) }
            .map { start + Int64($0) }
    }
}
