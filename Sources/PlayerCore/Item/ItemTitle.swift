/// What lists show of an entry of the queue that was read: little enough to be kept for a whole collection.
///
/// A class, so that a snapshot shares it with the player.
public final class ItemTitle: Sendable {
    /// The URI of the entry at that time; with another URI it is another item.
    let uri: String
    /// Nil if it is what the description and the name of the file say.
    private let title: String?
    private let artists: [String]
    private let albumArtists: [String]
    private let album: String?
    private let date: String?
    private let trackNumber: Int32?
    private let discNumber: Int32?
    let duration: MediaTime?

    /// Bytes of a text, and the number of artists.
    private static let longestText = 256
    private static let mostArtists = 8

    /// Keeps the part of what was read of an entry.
    init(_ item: RememberedItem) {
        let plain = MediaDescription(uri: item.uri)
        let metadata = item.metadata(of: plain)
        uri = item.uri
        title = metadata.title == ItemMetadata(plain, isLive: false).title ? nil : Self.cut(metadata.title)
        artists = Self.cut(metadata.artists)
        albumArtists = Self.cut(metadata.albumArtists)
        album = Self.cut(metadata.album)
        date = Self.cut(metadata.date)
        (trackNumber, discNumber) = (metadata.trackNumber, metadata.discNumber)
        duration = item.duration
    }

    private static func cut(_ names: [String]) -> [String] {
        names.prefix(mostArtists).map { $0.cut(toBytes: longestText) }
    }

    private static func cut(_ text: String?) -> String? { text?.cut(toBytes: longestText) }

    /// Bytes, about.
    var size: Int {
        let texts = artists + albumArtists + [title, album, date].compactMap(\.self)
        return texts.reduce(200) { $0 + $1.utf8.count }
    }

    /// Returns the metadata that clients see for the entry, with its present description.
    func metadata(of description: MediaDescription) -> ItemMetadata {
        var metadata = ItemMetadata(description, isLive: false)
        let said = description.details?.fields
        if said?.title == nil, let title { metadata.title = title }
        if said?.artist == nil { metadata.artists = artists }
        metadata.albumArtists = albumArtists
        if said?.album == nil, let album { metadata.album = album }
        if said?.date == nil { metadata.date = date ?? metadata.date }
        (metadata.trackNumber, metadata.discNumber) = (said?.track ?? trackNumber, discNumber)
        return metadata
    }

    /// Returns the entry's description, completed with the remembered values.
    func described(_ description: MediaDescription) -> MediaDescription {
        var fields = description.details?.fields ?? MediaDetails.Fields()
        fields.title = fields.title ?? title
        if fields.artist == nil, !artists.isEmpty { fields.artist = artists }
        fields.album = fields.album ?? album
        fields.date = fields.date ?? date
        return MediaDescription(uri: description.uri, details: MediaDetails(fields))
    }
}
