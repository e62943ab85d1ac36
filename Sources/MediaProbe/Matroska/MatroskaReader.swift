internal import MediaContainers
internal import PlayerCore

/// Reads Matroska and WebM (RFC 8794, RFC 9559).
struct MatroskaReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings {
        let ebml = EBMLReader(bytes)
        var findings = ContainerFindings()
        findings.container = "matroska"
        do throws(ProbeError) {
            if try readHeader(ebml) == "webm" { findings.container = "webm" }
        } catch {
            ebml.note("Its header is broken: \(error.message).")
        }
        do throws(ProbeError) {
            var segment = MatroskaSegment(try findSegment(ebml), ebml)
            segment.read()
            segment.fill(&findings, uri: uri)
            settleClock(of: segment, &findings)
        } catch {
            ebml.note("It has no segment: \(error.message).")
        }
        findings.problems = ebml.problems
        return findings
    }

    /// Counts from the first sample, as playback does, and measures the length where nothing states it.
    ///
    /// Some writers state the last time of the file's own clock as the duration, and some what lies between the first and
    /// the last.
    private func settleClock(of segment: MatroskaSegment, _ findings: inout ContainerFindings) {
        let ticks = segment.firstCluster.flatMap { MatroskaSpan(bytes).start(ofClusterAt: $0) } ?? 0
        let origin = MediaTime(nanoseconds: ticks) * segment.timestampScale
        let begins = origin > WrittenSpan.negligible
        defer { if begins { findings.count(from: origin) } }
        guard begins || findings.duration == nil || segment.isDurationGuessed, bytes.length != nil else { return }
        let measured = bytes.again(atMost: WrittenSpan.mostBytes)
        if let span = (try? MatroskaSpan(measured).read()) ?? nil, span.length > .zero {
            (findings.duration, findings.isMeasured) = (span.length, true)
        } else if begins {
            findings.duration = findings.duration.map { max(.zero, $0 - origin) }
        }
    }

    /// - Returns: the DocType.
    private func readHeader(_ ebml: EBMLReader) throws(ProbeError) -> String? {
        let header = try ebml.element(at: 0)
        var docType: String?
        try ebml.children(of: header) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.docType: docType = try ebml.text(child)
            case MatroskaID.ebmlMaxIDLength:
                // Less than four cannot hold Matroska's own ids, and longer ones must only be skipped.
                ebml.maxIDLength = Int(min(max(try ebml.unsigned(child, default: 4), 4), 8))
            default: break
            }
        }
        return docType
    }

    /// Finds the first Segment; of concatenated files only the first is read.
    private func findSegment(_ ebml: EBMLReader) throws(ProbeError) -> EBMLElement {
        var offset: Int64 = 0
        while true {
            let element = try ebml.element(at: offset)
            if element.id == MatroskaID.segment { return element }
            guard let end = element.end else { throw .malformed("an element does not say its size") }
            offset = end
        }
    }
}
