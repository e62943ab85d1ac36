internal import PlayerCore

/// Reads XSPF 1 (xspf.org/spec): the tracks of a playlist, each with its first playable location.
struct XSPFReader {
    private var list = MediaList()
    private var base: ListBase
    private var path: [String] = []
    private var text = ""
    private var track: Track?

    private struct Track {
        var locations: [String] = []
        var image: String?
        var fields = MediaDetails.Fields()
        var duration: MediaTime?
    }

    /// The maximum nesting depth of elements.
    private static let deepest = 32
    /// The maximum number of addresses of a track.
    private static let mostLocations = 16

    static func read(_ bytes: [UInt8], _ base: ListBase) -> MediaList {
        var reader = XSPFReader(base: base)
        var tokens = XMLTokens(Array(SidecarText(bytes).text.utf8))
        while let token = tokens.next(), !reader.list.isCut { reader.take(token) }
        return reader.list
    }

    private init(base: ListBase) { self.base = base }

    private mutating func take(_ token: XMLTokens.Token) {
        switch token {
        case .start(let name, let attributes):
            text = ""
            guard path.count < Self.deepest else { return }
            path.append(XMLTokens.local(name))
            if path == ["playlist"], let named = attributes["xml:base"] { base = base.relative(to: named) }
            if path == Self.trackPath { track = Track() }
        case .text(let piece): if text.utf8.count <= MediaList.longestAddress { text += piece }
        case .end(let name):
            end()
            text = ""
            if path.last == XMLTokens.local(name) { path.removeLast() }
        }
    }

    private static let trackPath = ["playlist", "trackList", "track"]

    private mutating func end() {
        if path == ["playlist", "title"] { list.title = clean }
        if path == Self.trackPath, let ended = track {
            track = nil
            add(ended)
        }
        guard path.count == 4, path.starts(with: Self.trackPath) else { return }
        let clean = clean
        switch path[3] {
        case "location" where (track?.locations.count ?? 0) < Self.mostLocations: track?.locations.append(text)
        case "identifier" where track?.fields.identifier == nil: track?.fields.identifier = clean
        case "title": track?.fields.title = clean
        case "creator": track?.fields.artist = clean.map { [$0] }
        case "annotation": track?.fields.description = clean
        case "image": track?.image = text
        case "album": track?.fields.album = clean
        case "duration":
            guard let milliseconds = clean.flatMap({ Double($0) }), milliseconds > 0 else { return }
            track?.duration = MediaTime(seconds: milliseconds / 1000)
        default: break
        }
    }

    private mutating func add(_ track: Track) {
        var reason = "it has no location"
        for location in track.locations {
            switch base.target(ofReference: location) {
            case .uri(let uri):
                var fields = track.fields
                fields.artwork = track.image.flatMap { base.companion($0) }
                return list.add(ListEntry(fields.described(uri), duration: track.duration))
            case .none(let why): reason = why
            }
        }
        list.leaveOut(reason)
    }

    private var clean: String? { SidecarText.clean(text, limit: MediaList.longestText) }
}
