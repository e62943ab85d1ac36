internal import MediaContainers
internal import PlayerCore

/// Finds the relevant parts of a Segment without reading the others (RFC 9559 section 5.1).
///
/// Everything before the first Cluster is read in order. Later parts are found with the SeekHead; Clusters are skipped
/// one by one only if there is no SeekHead, or a wrong one.
struct MatroskaSegment {
    private let ebml: EBMLReader
    private let segment: EBMLElement
    private var seekHead = MatroskaSeekHead()
    private var info = MatroskaInfo()
    private var tracks = MatroskaTracks()
    private var chapters = MatroskaChapters()
    private var tags = MatroskaTags()
    private var attachments = MatroskaAttachments()
    /// The offsets of parts that were read: SeekHead entries may refer to each other, or be repeated.
    private var visited: Set<Int64> = []
    /// Where the samples begin; nil if none were found.
    private(set) var firstCluster: Int64?
    private var hasSeekHead = false
    private var seekHeadIsWrong = false

    private enum WalkEnd {
        case atCluster(Int64)
        case atEnd
    }

    init(_ segment: EBMLElement, _ ebml: EBMLReader) {
        self.segment = segment
        self.ebml = ebml
    }

    /// Reads what is readable; the rest is reported as problems.
    mutating func read() {
        var next: WalkEnd = .atEnd
        do throws(ProbeError) {
            next = try walk(from: segment.start, stopsAtCluster: true)
            if case .atCluster(let offset) = next { firstCluster = offset }
        } catch {
            ebml.note("Its beginning is incomplete: \(error.message).")
        }
        do throws(ProbeError) {
            try followSeekHead()
        } catch {
            ebml.note("Not all that its index names is read: \(error.message).")
            return
        }
        guard case .atCluster(let offset) = next, needsWalk else { return }
        do throws(ProbeError) {
            _ = try walk(from: offset, stopsAtCluster: false)
        } catch {
            ebml.note("What lies behind its clusters may be missing: \(error.message).")
        }
    }

    /// Nanoseconds in a tick.
    var timestampScale: Double { info.scale }

    /// Writes the results to the findings.
    func fill(_ findings: inout ContainerFindings, uri: String) {
        findings.duration = info.duration
        findings.frameRate = tracks.frameRate
        findings.tracks = tracks.tracks
        findings.fields = tags.fields
        findings.tags = tags.more
        if findings.fields.title == nil, let title = info.title, title.contains(where: { !$0.isWhitespace }) {
            findings.fields.title = title
        }
        findings.artwork = attachments.artwork(uri: uri)
        findings.fonts = attachments.fonts
        findings.chapters = chapters.chapters(segment: info.segmentUUID, ebml)
    }

    /// In a truncated file, walking finds no more than the SeekHead did.
    private var needsWalk: Bool { !hasSeekHead || (seekHeadIsWrong && !isCutOff) }

    /// Whether the duration was written before the samples were: in streams, whose size is unknown, and in files that end before
    /// their Segment does.
    var isDurationGuessed: Bool { segment.size == nil || isCutOff }

    private var isCutOff: Bool {
        guard let end = segment.end, let length = ebml.bytes.length else { return false }
        return end > length
    }

    /// The end of the Segment; nil if unknown.
    private var end: Int64? { segment.end ?? ebml.bytes.length }

    /// Walks over the elements and reads the relevant ones.
    ///
    /// An element of unknown size is entered: its content is treated like any other unknown element, and the Segment's
    /// next element follows it (RFC 8794 section 6.2).
    private mutating func walk(from first: Int64, stopsAtCluster: Bool) throws(ProbeError) -> WalkEnd {
        var offset = first
        while end.map({ offset < $0 }) ?? true {
            let element: EBMLElement
            do throws(ProbeError) {
                element = try ebml.element(at: offset)
            } catch .truncated where segment.size == nil && isAtEnd(offset) {
                // A Segment of unknown size ends like this.
                return .atEnd
            }
            switch element.id {
            case MatroskaID.cluster where stopsAtCluster: return .atCluster(offset)
            case MatroskaID.ebml, MatroskaID.segment: return .atEnd
            default: try visit(element)
            }
            offset = element.end ?? element.start
        }
        return .atEnd
    }

    private func isAtEnd(_ offset: Int64) -> Bool {
        do throws(ProbeError) { return try ebml.bytes.available(at: offset, count: 1).isEmpty } catch { return false }
    }

    private mutating func followSeekHead() throws(ProbeError) {
        // The list grows when an entry refers to another SeekHead.
        var index = 0
        while index < seekHead.entries.count {
            let entry = seekHead.entries[index]
            index += 1
            guard Self.matters(entry.id), !visited.contains(entry.offset) else { continue }
            do throws(ProbeError) {
                let element = try ebml.element(at: entry.offset)
                guard element.id == entry.id else { throw .malformed("another element is where it points") }
                try visit(element)
            } catch .malformed(let what) {
                seekHeadIsWrong = true
                ebml.note("Its index (SeekHead) is wrong: \(what).")
            } catch .truncated {
                seekHeadIsWrong = true
                ebml.note("Its index (SeekHead) points behind its end.")
            }
        }
        if seekHead.isBroken {
            seekHeadIsWrong = true
            ebml.note("Its index (SeekHead) is wrong: an entry names no element or no place.")
        }
    }

    private static func matters(_ id: UInt64) -> Bool {
        switch id {
        case MatroskaID.seekHead, MatroskaID.info, MatroskaID.tracks, MatroskaID.chapters, MatroskaID.tags,
            MatroskaID.attachments:
            true
        default: false
        }
    }

    /// Reads a relevant element of the Segment that was not read before. Truncated or malformed content is a problem
    /// of that element only.
    private mutating func visit(_ element: EBMLElement) throws(ProbeError) {
        guard Self.matters(element.id), visited.insert(element.offset).inserted else { return }
        let limit = end ?? .max
        do throws(ProbeError) {
            switch element.id {
            case MatroskaID.seekHead:
                hasSeekHead = true
                try seekHead.read(element, until: limit, origin: segment.start, ebml)
            case MatroskaID.info: try info.read(element, until: limit, ebml)
            case MatroskaID.tracks: try tracks.read(element, until: limit, ebml)
            case MatroskaID.chapters: try chapters.read(element, until: limit, ebml)
            case MatroskaID.tags: try tags.read(element, until: limit, ebml)
            case MatroskaID.attachments: try attachments.read(element, until: limit, ebml)
            default: break
            }
        } catch .truncated {
            ebml.note("Its \(Self.name(element.id)) are incomplete: it ends too early.")
        } catch .malformed(let what) {
            ebml.note("Its \(Self.name(element.id)) are incomplete: \(what).")
        }
    }

    private static func name(_ id: UInt64) -> String {
        switch id {
        case MatroskaID.seekHead: "index entries (SeekHead)"
        case MatroskaID.info: "general facts (Info)"
        case MatroskaID.tracks: "tracks"
        case MatroskaID.chapters: "chapters"
        case MatroskaID.tags: "tags"
        default: "attachments"
        }
    }
}
