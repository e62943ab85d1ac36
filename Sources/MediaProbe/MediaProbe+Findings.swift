public import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// Reads an item's container and the sidecars beside it.
    ///
    /// - Parameters:
    ///   - uri: of the item, for the pictures in it.
    ///   - path: the absolute path of a local item; nil for any other, which has no sidecars.
    ///   - source: nil if the item's bytes are not available; a local item's file is opened.
    public static func findings(
        uri: String, path: String?, source: ByteSource? = nil, limits: ProbeLimits = ProbeLimits()
    ) -> ItemFindings {
        findings(uri: uri, pathBytes: path.map { Array($0.utf8) }, source: source, limits: limits)
    }

    /// The same for a local item whose name need not be UTF-8.
    public static func findings(
        uri: String, pathBytes: [UInt8]?, source: ByteSource? = nil, limits: ProbeLimits = ProbeLimits()
    ) -> ItemFindings {
        // The container comes first, because sidecars may count its frames.
        let (found, problems) = content(uri: uri, pathBytes: pathBytes, source: source, limits: limits)
        var findings =
            pathBytes.map { SidecarFinder($0, limits: limits, frameRate: found.frameRate).findings() } ?? ItemFindings()
        if let uri = findings.sidecar?.chaptersURI { readNamedChapters(uri, into: &findings, limits: limits) }
        // Scenes and highlights are chapters only if there are no others.
        if !found.chapters.isEmpty,
            findings.sidecarChapters.allSatisfy({ ["edl", "sponsorblock"].contains($0.source) })
        {
            findings.sidecarChapters = []
        }
        findings.container = found
        if let pathBytes, found.artwork == nil, found.fields.artwork == nil, findings.sidecar?.artwork == nil {
            (findings.pictureBeside, findings.problems) = PictureFinder(pathBytes).picture(adding: findings.problems)
        }
        findings.problems += problems
        findings.chapterProblem = findings.chapterProblem ?? problems.first
        return findings
    }

    /// Reads the item's container; the result is empty if there is none to read.
    private static func content(
        uri: String, pathBytes: [UInt8]?, source: ByteSource?, limits: ProbeLimits
    ) -> (findings: ContainerFindings, problems: [String]) {
        guard source != nil || pathBytes != nil else { return (ContainerFindings(), []) }
        do throws(ProbeError) {
            let opened: ByteSource
            if let source { opened = source } else { opened = try ByteSource.file(pathBytes ?? []) }
            let found = container(opened, uri: uri, limits: limits)
            return (found, found.problems)
        } catch {
            return (ContainerFindings(), [error.message])
        }
    }

    /// Reads the chapter file that the item's sidecar names, if it is local.
    private static func readNamedChapters(_ uri: String, into findings: inout ItemFindings, limits: ProbeLimits) {
        guard uri.lowercased().hasPrefix("file:") else { return }
        do throws(ProbeError) {
            let path = try SidecarFolder.path(ofFileURI: uri)
            let file = try RegularFile(path)
            guard file.length <= SidecarFinder.largest else {
                throw .tooMuch("it is larger than \(SidecarFinder.largest >> 20) MiB")
            }
            let bytes = try file.read(0, Int(file.length))
            let (chapters, problems) = chapters(in: bytes, uri: uri, mediaType: nil, path: path, limits: limits)
            findings.sidecarChapters = ChapterMerge.combined([chapters, findings.sidecarChapters])
            findings.problems += problems
            findings.chapterProblem = findings.chapterProblem ?? problems.first
        } catch {
            let problem = "\(uri): the chapters are ignored: \(error.message)"
            findings.problems.append(problem)
            findings.chapterProblem = problem
        }
    }

    /// Returns an item as it would be published: the client's description takes precedence over sidecars, and sidecars
    /// over the container.
    ///
    /// - Parameter findings: the result of ``findings(uri:path:source:limits:)``.
    public static func inspected(
        _ description: MediaDescription, findings: ItemFindings
    ) -> InspectedItem {
        let client = description.details?.fields
        let duration = findings.container.duration
        var fields = FindingsMerge.fields(description: client, findings: findings, duration: duration)
        var embedded: EmbeddedImage?
        switch FindingsMerge.artwork(description: client, findings: findings) {
        case .uri(let uri): fields.artwork = uri
        case .embedded(let image):
            fields.artwork = nil
            embedded = image
        case nil: break
        }
        // What the player would make of the segments: users look here for the reason why a segment has no effect.
        let doubts = FindingsMerge.segments(
            description: client, findings: findings, chapters: fields.chapters ?? [], duration: duration
        ).problems
        return InspectedItem(
            description: MediaDescription(uri: description.uri, details: MediaDetails(fields)), duration: duration,
            container: findings.container.container,
            tracks: findings.container.tracks + findings.subtitles.map(\.track), embeddedArtwork: embedded,
            problems: findings.problems + doubts.prefix(ProbeLimits.problems))
    }
}

extension SubtitleSidecar {
    /// The file as a track of the item that it lies beside.
    fileprivate var track: ContainerTrack {
        ContainerTrack(
            kind: .subtitles, language: language, title: title, traits: traits.union(.external),
            format: TrackFormat(codec: format.name))
    }
}
