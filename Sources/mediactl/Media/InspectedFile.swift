import MediaProbe
import PlayerCore

/// A file or URI that `inspect` is given, opened.
struct InspectedFile {
    let uri: String
    /// Nil for what is not on this machine: there is nothing beside it.
    let path: LocalPath?
    let source: ByteSource

    /// - Throws: status 4 for what is not there, 1 for what cannot be read.
    init(_ argument: String) throws(Failure) {
        // A file may be called what looks like a URI; then the file is meant.
        if URIText.isURI(argument), LocalPath(argument).kind == .missing {
            path = URIText.localPath(argument)
            uri = path?.uri ?? argument
        } else {
            path = MediaArguments.path(argument)
            uri = path?.uri ?? argument
        }
        source = try Self.source(for: uri, at: path)
    }

    /// What was found in it and beside it.
    var item: InspectedItem {
        let findings = MediaProbe.findings(uri: uri, pathBytes: path?.bytes, source: source)
        return MediaProbe.inspected(MediaDescription(uri: uri), findings: findings)
    }

    /// The item's bytes. Other sources than files go in here.
    private static func source(for uri: String, at path: LocalPath?) throws(Failure) -> ByteSource {
        guard let path else {
            throw Failure(.refused, "\(uri) is not on this machine: inspect reads local files only")
        }
        switch path.kind {
        case .missing: throw Failure(.notFound, "not found: \(path.text)")
        case .directory: throw Failure(.refused, "\(path.text) is a folder: name the files in it")
        case .file: break
        }
        do {
            return try ByteSource.file(path.bytes)
        } catch {
            throw Failure(.refused, "\(path.text) cannot be read: \(error.message)")
        }
    }
}
