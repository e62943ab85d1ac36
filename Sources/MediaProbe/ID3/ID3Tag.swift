internal import MediaContainers
internal import PlayerCore

/// Reads one ID3v2 tag: the fields of the whole item, its picture, chapters and tables of contents.
struct ID3Tag {
    private let reader: ByteReader
    private let uri: String
    private let header: ID3Header
    private var tables: [ID3TableOfContents.Table] = []
    private var fields = ID3Fields()
    private var findings = ContainerFindings()
    private var artworkType: UInt8?
    private var hasMoreChapters = false

    /// The duration in `TLEN`; that of the sound itself is more reliable.
    private(set) var statedDuration: MediaTime?

    /// - Parameter offset: of the tag in the resource.
    /// - Returns: nil if no tag begins there.
    static func read(_ reader: ByteReader, at offset: Int64, uri: String) throws(ProbeError) -> ID3Tag? {
        guard let header = ID3Header(try reader.available(at: offset, count: ID3Header.length)[...]) else { return nil }
        var tag = ID3Tag(reader: reader, uri: uri, header: header)
        tag.readBody(at: offset)
        return tag
    }

    private init(reader: ByteReader, uri: String, header: ID3Header) {
        self.reader = reader
        self.uri = uri
        self.header = header
    }

    /// From its first byte to what follows it.
    var length: Int { header.tagLength }

    /// Everything but the container's name and duration.
    var result: ContainerFindings {
        var result = findings
        result.fields = fields.details
        result.tags = fields.tags
        // Tables with titles are entries, too.
        let entries = ID3TableOfContents.ordered(findings.chapters, tables: tables, depth: limits.depth)
        result.chapters = Array(entries.prefix(limits.chapters))
        if hasMoreChapters || entries.count > limits.chapters {
            result.problems.append("it has more than \(limits.chapters) chapters")
        }
        return result
    }

    private var limits: ProbeLimits { reader.limits }

    private mutating func note(_ what: String, _ error: ProbeError) {
        guard findings.problems.count < ProbeLimits.problems else { return }
        findings.problems.append("\(what) cannot be read: \(error.message)")
    }

    // MARK: Frames

    private mutating func readBody(at offset: Int64) {
        do throws(ProbeError) {
            var span = ID3Span(reader, offset: offset + Int64(ID3Header.length), length: header.bodyLength)
            if header.isUnsynchronised, header.version < 4 {
                // The whole tag must be decoded, because the sizes of its frames are those before unsynchronisation.
                let most = limits.bytes / 2
                if span.length > most {
                    note("the end of the ID3 tag", .tooMuch("the tag is larger than \(most) bytes"))
                }
                span = try span.part(from: 0, count: most).synchronised()
            }
            try readFrames(span.dropFirst(try extendedHeaderLength(span)))
        } catch {
            note("the ID3 tag", error)
        }
    }

    private func extendedHeaderLength(_ span: ID3Span) throws(ProbeError) -> Int {
        guard header.hasExtendedHeader else { return 0 }
        let size = try span.bytes(at: 0, upTo: 4)
        // Some writers set the flag without an extended header.
        guard size.count == 4, ID3Frame.name(size) == nil else { return 0 }
        // Version 2.4's size includes itself, 2.3's does not.
        guard header.version == 4 else { return 4 + Int(size.bigEndian) }
        guard let length = ID3Header.syncsafe(size) else { throw .malformed("its extended header has no size") }
        return length
    }

    private func frames(_ span: ID3Span) -> ID3Frames {
        ID3Frames(
            span, version: header.version, isUnsynchronised: header.isUnsynchronised && header.version == 4,
            reader: reader)
    }

    private mutating func readFrames(_ span: ID3Span) throws(ProbeError) {
        var frames = frames(span)
        while let frame = try next(&frames) {
            do throws(ProbeError) { try read(frame) } catch { note("the ID3 frame \(frame.id)", error) }
        }
    }

    private mutating func next(_ frames: inout ID3Frames) throws(ProbeError) -> ID3Frame? {
        var broken: [(String, ProbeError)] = []
        defer { for (id, error) in broken { note("the ID3 frame \(id)", error) } }
        return try frames.next { broken.append(($0, $1)) }
    }

    private mutating func read(_ frame: ID3Frame) throws(ProbeError) {
        switch frame.id {
        case "CHAP": try readChapter(frame)
        case "CTOC": try readTable(frame)
        case "APIC":
            guard artworkType != 3, let (type, image) = try frame.picture(uri: uri, limits),
                artworkType == nil || type == 3
            else { return }
            artworkType = type
            findings.artwork = image
        case "TLEN":
            statedDuration = try frame.strings(limits).first.flatMap { UInt32($0) }.map { MediaTime(milliseconds: $0) }
        default: try fields.read(frame, limits)
        }
    }

    // MARK: Chapters

    /// The maximum length of a chapter's element id.
    private static let nameLength = 256

    private func name(_ bytes: ArraySlice<UInt8>) -> String { BoundedText.latin1(bytes, limit: limits.text) }

    private mutating func readChapter(_ frame: ID3Frame) throws(ProbeError) {
        guard findings.chapters.count < limits.chapters else {
            hasMoreChapters = true
            return
        }
        let head = try frame.content.bytes(at: 0, upTo: Self.nameLength + 17)
        var cursor = ByteCursor(head)
        guard let id = cursor.takeUntilZero(), let start = cursor.big(4), let end = cursor.big(4), cursor.take(8) != nil
        else { throw .truncated }
        // Byte offsets may replace the times; they could be converted only by decoding the sound.
        guard start < UInt32.max else { throw .malformed("a chapter of it has no start time") }
        var chapter = Chapter(start: MediaTime(milliseconds: UInt32(start)), id: name(id), source: "id3")
        if end >= start, end < UInt32.max { chapter.end = MediaTime(milliseconds: UInt32(end)) }
        do throws(ProbeError) {
            try readFrames(frame.content.dropFirst(head.count - cursor.remaining), of: &chapter)
        } catch {
            note("a chapter", error)
        }
        findings.chapters.append(chapter)
    }

    private mutating func readFrames(_ span: ID3Span, of chapter: inout Chapter) throws(ProbeError) {
        var subtitle: String?
        defer {
            if chapter.titles.isEmpty, let subtitle { chapter.titles = [ChapterTitle(subtitle)] }
        }
        var frames = frames(span)
        while let frame = try next(&frames) {
            do throws(ProbeError) {
                switch frame.id {
                case "TIT2" where chapter.titles.isEmpty:
                    chapter.titles = try frame.strings(limits).prefix(1).map { ChapterTitle($0) }
                case "TIT3" where subtitle == nil: subtitle = try frame.strings(limits).first
                case "APIC" where chapter.image == nil: chapter.image = try frame.picture(uri: uri, limits)?.image
                case _ where frame.isLink && chapter.url == nil: chapter.url = try frame.link(limits)
                default: break
                }
            } catch {
                note("a chapter's ID3 frame \(frame.id)", error)
            }
        }
    }

    private mutating func readTable(_ frame: ID3Frame) throws(ProbeError) {
        guard tables.count < limits.chapters else { return }
        let head = try frame.content.bytes(at: 0, upTo: limits.text * 4)
        var cursor = ByteCursor(head)
        guard let id = cursor.takeUntilZero(), let flags = cursor.big(1), let count = cursor.big(1) else {
            throw .truncated
        }
        var children: [String] = []
        while children.count < count, let child = cursor.takeUntilZero() { children.append(name(child)) }
        var title: String?
        do throws(ProbeError) {
            var frames = frames(frame.content.dropFirst(head.count - cursor.remaining))
            while title == nil, let frame = try next(&frames) {
                if frame.id == "TIT2" { title = try frame.strings(limits).first }
            }
        } catch {
            note("the title of a table of contents", error)
        }
        tables.append(
            ID3TableOfContents.Table(
                id: name(id), isTopLevel: flags & 2 != 0, isOrdered: flags & 1 != 0, children: children, title: title))
    }
}
