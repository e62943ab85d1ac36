import PlayerCore
import Testing

@testable import MediaProbe

/// Lists as they are read from a place, where some files are there and others are not.
struct ListRig {
    var uri = "file:///music/lists/list.m3u"
    var mediaType: String?
    /// Paths at which something lies.
    var files: Set<String> = []

    var base: ListBase {
        let files = Set(files.map { Array($0.utf8) })
        return ListBase(uri: uri) { files.contains($0) }
    }

    func list(_ bytes: [UInt8]) -> MediaList? {
        MediaProbe.list(in: bytes, uri: uri, mediaType: mediaType, base: base)
    }

    func list(_ text: String) -> MediaList? { list(Array(text.utf8)) }

    /// The URIs of the entries; nil for what is no list.
    func uris(_ text: String) -> [String]? { list(text)?.uris }

    func entries(_ text: String) -> [ListEntry] { list(text)?.entries ?? [] }
}

extension MediaList {
    var uris: [String] { entries.map(\.description.uri) }
}

extension ListEntry {
    var fields: MediaDetails.Fields { description.details?.fields ?? MediaDetails.Fields() }
}
