/// The place of a track in its album, as far as it is known.
struct AlbumPlace: Hashable, Sendable {
    /// In lower case, with the album artists, so that two albums of the same name differ.
    let album: String
    let disc: Int32?
    let track: Int32?
    /// The folder of its file; nil if it is not a file.
    let folder: Substring?

    /// Nil without an album.
    init?(_ metadata: ItemMetadata, uri: String) {
        guard let name = metadata.album?.lowercased(), name.contains(where: { !$0.isWhitespace }) else { return nil }
        // Tracks of a compilation have different artists.
        album = ([name] + metadata.albumArtists.map { $0.lowercased() }).joined(separator: "\n")
        disc = metadata.discNumber
        track = metadata.trackNumber
        folder = Self.folder(of: uri)
    }

    static func folder(of uri: String) -> Substring? {
        guard uri.hasPrefix("file:"), let slash = uri.lastIndex(of: "/") else { return nil }
        return uri[..<slash]
    }

    /// Whether this track comes next in the same album.
    ///
    /// Tracks without a number follow each other in any order; a disc begins with its first track.
    func follows(_ other: AlbumPlace) -> Bool {
        guard album == other.album else { return false }
        guard let track, let before = other.track else { return true }
        let (disc, discBefore) = (disc ?? 1, other.disc ?? 1)
        return disc == discBefore ? track &- before == 1 : disc &- discBefore == 1 && track == 1
    }
}
