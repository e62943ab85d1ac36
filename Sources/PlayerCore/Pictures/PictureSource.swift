/// The current item as the source of pictures of its moments.
public struct PictureSource: Hashable, Sendable {
    public let uri: String
    public let duration: MediaTime

    /// Extensions of local files that refer to other files, which may be anywhere.
    private static let lists = [".m3u8", ".m3u", ".mpd", ".sdp", ".pls", ".ism", ".xspf"]

    /// Whether there can be pictures of what an address names: it is a local file, and not a list of others.
    static func isPossible(_ uri: String) -> Bool {
        let name = uri.lowercased().prefix { $0 != "?" && $0 != "#" }
        return FileURI.escapedPath(of: uri) != nil && !lists.contains { name.hasSuffix($0) }
    }

    /// - Throws: a refusal if there can be no pictures of the item.
    public init(_ snapshot: PlayerSnapshot) throws(CommandRefusal) {
        guard let current = snapshot.current, snapshot.status != .stopped else {
            throw .notPossible("Nothing is playing: play something first.")
        }
        uri = current.description.uri
        guard Self.isPossible(uri) else {
            throw .notPossible("Pictures are made of local files only, and this item is not one.")
        }
        guard current.hasVideo else { throw .notPossible("The item has no video, so there are no pictures of it.") }
        guard let duration = current.duration, duration > .zero, !current.isLive else {
            throw .notSeekable("The duration of the item is unknown, so there are no pictures of its moments.")
        }
        self.duration = duration
    }
}
