public import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// The maximum size of a chapter file in bytes.
    public static let chapterFileLimit = Int(SidecarFinder.largest)

    /// Reads a chapter file that is not a sidecar beside its item but named by a description.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - uri: of the file; the extension of its name determines the format, unless the server states it.
    ///   - mediaType: the server's media type; nil if unknown.
    ///   - path: of a local file, whose references must stay in its folder; nil for any other, whose references must
    ///     stay on servers.
    /// - Returns: the chapters sorted by start, and sentences for the log.
    public static func chapters(
        in bytes: [UInt8], uri: String, mediaType: String?, path: [UInt8]?, limits: ProbeLimits = ProbeLimits()
    ) -> (chapters: [Chapter], problems: [String]) {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        let name = address.split(separator: "/").last.map(String.init) ?? uri
        guard let kind = SidecarKind(mediaType: mediaType) ?? SidecarKind(named: name) ?? SidecarKind(content: bytes)
        else {
            return (
                [], ["\(name) is not a file of chapters: name one in JSON, XML, WebVTT, CUE, ffmetadata or plain text"]
            )
        }
        var notes = SidecarNotes(
            name: name, source: kind.source, folder: path.map { SidecarFolder(of: $0) }, limits: limits)
        kind.read(SidecarText(bytes), into: &notes)
        guard path == nil else { return (notes.chapters, notes.problems) }
        // A remote file must not cause access to local files: its references are relative to its own address.
        let base = RemoteBase(uri)
        var problems = notes.problems
        let chapters = notes.chapters.map { chapter in
            guard case .uri(let reference) = chapter.image else { return chapter }
            var chapter = chapter
            chapter.image = base?.resolved(reference).map { .uri($0) }
            if chapter.image == nil { problems.append("\(name): a picture is ignored: it is not on a server") }
            return chapter
        }
        return (chapters, Array(problems.prefix(ProbeLimits.problems)))
    }
}

extension SidecarKind {
    /// By the server's media type (Podcasting 2.0 names `application/json+chapters`); nil if that is ambiguous.
    fileprivate init?(mediaType: String?) {
        switch mediaType {
        case "application/json+chapters", "application/json": self = .podcast
        case "text/vtt": self = .webVTT
        case "application/xml", "text/xml": self = .matroskaXML
        case "application/x-cue": self = .cueSheet
        default: return nil
        }
    }

    /// By the extension of the name.
    fileprivate init?(named name: String) {
        let endings: [(String, SidecarKind)] = [
            (".json", .podcast), (".xml", .matroskaXML), (".vtt", .webVTT), (".ffmetadata", .ffmetadata),
            (".cue", .cueSheet), (".txt", .text),
        ]
        let name = name.lowercased()
        guard let kind = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
        self = kind
    }

    /// By the first bytes.
    fileprivate init?(content bytes: [UInt8]) {
        let head = SidecarText(Array(bytes.prefix(512))).text.drop { $0.isWhitespace }
        if head.hasPrefix("{") {
            self = .podcast
        } else if head.hasPrefix("<") {
            self = .matroskaXML
        } else if head.hasPrefix("WEBVTT") {
            self = .webVTT
        } else if head.hasPrefix(";FFMETADATA") {
            self = .ffmetadata
        } else {
            return nil
        }
    }
}
