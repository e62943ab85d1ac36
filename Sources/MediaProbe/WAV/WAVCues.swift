internal import MediaContainers
internal import PlayerCore

/// The cue points of a WAV file and their names in its associated data list (RIFF, "Multimedia Programming Interface
/// and Data Specifications 1.0").
struct WAVCues {
    private var points: [(id: UInt32, sample: UInt32)] = []
    private var labels: [UInt32: String] = [:]
    private var notes: [UInt32: String] = [:]
    /// In samples.
    private var lengths: [UInt32: UInt32] = [:]
    private let limits: ProbeLimits

    init(limits: ProbeLimits) { self.limits = limits }

    /// Reads the content of a `cue ` chunk.
    ///
    /// - Returns: whether all counted points are present and within the limit.
    mutating func readPoints(_ bytes: ArraySlice<UInt8>) -> Bool {
        var cursor = ByteCursor(bytes)
        guard let count = cursor.littleCount() else { return false }
        for _ in 0..<count {
            guard points.count < limits.chapters, let id = cursor.little(4), let position = cursor.little(4),
                cursor.take(12) != nil, let offset = cursor.little(4)
            else { return false }
            // The offset is authoritative; but without a playlist both are equal, and some writers set only the
            // position.
            points.append((UInt32(truncatingIfNeeded: id), UInt32(truncatingIfNeeded: offset > 0 ? offset : position)))
        }
        return true
    }

    /// Reads the content of a `LIST` chunk of type `adtl`, after its type.
    mutating func readNames(_ bytes: ArraySlice<UInt8>) {
        for (name, content) in RIFFList(bytes) {
            var cursor = ByteCursor(content)
            guard let id = cursor.little(4).map({ UInt32(truncatingIfNeeded: $0) }) else { continue }
            switch name {
            case "labl": labels[id] = text(cursor.rest)
            case "note": notes[id] = text(cursor.rest)
            case "ltxt":
                guard let length = cursor.little(4), cursor.take(12) != nil else { continue }
                lengths[id] = UInt32(truncatingIfNeeded: length)
                if notes[id] == nil { notes[id] = text(cursor.rest) }
            default: continue
            }
        }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String? {
        BoundedText.trimmed(BoundedText.guessed(bytes.prefix { $0 != 0 }, limit: limits.text))
    }

    /// - Parameter sampleRate: in hertz.
    func chapters(sampleRate: UInt64) -> [Chapter] {
        points.compactMap { id, sample -> Chapter? in
            guard let start = MediaTime(samples: UInt64(sample), rate: sampleRate) else { return nil }
            let title = labels[id] ?? notes[id]
            var chapter = Chapter(
                start: start, titles: title.map { [ChapterTitle($0)] } ?? [], id: String(id), source: "wav")
            if let length = lengths[id], length > 0 {
                chapter.end = MediaTime(samples: UInt64(sample) + UInt64(length), rate: sampleRate)
            }
            return chapter
        }.sortedByStart()
    }
}

/// The chunks within a chunk in memory: names and contents, the last one as far as it is present.
struct RIFFList: Sequence, IteratorProtocol {
    private var cursor: ByteCursor

    init(_ bytes: ArraySlice<UInt8>) { cursor = ByteCursor(bytes) }

    mutating func next() -> (name: String, content: ArraySlice<UInt8>)? {
        guard let name = cursor.take(4), let length = cursor.littleCount() else { return nil }
        let content = cursor.takeUp(to: length)
        _ = cursor.takeUp(to: length & 1)
        return (String(decoding: name, as: UTF8.self), content)
    }
}
