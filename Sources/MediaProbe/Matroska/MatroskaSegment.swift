internal import MediaContainers
internal import PlayerCore

/// Finds the parts of a Segment that matter without reading those that do not (RFC 9559 section 5.1).
///
/// What lies before the first Cluster is walked through. What lies behind is found by the SeekHead; Clusters are stepped
/// over one by one only where there is no SeekHead, or one that points at something else.
struct MatroskaSegment {
    private let ebml: EBMLReader
    private let segment: EBMLElement
    private var seekHead = MatroskaSeekHead()
    private var info = MatroskaInfo()
    private var tracks = MatroskaTracks()
    private var chapters = MatroskaChapters()
    private var tags = MatroskaTags()
    private var attachments = MatroskaAttachments()
    /// Where parts lie that were read: SeekHead entries may point at one another, or say the same twice.
    private var visited: Set<Int64> = []
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

    /// Reads what can be read; what cannot becomes a problem.
    mutating func read() {
        var next: WalkEnd = .atEnd
        do throws(ProbeError) {
            next = try walk(from: segment.start, stopsAtCluster: true)
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

    /// Writes down what was found.
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
        findings.chapters = chapters.chapters(segment: info.segmentUUID, ebml)
    }

    /// In a file that is cut off, walking finds no more than the SeekHead did.
    private var needsWalk: Bool { !hasSeekHead || (seekHeadIsWrong && !isCutOff) }

    private var isCutOff: Bool {
        guard let end = segment.end, let length = ebml.bytes.length else { return false }
        return end > length
    }

    /// Where the Segment ends; nil where nobody knows.
    private var end: Int64? { segment.end ?? ebml.bytes.length }

    /// Steps from element to element and reads those that matter.
    ///
    /// An element that does not say its size is stepped into: what it holds is as unknown here as any other element, and
    /// the next of the Segment's own follows it (RFC 8794 section 6.2).
    private mutating func walk(from first: Int64, stopsAtCluster: Bool) throws(ProbeError) -> WalkEnd {
        var offset = first
        while end.map({ offset < $0 }) ?? true {
            let element: EBMLElement
            do throws(ProbeError) {
                element = try ebml.element(at: offset)
            } catch .truncated where segment.size == nil && isAtEnd(offset) {
                // Nobody knew how long it is: this is how it ends.
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
        // The list grows where an entry names another SeekHead.
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

    /// Reads an element of the Segment if it matters and was not read before. Being cut off or malformed inside is a
    /// problem of that element alone.
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
