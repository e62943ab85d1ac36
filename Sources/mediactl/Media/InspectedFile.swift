import Glibc
import Gst
import MediaContainers
import MediaProbe
import PlayerCore

/// An opened file or URI of `inspect`.
struct InspectedFile {
    let uri: String
    /// Nil for remote resources, which have no sidecars.
    let path: LocalPath?
    let source: ByteSource

    /// - Throws: a failure with status 4 if the file does not exist, and 1 if it cannot be read.
    init(_ argument: String) throws(Failure) {
        let path = URIText.localPath(argument) ?? MediaArguments.path(argument)
        self = try DiskWatch().reading(path) { _ throws(Failure) in try InspectedFile(reading: argument) }
    }

    private init(reading argument: String) throws(Failure) {
        // A file name may look like a URI. An existing file takes precedence.
        if URIText.isURI(argument), LocalPath(argument).kind == .missing {
            path = URIText.localPath(argument)
            uri = path?.uri ?? URIText.escaped(argument)
        } else {
            path = MediaArguments.path(argument)
            uri = path?.uri ?? argument
        }
        source = try Self.source(for: uri, at: path)
    }

    /// The findings in the file and its sidecars.
    var item: InspectedItem {
        guard let path else { return readItem() }
        return DiskWatch().reading(path) { _ in readItem() }
    }

    private func readItem() -> InspectedItem {
        var findings = MediaProbe.findings(uri: uri, pathBytes: path?.bytes, source: source)
        if let named = findings.sidecar?.chaptersURI, !named.lowercased().hasPrefix("file:") {
            readChapters(named, into: &findings)
        }
        var item = MediaProbe.inspected(MediaDescription(uri: uri), findings: findings)
        if item.container == nil { (item.container, item.duration) = stream ?? (nil, item.duration) }
        if item.container == nil, let outline = MediaProbe.outline(source) {
            (item.container, item.duration) = (outline.container, item.duration ?? outline.duration)
            item.tracks = outline.tracks + item.tracks
        }
        return item
    }

    /// The format of an adaptive stream, and its length if it is a recording whose playlist tells; nil if it is none.
    private var stream: (container: String?, duration: MediaTime?)? {
        guard let head = try? source.read(0, min(MediaProbe.listHeadLength, Int(clamping: source.length ?? 0))) else {
            return nil
        }
        if DASHManifest.read(head) != nil { return ("dash", nil) }
        guard HLSPlaylist.read(head, uri: uri) != nil else { return nil }
        guard let length = source.length, length <= Int64(HLSPlaylist.largest),
            let bytes = try? source.read(0, Int(length)),
            case .media(let playlist) = HLSPlaylist.read(bytes, uri: uri), playlist.isEnded
        else { return ("hls", nil) }
        return ("hls", playlist.duration)
    }

    /// Reads a chapter file on a server that the item's sidecar names.
    private func readChapters(_ address: String, into findings: inout ItemFindings) {
        do throws(HTTPFailure) {
            let limit = MediaProbe.chapterFileLimit
            guard
                case .content(let bytes, let mediaType, _) = try HTTPResource.fetch(
                    address, userAgent: "mediactl", timeout: 10, limit: limit)
            else { throw HTTPFailure(.unavailable, "it is larger than \(limit >> 20) MiB") }
            let (chapters, problems) = MediaProbe.chapters(in: bytes, uri: address, mediaType: mediaType, path: nil)
            findings.sidecarChapters = ChapterMerge.combined([chapters, findings.sidecarChapters])
            findings.problems += problems
        } catch {
            findings.problems.append("\(address): the chapters are ignored: \(error.message)")
        }
    }

    /// The item's bytes.
    private static func source(for uri: String, at path: LocalPath?) throws(Failure) -> ByteSource {
        guard let path else { return try remoteSource(for: uri) }
        switch path.kind {
        case .missing: throw Failure(.notFound, "\(path.text) was not found.")
        case .directory: throw Failure(.refused, "\(path.text) is a folder. Specify the files in it.")
        case .file: break
        }
        do {
            return try ByteSource.file(path.bytes)
        } catch {
            throw Failure(.refused, "\(path.text) cannot be read: \(error.message).")
        }
    }

    /// - Throws: a failure with status 4 if the server does not have the resource, and 1 if it cannot be read.
    private static func remoteSource(for uri: String) throws(Failure) -> ByteSource {
        // A command that reads a single resource need not search all folders for new plugins first.
        setenv("GST_REGISTRY_UPDATE", "no", 0)
        do throws(HTTPFailure) {
            return ByteSource(try HTTPResource(uri: uri, userAgent: "mediactl", timeout: 10))
        } catch {
            switch error.reason {
            case .notFound: throw Failure(.notFound, "\(uri) cannot be read: \(error.message).")
            default: throw Failure(.refused, "\(uri) cannot be read: \(error.message).")
            }
        }
    }
}

extension ByteSource {
    /// A remote resource. Its blocks are larger than those of a file, because a request costs more than its data.
    init(_ resource: HTTPResource) {
        self.init(length: resource.length, blockLength: HTTPResource.blockLength) { offset, count throws(ProbeError) in
            do throws(HTTPFailure) {
                return try resource.read(from: offset, count: count)
            } catch {
                throw .unreadable(error.message)
            }
        }
    }
}
